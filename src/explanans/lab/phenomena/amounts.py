"""Values of slots that are measures: units, temperatures, money, prices, opening hours, stock and versions."""

from dataclasses import dataclass
from functools import partial
from random import Random

from explanans.lab.phenomena.matrix import Value, Values
from explanans.lab.phenomena.spellings import DAYS, number_words, spell_number, spell_time
from explanans.lab.phenomena.words import table

# Singular, plural, abbreviation, and how many of the smallest unit of its dimension it is.
UNITS = {
    "length": (
        ("kilometre", "kilometres", "km", 100_000),
        ("metre", "metres", "m", 100),
        ("centimetre", "centimetres", "cm", 1),
    ),
    "mass": (("tonne", "tonnes", "t", 1_000_000), ("kilogram", "kilograms", "kg", 1000), ("gram", "grams", "g", 1)),
    "volume": (
        ("litre", "litres", "l", 1000),
        ("centilitre", "centilitres", "cl", 10),
        ("millilitre", "millilitres", "ml", 1),
    ),
    "minutes": (("hour", "hours", "h", 3600), ("minute", "minutes", "min", 60), ("second", "seconds", "s", 1)),
    "days": (("week", "weeks", "weeks", 168), ("day", "days", "days", 24), ("hour", "hours", "h", 1)),
    "years": (("decade", "decades", "decades", 120), ("year", "years", "years", 12), ("month", "months", "months", 1)),
    "data": (
        ("terabyte", "terabytes", "TB", 1_000_000),
        ("gigabyte", "gigabytes", "GB", 1000),
        ("megabyte", "megabytes", "MB", 1),
    ),
}
# What has a quantity of a dimension, and sentences about it with @ for the thing and # for the quantity.
SUBJECTS = table("measured")
CURRENCIES = {
    "euro": ("euros", "€", "EUR"),
    "dollar": ("dollars", "$", "USD"),
    "pound": ("pounds", "£", "GBP"),
    "franc": ("francs", "Fr. ", "CHF"),
    "yen": ("yen", "¥", "JPY"),
    "rupee": ("rupees", "₹", "INR"),
    "krona": ("kronor", "kr ", "SEK"),
    "peso": ("pesos", "", "MXN"),
    "naira": ("naira", "₦", "NGN"),
    "zloty": ("zlotys", "", "PLN"),
}
AMERICAN = {"metre": "meter", "litre": "liter"}


@dataclass(frozen=True)
class Quantity:
    """A number of small units of a dimension."""

    dimension: str
    size: int

    def in_unit(self, unit: int, random: Random) -> str:
        """Return the quantity in one unit of its dimension, in digits or words."""
        one, many, short, factor = UNITS[self.dimension][unit]
        number = self.size / factor
        if random.random() < 0.1:
            for british, american in AMERICAN.items():
                one, many = one.replace(british, american), many.replace(british, american)
        article = "an" if one == "hour" else "a"
        if number == 0.5 and random.random() < 0.6:
            return f"half {article} {one}"
        if number == 1:
            return random.choice((f"{article} {one}", f"one {one}", f"1 {one}"))
        if number == 1.5 and random.random() < 0.4:
            return random.choice((f"one and a half {many}", f"{article} {one} and a half"))
        if number == int(number):
            figure = spell_number(int(number), random)
            if random.random() < 0.4:
                return f"{int(number)}{'' if random.random() < 0.4 and len(short) < 3 else ' '}{short}"
            return f"{figure} {many}"
        figure = f"{number:.3f}".rstrip("0")
        return f"{figure} {short if random.random() < 0.5 else many}"


