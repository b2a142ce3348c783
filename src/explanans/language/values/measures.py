"""Units, currencies and percent signs after numbers, amounts such as *6 feet 2 inches*, and shares in words."""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from explanans.language.lexicon import word_set
from explanans.language.values.numbers import NUMBER_WORDS, Numeral, read_numeral
from explanans.language.values.units import (
    Currency,
    Unit,
    behind_figure,
    currency_of,
    digits,
    spelt,
    unit_symbols,
    unit_words,
)
from explanans.language.values.value import Scan, Value, ValueKind

_NEEDS_PLURAL = frozenset("second minute bit yard stone pound knot".split())
_PERCENT = re.compile(r"[\s\u00a0-]?(%|per\s?cent\b)(?!-?age)|\s(percentage\spoints?)\b", re.IGNORECASE)
_AGE = re.compile(r"-(?:long|old|olds|wide|high|deep|thick|tall|year-old)\b")
_AGE_GROUP = re.compile(r"\b(?:under|over)[\s-]$", re.IGNORECASE)
_GROUP_END = re.compile(r"s\b")
_COMPOUND = re.compile(r"-[A-Za-z]")
LASTING = word_set("language.values.measures.lasting")
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
    unit = unit_behind(text, number)
    if unit is not None and not text.startswith(" sterling", unit.end):
        return unit
    return _currency(text, end) or unit


def _currency(text: str, end: int) -> Measure | None:
    money = behind_figure().match(text, end)
    if money is None or text.startswith("-", money.end()) or (money[0][0] == "-" and not money[0][1].islower()):
        return None
    currency, parts = currency_of(next(filter(None, money.groups())))
    return Measure(money.end(), currency=currency, parts=parts, is_hyphenated=money[0][0] == "-")


def is_age_group(text: str, number: Numeral) -> bool:
    """Return whether a number in digits is the bound of the ages of a group, as in *under-16s*."""
    before = text[max(0, number.start - 6) : number.start]
    return _AGE_GROUP.search(before) is not None and _GROUP_END.match(text, number.end) is not None


def unit_behind(text: str, number: Numeral) -> Measure | None:
    """Return the unit of measurement behind a number; None if there is none."""
    found = _unit_pattern().match(text, number.end)
    if found is None or (number.is_word and not found["gap"]) or is_age_group(text, number):
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


_FRACTIONS = {
    "half": 2,
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "twentieth": 20,
    "hundredth": 100,
}
_COUNTS = {word: number for number, word in enumerate("one two three four five six seven eight nine".split(), 1)} | {
    "a": 1,
    "an": 1,
}
_FRACTION = re.compile(
    rf"(?<![\w-])(?:(?P<count>an?|{'|'.join(list(_COUNTS)[:9])}|[1-9])[\s-])?(?P<part>{'|'.join(_FRACTIONS)})(?P<plural>s)?(?![\w-])"
    r"(?P<of>\sof\b|(?=\s(?:the|its|his|her|their|our|my|your|these|those|an?)\b))?",
    re.IGNORECASE,
)
_SLASHED = re.compile(r"(?<![\w.,/])(\d{1,2})/(\d{1,3})(?=\sof\b)")
_NOT_BEFORE = word_set("language.values.measures.not-before")
_OF_UNIT = re.compile(r"(?:\sof)?\san?\s(?=[a-z])", re.IGNORECASE)
_IN = re.compile(r"\s(?:in|out\sof)(?:\severy)?\s(?=\w)", re.IGNORECASE)
_BIG = {"million": Decimal(10**6), "billion": Decimal(10**9), "dozen": Decimal(12), "thousand": Decimal(1000)}
_BIG_NUMBER = re.compile(r"(?:million|billion|dozen|thousand)\b", re.IGNORECASE)
_OF = re.compile(r"\sof\b")
_WORD = re.compile(r"\s[a-z]")
_LONGEST = 12  # characters of a word before a fraction that is looked at
_UNITS_AFTER = re.compile(
    r"\s?(?:minutes?|hours?|days?|weeks?|months?|years?|seconds?|stars|points|marks|%|percent|km|metres|meters|cm|mm|kg"
    r"|\w+ward\b|ways?\b|places?\b|cases\b(?=\s(?:in|of)))",
    re.IGNORECASE,
)
PART_WORDS = frozenset([*_FRACTIONS, *(f"{part}s" for part in _FRACTIONS)])
"""Words that name a part of a whole."""


class UnitPart(NamedTuple):
    """A fraction in front of a unit, as *half an* in *half an hour*.

    Attributes:
        start: Start of its span, in characters.
    """

    start: int
    end: int
    value: Decimal


