"""Units and their conversion, amounts of money, scale words, numerals and approximations."""

from random import Random

from explanans.lab.phenomena.drawing import phenomenon
from explanans.lab.phenomena.example import Phenomenon
from explanans.lab.phenomena.matrix import Values
from explanans.lab.phenomena.quantities import CURRENCIES, measured, money
from explanans.lab.phenomena.spellings import number_words, spell_number


def _temperatures(random: Random) -> Values:
    """Draw a temperature in both scales with lower and higher ones."""
    celsius = random.choice((-10, 0, 5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 100, 120, 150, 180, 200, 220))
    step = random.choice((4, 6, 8, 12))
    wrong = celsius + random.choice((-30, 25, 40))
    values = {
        "c": celsius,
        "f": celsius * 9 // 5 + 32,
        "wrongfc": wrong,
        "wrongf": wrong * 9 // 5 + 32,
        "coolerc": celsius - step,
    }
    values |= {
        "hotterc": celsius + step,
        "midhot": celsius + step // 2,
        "farhot": celsius + 2 * step,
        "farcold": celsius - 2 * step,
    }
    return {name: str(value) for name, value in values.items()}


def _amounts(random: Random) -> Values:
    """Draw an amount of money with others, and a large number with the same figure on another scale."""
    currency = random.choice(list(CURRENCIES))
    other = random.choice([name for name in CURRENCIES if name != currency])
    cents = random.choice((random.randint(2, 99) * 100, random.randint(100, 3000) * 100, random.randint(150, 9999)))
    less = max(50, cents * random.randint(3, 8) // 10 // 50 * 50)
    more = cents + max(100, cents * random.randint(2, 9) // 10 // 50 * 50)
    wrong = random.choice((cents * 10, less, more, cents + 100 * random.randint(1, 9)))
    scale = random.choice((1000, 1_000_000))
    figure = random.choice((random.randint(2, 90), random.randint(11, 99) / 10))
    number = round(figure * scale)
    wrong_number = number * 1000 if scale == 1000 or random.random() < 0.5 else number // 1000

    def large(number: int, random: Random) -> str:
        """Return a large number with a scale word, in digits or in words."""
        for size, name in ((1_000_000_000, "billion"), (1_000_000, "million"), (1000, "thousand")):
            figure = number / size
            if 1 <= figure < 1000 and number * 10 % size == 0 and random.random() < 0.7:
                in_words = figure == int(figure) and figure < 13 and random.random() < 0.5
                return f"{number_words(int(figure)) if in_words else f'{figure:g}'} {name}"
        return f"{number:,}" if random.random() < 0.7 else str(number)

    def large_money(number: int, random: Random) -> str:
        """Return a large amount of money."""
        many, sign, code = CURRENCIES[currency]
        text = large(number, random)
        return random.choice(
            (
                f"{text} {many}",
                f"{code} {text}" if text[0].isdigit() else f"{text} {many}",
                f"{sign}{text}" if sign and text[0].isdigit() else f"{text} {many}",
            )
        )

    return {
        "m": lambda random: money(cents, currency, random),
        "less": lambda random: money(less, currency, random),
        "more": lambda random: money(more, currency, random),
        "wrong": lambda random: money(wrong, currency, random),
        "othercur": lambda random: money(cents, other, random),
        "year12": lambda random: money(cents * 12, currency, random),
        "big": lambda random: large(number, random),
        "bigsame": lambda random: large(number, random),
        "bigwrong": lambda random: large(wrong_number, random),
        "biglow": lambda random: large(number * 7 // 10, random),
        "bigmoney": lambda random: large_money(number, random),
        "bigmoneywrong": lambda random: large_money(wrong_number, random),
    }


def _numbers(random: Random) -> Values:
    """Draw numbers whose spelling matters, and round numbers with near, half and double ones."""
    number = random.choice(
        (random.randint(13, 99), random.randint(100, 999), random.randint(1000, 9999), random.randint(10_000, 250_000))
    )
    digits = str(number)
    place = random.randrange(len(digits) - 1)
    swapped = digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :]
    other = int(swapped) if swapped[0] != "0" and swapped != digits else number + random.choice((1, 10, 100))
    wrong = random.choice((other, number * 10, number + 1))
    spell = random.random() < 0.4 and number < 10_000
    small = random.randint(2, 40)
    rounded = random.choice((20, 30, 40, 50, 60, 80, 90, 100, 120, 150, 200, 250, 300, 400, 500, 1000, 2000))
    return {
        "x": lambda random: number_words(number) if spell and random.random() < 0.4 else spell_number(number, random),
        "y": lambda random: spell_number(wrong, random),
        "small": small,
        "small2": small + random.randint(1, 5),
        "r": rounded,
        "near": rounded - max(1, rounded // random.randint(25, 60)),
        "half": rounded // 2,
        "double": rounded * 2,
    }


PHENOMENA: dict[str, Phenomenon] = {
    "units": phenomenon("units", measured),
    "temperatures": phenomenon("temperatures", _temperatures),
    "money": phenomenon("money", _amounts),
    "scale-words": phenomenon("scale-words", _amounts),
    "numerals": phenomenon("numerals", _numbers),
    "approximation": phenomenon("approximation", _numbers),
}
"""The phenomena by their names."""
