"""Units, currencies and percent signs after numbers, and amounts of several parts such as *6 feet 2 inches*."""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from explanans.language.values.numbers import Numeral, read_numeral
from explanans.language.values.units import Currency, Unit, behind_figure, currency_of, spelt, unit_symbols, unit_words
from explanans.language.values.value import Scan, Value, ValueKind

_NEEDS_PLURAL = frozenset("second minute bit yard stone pound knot".split())
_PERCENT = re.compile(r"[\s\u00a0-]?(%|per\s?cent\b)(?!-?age)|\s(percentage\spoints?)\b", re.IGNORECASE)
_AGE = re.compile(r"-(?:long|old|olds|wide|high|deep|thick|tall|year-old)\b")
_COMPOUND = re.compile(r"-[A-Za-z]")
LASTING = frozenset(
    """
    lasts lasted last lasting takes took take taking for within after about than least nearly almost under over is was
    be exactly only of roughly approximately around in
    """.split()
)
"""Words between which and a duration nothing stands, as in *takes an hour*."""
_ONE_TIME = re.compile(r"\s(?:later|ago|after|before|of|per|long|is|was)\b|-")
_GOES_ON = re.compile(r",?\s+\w")


class Measure(NamedTuple):
    """The unit after or before a number; one of ``unit``, ``currency`` and ``percent`` is given.

    Attributes:
        unit: The unit of measurement.
        percent: ``%`` or ``points``.
        parts: How many of the named unit make one of the currency: 100 for pence.
        is_hyphenated: Whether a hyphen joins it to the number, as in *two-year*.
    """

    end: int
    unit: Unit | None = None
    currency: Currency | None = None
    percent: str = ""
    parts: int = 1
    is_hyphenated: bool = False


@cache
def _unit_pattern() -> re.Pattern[str]:
    names = "|".join(name.replace("-", "[ -]") for name in sorted(unit_words(), key=len, reverse=True))
    symbols = "|".join(re.escape(symbol) for symbol in sorted(unit_symbols(), key=len, reverse=True))
    symbols = symbols.replace("°C", "° ?C").replace("°F", "° ?F")
    word, symbol = rf"(?P<word>(?i:{names}))(?![\w²³'’])", rf"(?P<symbol>{symbols})(?![\w²³/'’]|\.\w)"
    return re.compile(rf"(?P<gap>[ \u00a0\u202f\u2009]|-|)(?:{word}|{symbol})")


def measure_behind(text: str, number: Numeral) -> Measure | None:
    """Return the unit after a number; None if it is a plain number."""
    end = number.end
    if percent := _PERCENT.match(text, end):
        return Measure(percent.end(), percent="points" if percent[2] else "%")
    following = text[end : end + 2].lstrip(" \u00a0\u202f\u2009-")[:1]
    if not following or not (following.isalpha() or not following.isascii() or following == "$"):
        return None
    return unit_behind(text, number) or _currency(text, end)


def _currency(text: str, end: int) -> Measure | None:
    money = behind_figure().match(text, end)
    if money is None or text.startswith("-", money.end()) or (money[0][0] == "-" and not money[0][1].islower()):
        return None
    currency, parts = currency_of(next(filter(None, money.groups())))
    return Measure(money.end(), currency=currency, parts=parts, is_hyphenated=money[0][0] == "-")


def unit_behind(text: str, number: Numeral) -> Measure | None:
    """Return the unit of measurement behind a number; None if there is none."""
    found = _unit_pattern().match(text, number.end)
    if found is None or (number.is_word and not found["gap"]):
        return None
    is_joined, is_hyphenated = not found["gap"], found["gap"] == "-"
    goes_on = _COMPOUND.match(text, found.end()) is not None
    if symbol := found["symbol"]:
        is_letter = number.is_word and len(symbol) == 1 and symbol.isalpha()
        is_decade = symbol == "s" and is_joined and number.value % 10 == 0
        if is_letter or is_decade or (goes_on and not is_hyphenated):
            return None
        return Measure(found.end(), unit=unit_symbols()[symbol.replace(" ", "")], is_hyphenated=is_hyphenated)
    word = found["word"].lower().replace(" ", "-")
    unit = unit_words()[word]
    is_singular = word == unit.singular
    is_cut = goes_on and not (is_singular and _AGE.match(text, found.end()))
    if is_cut or (is_singular and not is_hyphenated and _is_no_unit(text, number, word, found.end())):
        return None
    return Measure(found.end(), unit=unit, is_hyphenated=is_hyphenated or goes_on)


def _is_no_unit(text: str, number: Numeral, word: str, end: int) -> bool:
    """Return whether a word behind a number is no unit: *two second graders*, *one day he left*, *one bit*."""
    if abs(number.value) != 1:
        return word in _NEEDS_PLURAL
    return number.is_word and (word == "bit" or _is_idiom(text, word, number.start, end))


def _is_idiom(text: str, word: str, start: int, end: int) -> bool:
    """Return whether *one day* and its like only says *once*, as in *One day he left*."""
    if word not in {"day", "week", "month", "year"} or _ONE_TIME.match(text, end) or not _GOES_ON.match(text, end):
        return False
    before = text[:start].split()
    last = before[-1].lower() if before else "."
    if word == "day":
        return last not in LASTING | {"one", "a", "every", "per", "the"}
    return last[-1] in ".,;:!?" or last in {"and", "but", "when"}


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
    """Yield lengths in feet and inches."""
    if not any(mark in text for mark in ("ft", "f", "'", "′", "’")):
        return
    for found in _FEET.finditer(text):
        inches = Decimal(found[1]) * 12 + Decimal(found[2])
        unit = unit_words()["inch"]
        length = float(inches * unit.factor)
        spelling = spelt([inches], unit)
        yield Value(*found.span(), found[0], ValueKind.LENGTH, length, length, spelling, "inches", float(found[1]))


def find_an_hour(scan: Scan) -> Iterator[Value]:
    """Yield durations such as *an hour* behind *takes*, and *an hour and a half*; not rates, as in *twice a year*."""
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