def find_fractions(scan: Scan) -> Iterator[Value | UnitPart]:
    """Yield shares in words, and fractions of something that may be a unit; the spans of shares are taken."""
    text = scan.text
    yield from scan.taken(_in_figures(text)) if scan.has_digit and "/" in text else ()
    for found in _FRACTION.finditer(text) if scan.has(PART_WORDS) else ():
        if scan.is_free(*found.span()) and _is_fraction(text, found):
            item = _fraction(text, found)
            if isinstance(item, Value):
                scan.take(item.start, item.end)
            if item is not None:
                yield item


def _in_figures(text: str) -> Iterator[Value]:
    """Yield shares such as *2/3 of*."""
    for found in _SLASHED.finditer(text):
        first, second = int(found[1]), int(found[2])
        if 0 < first < second:
            share, percent = round(first / second, 4), digits(round(Decimal(first * 100) / second, 1))
            yield Value(*found.span(), found[0], ValueKind.SHARE, share, share, f"{percent} %", "%", float(percent))


def _count(found: re.Match[str]) -> int:
    count = (found["count"] or "").lower()
    return int(count) if count.isdigit() else _COUNTS.get(count, 1)


def _is_fraction(text: str, found: re.Match[str]) -> bool:
    """Return whether count and part agree in number, and the part is none of a row: *the second half*."""
    before = text[max(0, found.start() - _LONGEST) : found.start()].split()
    return bool(found["plural"]) == (_count(found) > 1) and not (before and before[-1].lower() in _NOT_BEFORE)


def _fraction(text: str, found: re.Match[str]) -> Value | UnitPart | None:
    part, start = found["part"].lower(), found.start()
    value = Decimal(_count(found)) / Decimal(_FRACTIONS[part])
    end = found.end("plural") if found["plural"] else found.end("part")
    of_unit = _OF_UNIT.match(text, end) if found["of"] is not None else None
    if of_unit:
        big = _BIG_NUMBER.match(text, of_unit.end())
        if big is None:
            return UnitPart(start, of_unit.end(), value)
        value *= _BIG[big[0].lower()]
        number = float(value)
        written = text[start : big.end()]
        return Value(start, big.end(), written, ValueKind.NUMBER, number, number, digits(value), "", number)
    if not _is_share(text, found, end):
        return None
    percent = digits(round(value * 100, 1))
    of = " of" if part == "half" and not _OF.match(text, end) else ""
    share = float(round(value, 4))
    return Value(start, end, text[start:end], ValueKind.SHARE, share, share, f"{percent} %{of}", "%", float(percent))


def _is_share(text: str, found: re.Match[str], end: int) -> bool:
    """Return whether a fraction is a share of what follows; *a fifth* and *one half* alone may be something else."""
    count, part = (found["count"] or "").lower(), found["part"].lower()
    has_of = _OF.match(text, end) is not None
    if part == "half":
        return count in {"", "a", "one"} and found["of"] is not None and (has_of or not count)
    if not count or count == "an":
        return False
    if count == "a" or part in {"quarter", "fourth", "hundredth", "twentieth"}:
        return has_of
    return has_of or count != "one" or not _WORD.match(text, end)


def find_odds(scan: Scan) -> Iterator[Value]:
    """Yield shares such as *one in five* and *9 out of 10*, and take their spans."""
    text = scan.text
    if not scan.has_digit and len(scan.words & NUMBER_WORDS) < 2:
        return
    for joint in _IN.finditer(text):
        start = _start_of_number(text, joint.start())
        first = read_numeral(text, start) if start is not None else None
        following = text[joint.end() : joint.end() + 1]
        if start is None or first is None or first.end != joint.start() or not following.isalnum():
            continue
        second = read_numeral(text, joint.end()) if following.isdigit() or following.islower() else None
        if second is None or second.value <= first.value or second.value == second.value.to_integral() == 0:
            continue
        is_year = 1000 < second.value < 2100
        if (
            is_year
            or first.value != int(first.value)
            or _UNITS_AFTER.match(text, second.end)
            or text[second.end : second.end + 1] in {"-", "%"}
        ):
            continue
        if not scan.is_free(start, second.end):
            continue
        scan.take(start, second.end)
        share = round(first.value / second.value, 4)
        of = (
            ""
            if re.compile(r"\s(?:of|is|are|was|were|has|have|will|do|does)\b|\s*[.,;:)]|\s*$").match(text, second.end)
            else " of"
        )
        yield Value(
            start,
            second.end,
            text[start : second.end],
            ValueKind.SHARE,
            float(share),
            float(share),
            f"{digits(round(share * 100, 1))} %{of}",
            "%",
            float(first.value),
        )


def _start_of_number(text: str, end: int) -> int | None:
    """Return where the single word or figure before a place starts, if it may be a number."""
    found = re.compile(
        r"(?<![\w.,-])(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)$", re.IGNORECASE
    ).search(text[max(0, end - 8) : end])
    return max(0, end - 8) + found.start() if found else None
