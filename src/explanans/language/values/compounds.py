"""Amounts of several parts: *2 hours 30 minutes*, *6 feet 2 inches*, *an hour and a half*."""

import re
from collections.abc import Iterator
from decimal import Decimal

from explanans.language.values.measures import LASTING, unit_behind
from explanans.language.values.numbers import read_numeral
from explanans.language.values.scan import Scan
from explanans.language.values.spelling import spelt
from explanans.language.values.units import Unit, unit_words
from explanans.language.values.value import Value, ValueKind

_MORE = re.compile(r",?\s(?:and\s)?|(?=\d)")
_FEET = re.compile(
    r"(?<![\w.,])(\d{1,2})(?:['′’]\s?|\s?(?:ft|feet|foot)\.?\s)(\d{1,2})"
    r"(?:[\"″”]|\s?(?:in\.?|inch|inches)(?=[\s.,;)]|$))"
)
_AN_HOUR = re.compile(r"(?<![\w-])an?\s(hour|day|week|month|year)(\sand\sa\s(half|quarter))?(?![\w-])", re.IGNORECASE)
TIME_WORDS = frozenset("hour day week month year".split())
"""Units of time behind *a* and *an*."""

_RATE = re.compile(r"\s(?:in|when|that|where|of)\b")
_PARTS = {"half": Decimal("0.5"), "quarter": Decimal("0.25")}


def with_smaller_units(text: str, amount: Decimal, unit: Unit, end: int) -> tuple[Decimal, int]:
    """Return an amount with smaller units behind it counted in, and where it ends.

    Args:
        text: The text.
        amount: The amount.
        unit: Its unit.
        end: Where the unit ends, in characters.

    Example:
        >>> with_smaller_units("2 hours 30 minutes", Decimal(2), unit_words()["hour"], 7)
        (Decimal('2.5'), 18)
    """
    smallest = unit
    while more := _MORE.match(text, end):
        place = more.end()
        if place >= len(text) or not (text[place].isdigit() or text[place].isalpha()):
            break
        number = read_numeral(text, place)
        measure = unit_behind(text, number) if number else None
        if number is None or measure is None or measure.unit is None or measure.is_hyphenated:
            break
        small = measure.unit
        is_related = small.ladder == unit.ladder or (unit.ladder, small.ladder) == ("pounds", "ounces")
        if not is_related or small.factor >= smallest.factor or (unit.kind is ValueKind.MASS and "and" in more[0]):
            break
        amount += number.value * small.factor / unit.factor
        smallest, end = small, measure.end
    return amount, end


def find_feet(text: str) -> Iterator[Value]:
    """Yield lengths in feet and inches.

    Args:
        text: The text.
    """
    if not any(mark in text for mark in ("ft", "f", "'", "′", "’")):
        return
    for found in _FEET.finditer(text):
        inches = Decimal(found[1]) * 12 + Decimal(found[2])
        unit = unit_words()["inch"]
        length = float(inches * unit.factor)
        spelling = spelt([inches], unit)
        yield Value(*found.span(), found[0], ValueKind.LENGTH, length, length, spelling, "inches", float(found[1]))


def find_an_hour(scan: Scan) -> Iterator[Value]:
    """Yield durations such as *an hour* behind *takes*, and *an hour and a half*; not rates, as in *twice a year*.

    Args:
        scan: The text.
    """
    text = scan.text
    for found in _AN_HOUR.finditer(text) if scan.has(TIME_WORDS) else ():
        part = _PARTS.get((found[3] or "").lower(), Decimal(0))
        end = found.end() if part else found.end(1)
        before = text[: found.start()].lower().split()
        if not part and (not before or before[-1] not in LASTING - {"is", "was", "be", "of"} or _RATE.match(text, end)):
            continue
        unit = unit_words()[found[1].lower()]
        amount = 1 + part
        if not part:
            amount, end = with_smaller_units(text, amount, unit, end)
        time = float(amount * unit.factor)
        spelling = spelt([amount], unit)
        written = text[found.start() : end]
        yield Value(found.start(), end, written, ValueKind.DURATION, time, time, spelling, unit.name, float(1 + part))