def measured(random: Random) -> Values:
    """Draw something measured, with its quantity in two units and wrong quantities."""
    dimension = random.choice(list(UNITS))
    large = random.choice((0, 1)) if dimension not in {"days", "years"} else random.choice((0, 1, 1))
    small = large + 1
    ratio = UNITS[dimension][large][3] // UNITS[dimension][small][3]
    parts = 2 if ratio % 4 else random.choice((1, 2, 4))
    if dimension == "years" or ratio < 20:
        parts = random.choice((1, 1, 2)) if ratio % 2 == 0 else 1
    count = random.randint(1, 9 * parts)
    quantity = Quantity(dimension, count * ratio * UNITS[dimension][small][3] // parts)
    figure = quantity.size / UNITS[dimension][large][3]
    wrong_unit = Quantity(dimension, int(figure * UNITS[dimension][small][3])) if figure == int(figure) else None
    other = Quantity(dimension, quantity.size * random.choice((2, 3, 5)))
    unit = UNITS[dimension][small][3]
    less = Quantity(dimension, max(unit, quantity.size * random.choice((1, 2)) // 3 // unit * unit))
    subject, another = random.sample(SUBJECTS[dimension][0].split("|"), 2)
    in_small = quantity.size // UNITS[dimension][small][3]
    swapped = Quantity(dimension, in_small * UNITS[dimension][large][3])

    def wrong(random: Random) -> str:
        """Return the same figure with another unit."""
        if wrong_unit and random.random() < 0.5:
            return wrong_unit.in_unit(small, random)
        return swapped.in_unit(large, random)

    return {
        "subject": subject,
        "another": another,
        "q": lambda random: quantity.in_unit(random.choice((large, small)), random),
        "qlarge": lambda random: quantity.in_unit(large, random),
        "qsmall": lambda random: quantity.in_unit(small, random),
        "badunit": wrong,
        "bad": lambda random: other.in_unit(random.choice((large, small)), random),
        "less": lambda random: less.in_unit(small, random),
        "more": lambda random: other.in_unit(random.choice((large, small)), random),
        **_about(dimension, subject, another),
    }


def _about(dimension: str, subject: str, another: str) -> dict[str, Value]:
    """Return the parts of sentences before and after a quantity: s0, e0 … of the subject, t0, u0 of another."""
    patterns = SUBJECTS[dimension][1].split("|")
    values: dict[str, Value] = {}
    for index, pattern in enumerate((patterns[0], *patterns[:3])):
        values[f"s{index}"], values[f"e{index}"] = (part.strip() for part in pattern.replace("@", subject).split("#"))
    values["t0"], values["u0"] = (part.strip() for part in patterns[0].replace("@", another).split("#"))
    return values


def money(cents: int, currency: str, random: Random) -> str:
    """Return an amount of money of which the hundredths are known."""
    many, sign, code = CURRENCIES[currency]
    whole, rest = divmod(cents, 100)
    plain = f"{whole:,}" if random.random() < 0.5 else str(whole)
    if rest:
        forms = [
            f"{sign}{plain}.{rest:02}" if sign else f"{code} {plain}.{rest:02}",
            f"{code} {plain}.{rest:02}",
            f"{plain}.{rest:02} {many}",
            f"{plain}.{rest:02} {code}",
        ]
        if currency in {"euro", "dollar"}:
            forms.append(f"{number_words(whole)} {currency if whole == 1 else many} and {number_words(rest)} cents")
        return random.choice(forms)
    unit = currency if whole == 1 else many
    forms = [
        f"{sign}{plain}" if sign else f"{code} {plain}",
        f"{code} {plain}",
        f"{spell_number(whole, random)} {unit}",
        f"{spell_number(whole, random)} {unit}",
        f"{sign or code + ' '}{plain}.00",
    ]
    if whole >= 1_000_000 and whole % 100_000 == 0:
        forms = [
            f"{whole / 1_000_000:g} million {many}",
            f"{sign or code + ' '}{whole / 1_000_000:g} million",
            f"{plain} {many}",
            f"{sign or code + ' '}{whole:,}",
        ]
    elif whole >= 1000 and whole % 1000 == 0:
        forms += [
            f"{number_words(whole // 1000)} thousand {many}" if whole < 100_000 else f"{whole // 1000} thousand {many}",
            f"{code} {whole // 1000}k",
        ]
    return random.choice(forms)


def temperatures(random: Random) -> Values:
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


def amounts(random: Random) -> Values:
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


def spelt_numbers(random: Random) -> Values:
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


def prices(random: Random) -> Values:
    """Draw three rising prices."""
    currency = random.choice(list(CURRENCIES))
    cents = sorted(random.sample(range(150, 9000, 50), 3))
    return {f"m{index}": partial(money, amount, currency) for index, amount in enumerate(cents, 1)}


def opening_hours(random: Random) -> Values:
    """Draw four weekdays and different opening and closing times for them, and numbers for other columns."""
    days = random.sample(DAYS, 4)
    opens = random.sample(range(7 * 60, 12 * 60, 30), 3)
    closes = random.sample(range(14 * 60, 22 * 60, 30), 3)
    numbers = random.sample(range(1, 60), 3)
    extensions = random.sample(range(100, 999), 2)
    times = {"mid1": 13 * 60}
    for index, (first, last) in enumerate(zip(opens, closes, strict=True), 1):
        times |= {f"t{index}a": first, f"t{index}b": last}
    spelt = {name: lambda random, minute=minute: spell_time(minute, random) for name, minute in times.items()}
    words = {f"d{index}": day for index, day in enumerate(days, 1)} | {
        f"n{index}": str(number) for index, number in enumerate(numbers, 1)
    }
    return {**spelt, **words, "x": str(extensions[0]), "y": str(extensions[1])}


def stock(random: Random) -> Values:
    """Draw a number in stock, a smaller one sold and their difference."""
    total = random.randint(6, 90)
    sold = random.randint(2, total - 2)
    sold += sold * 2 == total
    return {"x": total, "y": sold, "left": total - sold}


def versions(random: Random) -> Values:
    """Draw three rising version numbers and two model names."""
    major = random.randint(1, 12)
    minor = random.randint(1, 8)
    versions = random.choice(
        (
            (f"{major}.{minor - 1}", f"{major}.{minor}", f"{major}.{minor + 1}"),
            (f"{major}.9", f"{major + 1}.0", f"{major + 2}.1"),
            (f"{major}", f"{major + 1}", f"{major + 2}"),
        )
    )
    letters = random.sample("ABCDEGKLMPRSTVXZ", 2)
    number = random.randint(1, 95) * 10
    models = random.choice(
        (
            (f"{letters[0]}{number}", f"{letters[0]}{number + random.choice((5, 50, 100))}"),
            (f"{letters[0]}-{number}", f"{letters[1]}-{number}"),
            (f"{number}{letters[0]}", f"{number}{letters[1]}"),
        )
    )
    return {"v0": versions[0], "v1": versions[1], "v2": versions[2], "model1": models[0], "model2": models[1]}
