"""Quantifiers, bounds and ranges, generic statements, subsets and supersets."""

from random import Random

from explanans.lab.phenomena.drawing import phenomenon
from explanans.lab.phenomena.example import Phenomenon
from explanans.lab.phenomena.matrix import Values


def _bounds(random: Random) -> Values:
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


def _ranges(random: Random) -> Values:
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


PHENOMENA: dict[str, Phenomenon] = {
    "quantifiers": phenomenon("quantifiers"),
    "monotone-quantifiers": phenomenon("monotone-quantifiers"),
    "bounds": phenomenon("bounds", _bounds),
    "ranges": phenomenon("ranges", _ranges),
    "generic-statements": phenomenon("generic-statements"),
}
"""The phenomena by their names."""
