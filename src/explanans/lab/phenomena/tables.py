"""Small tables as text and rows, prices and opening hours, stock, versions and models."""

from collections.abc import Callable
from functools import partial
from random import Random

from explanans.lab.phenomena.drawing import phenomenon
from explanans.lab.phenomena.example import Example, Phenomenon
from explanans.lab.phenomena.matrix import Values
from explanans.lab.phenomena.quantities import CURRENCIES, money
from explanans.lab.phenomena.spellings import DAYS, spell_time


def _prices(random: Random) -> Values:
    """Draw three rising prices."""
    currency = random.choice(list(CURRENCIES))
    cents = sorted(random.sample(range(150, 9000, 50), 3))
    return {f"m{index}": partial(money, amount, currency) for index, amount in enumerate(cents, 1)}


def _hours(random: Random) -> Values:
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


def _stock(random: Random) -> Values:
    """Draw a number in stock, a smaller one sold and their difference."""
    total = random.randint(6, 90)
    sold = random.randint(2, total - 2)
    sold += sold * 2 == total
    return {"x": total, "y": sold, "left": total - sold}


def _versions(random: Random) -> Values:
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


def _rows(draw: Phenomenon) -> Phenomenon:
    """Return a phenomenon whose table rows end with their bar."""

    def drawn(random: Random) -> Example:
        """Draw an example and take the stops behind bars away."""
        example = draw(random)
        return Example(
            tuple(premise.removesuffix(".") if premise.startswith("|") else premise for premise in example.premises),
            example.claims,
        )

    return drawn


_SOURCES: dict[str, Callable[[Random], Values]] = {
    "tables-of-prices": _prices,
    "tables-of-hours": _hours,
    "tables-of-records": _hours,
    "availability": _stock,
    "versions-and-models": _versions,
}
PHENOMENA: dict[str, Phenomenon] = {name: _rows(phenomenon(name, source)) for name, source in _SOURCES.items()}
"""The phenomena by their names."""
