"""Values of slots that are numbers: bounds, ranges, shares, sums, ranks, counts of lists and frequencies."""

from random import Random

from explanans.lab.phenomena.matrix import Values
from explanans.lab.phenomena.spellings import spell_ordinal
from explanans.lab.phenomena.words import MEN, PLACES, WOMEN, table


def ordered(random: Random) -> Values:
    """Draw two numbers with one between and their difference."""
    low = random.randint(4, 60)
    high = low + random.randint(4, 40)
    return {"x": low, "y": high, "mid": random.randint(low + 1, high - 1), "diff": high - low}


def three_numbers(random: Random) -> Values:
    """Draw three different numbers in rising order."""
    first, second, third = sorted(random.sample(range(3, 80), 3))
    return {"x": first, "y": second, "z": third}


def bounds(random: Random) -> Values:
    """Draw a bound with a value below and one above it, and ages on both sides of a limit."""
    middle = random.choice([random.randint(10, 90), random.randint(100, 990), random.randint(11, 99) * 100])
    step = max(1, middle // random.randint(3, 9))
    age = random.randint(14, 30)
    young, old = age - random.randint(1, 5), age + random.randint(1, 20)
    return {
        "m": middle,
        "lo": middle - step,
        "hi": middle + step,
        "age": age,
        "young": young,
        "old": old,
        "wrong": "young",
    }


def ranges(random: Random) -> Values:
    """Draw a range of numbers and one of years, with values inside and outside."""
    low = random.randint(3, 60)
    high = low + random.randint(3, 30)
    first = random.randint(1600, 2005)
    last = first + random.randint(4, 18)
    span = last - first
    return {
        "a": low,
        "b": high,
        "in1": random.randint(low + 1, high - 1),
        "over": high + random.randint(1, 20),
        "under": low - random.randint(1, 2),
        "y1": str(first),
        "y2": str(last),
        "yin": str(random.randint(first + 1, last - 1)),
        "ybefore": str(first - random.randint(1, 12)),
        "yafter": str(last + random.randint(1, 15)),
        "yborn": str(first - random.randint(28, 50)),
        "span": span,
        "wrongspan": span + random.choice((-2, 3, 5, 10)),
        "setname": random.choice(("Seats", "Boats", "Tickets", "Runners", "Tables")),
    }


def shares(random: Random) -> Values:
    """Draw a share of a total as a fraction, percentage and count, with wrong shares."""
    table = {
        (1, 2): ["half", "one half", "50%", "50 per cent", "fifty percent", "one in two"],
        (1, 4): ["a quarter", "one quarter", "25%", "25 per cent", "one in four", "1 in 4"],
        (3, 4): ["three quarters", "75%", "75 percent", "three out of four", "3 in 4"],
        (1, 5): ["a fifth", "one fifth", "20%", "20 per cent", "one in five", "1 in 5"],
        (2, 5): ["two fifths", "40%", "40 percent", "two in five"],
        (3, 5): ["three fifths", "60%", "60 per cent", "three in five"],
        (4, 5): ["four fifths", "80%", "80 percent", "four out of five", "4 in 5"],
        (1, 10): ["a tenth", "one tenth", "10%", "ten per cent", "one in ten", "1 in 10"],
        (9, 10): ["nine tenths", "90%", "90 per cent", "nine out of ten"],
        (3, 10): ["three tenths", "30%", "30 percent", "three in ten"],
        (7, 10): ["seven tenths", "70%", "70 per cent", "seven out of ten"],
        (1, 3): ["a third", "one third", "one in three", "1 in 3"],
        (2, 3): ["two thirds", "two out of three", "2 in 3"],
    }
    share = random.choice(list(table))
    part, whole = share
    wrong = random.choice([other for other in table if abs(other[0] / other[1] - part / whole) > 0.08])
    total = whole * random.randint(2, 30)
    base = random.randint(2, 90) * 2
    percent = random.choice((5, 10, 20, 25, 30, 40, 50))
    price = random.randint(1, 12) * 20
    return {
        "sh": lambda random: random.choice(table[share]),
        "shsame": lambda random: random.choice(table[share]),
        "shwrong": lambda random: random.choice(table[wrong]),
        "shrest": lambda random: random.choice(table[whole - part, whole]),
        "total": total,
        "k": total * part // whole,
        "rest": total - total * part // whole if share != (1, 2) else total // 2,
        "base": base,
        "twice": base * 2,
        "thrice": base * 3,
        "halfbase": base // 2,
        "pct": percent,
        "hundred": price,
        "raised": f"{price * (100 + percent) / 100:g}",
        "lowered": f"{price * (100 - percent) / 100:g}",
    }


def sums(random: Random) -> Values:
    """Draw two different numbers with their sum, product and wrong results."""
    first, second = random.sample(range(2, 13), 2)
    third = random.randint(1, 9)
    total = first + second
    wrong = total + random.choice((-1, 1, 2, 10, third))
    old = random.randint(25, 80)
    values = {
        "a": first,
        "b": second,
        "c": third,
        "sum": total,
        "badsum": wrong if wrong != total + third else wrong + 1,
        "prod": first * second,
    }
    values |= {
        "sum3": total + third,
        "b9": second + 1 if second + 1 != first else second + 2,
        "a9": first + 3 if first + 3 != second else first + 4,
    }
    return {**values, "b9c": second + third, "old": old, "younger": old - second, "older": old + second}


def ranks(random: Random) -> Values:
    """Draw a rank with its neighbours."""
    rank = random.randint(3, 18)
    ordinals = {f"k{index}": lambda random, index=index: spell_ordinal(index, random) for index in range(1, 5)}
    ranks = {"kn": rank, "kn1": rank + 1, "kn2": rank + 2}
    near = {name: lambda random, number=number: spell_ordinal(number, random) for name, number in ranks.items()}
    return {
        **ordinals,
        **near,
        "nless": rank - 1,
        "n1": rank + 1,
        "four": random.choice(("four", "4", "three", "3")),
        "three": random.choice(("three", "3")),
    }


def listed(random: Random) -> Values:
    """Draw lists of people, things, topics, places and colours: of each, one with a certain member and one without."""
    count = random.randint(3, 7)
    other_count = count + random.choice((-1, 1))

    def joined(items: list[str]) -> str:
        """Return a list with commas and *and*."""
        items = random.sample(items, len(items))
        return ", ".join(items[:-1]) + (", and " if random.random() < 0.3 else " and ") + items[-1]

    words_of = {name: texts[0].split("|") for name, texts in table("listed").items()}
    words_of |= {"people": [*WOMEN, *MEN], "places": PLACES}
    kinds = (("things", "thing"), ("topics", "topic"), ("places", "place"), ("colours", "colour"), ("people", "person"))
    values: dict[str, str | int] = {"count": count, "countb": other_count}
    for name, one in kinds:
        first, last, *rest = random.sample(words_of[name], count + 2)
        values |= {
            name: joined([first, last, *rest[: count - 2]]),
            f"{name}b": joined([first, *rest[: other_count - 1]]),
        }
        values |= {f"first{one}": first, f"last{one}": last}
    return values


def frequencies(random: Random) -> Values:
    """Draw an interval in minutes and how often it fits in an hour."""
    minutes = random.choice((10, 12, 15, 20, 30))
    return {"mins": minutes, "perhour": 60 // minutes, "badperhour": 60 // minutes + random.choice((1, 2, 6))}


def steps(random: Random) -> Values:
    """Draw the number of a step and of the next."""
    step = random.randint(1, 6)
    return {"k": str(step), "k1": str(step + 1)}
