"""Shares in words: *half of*, *three quarters*, *one in five*, and fractions of a unit, as *half an hour*."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from explanans.language.values.numbers import NUMBER_WORDS, read_numeral
from explanans.language.values.units import digits
from explanans.language.values.value import Scan, Value, ValueKind

_PARTS = {
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
    rf"(?<![\w-])(?:(?P<count>an?|{'|'.join(list(_COUNTS)[:9])}|[1-9])[\s-])?(?P<part>{'|'.join(_PARTS)})(?P<plural>s)?(?![\w-])"
    r"(?P<of>\sof\b|(?=\s(?:the|its|his|her|their|our|my|your|these|those|an?)\b))?",
    re.IGNORECASE,
)
_NOT_BEFORE = frozenset(
    """
    first second third fourth other latter former top bottom upper lower better each either final last front back next
    previous this that per behind
    """.split()
)
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
PART_WORDS = frozenset([*_PARTS, *(f"{part}s" for part in _PARTS)])
"""Words that name a part of a whole."""


class UnitPart(NamedTuple):
    """A fraction in front of a unit, as *half an* in *half an hour*.

    Attributes:
        start: Start of its span, in characters.
        end: Where the unit starts.
    """

    start: int
    end: int
    value: Decimal


def find_fractions(scan: Scan) -> Iterator[Value | UnitPart]:
    """Yield shares in words, and fractions of something that may be a unit; the spans of shares are taken."""
    text = scan.text
    for found in _FRACTION.finditer(text) if scan.has(PART_WORDS) else ():
        if scan.is_free(*found.span()) and _is_fraction(text, found):
            item = _fraction(text, found)
            if isinstance(item, Value):
                scan.take(item.start, item.end)
            if item is not None:
                yield item


def _count(found: re.Match[str]) -> int:
    count = (found["count"] or "").lower()
    return int(count) if count.isdigit() else _COUNTS.get(count, 1)


def _is_fraction(text: str, found: re.Match[str]) -> bool:
    """Return whether count and part agree in number, and the part is none of a row: *the second half*."""
    before = text[max(0, found.start() - _LONGEST) : found.start()].split()
    return bool(found["plural"]) == (_count(found) > 1) and not (before and before[-1].lower() in _NOT_BEFORE)


def _fraction(text: str, found: re.Match[str]) -> Value | UnitPart | None:
    part, start = found["part"].lower(), found.start()
    value = Decimal(_count(found)) / Decimal(_PARTS[part])
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
