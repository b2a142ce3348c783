"""Numerals: numbers in words and digits, and the units that they count."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from explanans.entailment.rules.reading import Word

UNITS: Mapping[str, tuple[str, float]] = MappingProxyType(
    {
        **dict.fromkeys("second sec s".split(), ("time", 1.0)),
        **dict.fromkeys("minute min".split(), ("time", 60.0)),
        **dict.fromkeys("hour hr h".split(), ("time", 3600.0)),
        "day": ("time", 86400.0),
        "night": ("night", 1.0),
        "week": ("time", 604800.0),
        "fortnight": ("time", 2 * 604800.0),
        "month": ("months", 1.0),
        "year": ("months", 12.0),
        "decade": ("months", 120.0),
        "century": ("months", 1200.0),
        **dict.fromkeys("millimetre millimeter mm".split(), ("length", 0.001)),
        **dict.fromkeys("centimetre centimeter cm".split(), ("length", 0.01)),
        **dict.fromkeys("metre meter m".split(), ("length", 1.0)),
        **dict.fromkeys("kilometre kilometer km".split(), ("length", 1000.0)),
        **dict.fromkeys("mile mi".split(), ("length", 1609.344)),
        **dict.fromkeys("foot ft".split(), ("length", 0.3048)),
        **dict.fromkeys("inch".split(), ("length", 0.0254)),
        **dict.fromkeys("yard yd".split(), ("length", 0.9144)),
        **dict.fromkeys("milligram milligramme mg".split(), ("weight", 0.001)),
        **dict.fromkeys("gram gramme g".split(), ("weight", 1.0)),
        **dict.fromkeys("kilogram kilogramme kilo kg".split(), ("weight", 1000.0)),
        **dict.fromkeys("tonne ton t".split(), ("weight", 1e6)),
        **dict.fromkeys("pound lb".split(), ("pound", 1.0)),
        **dict.fromkeys("millilitre milliliter ml".split(), ("volume", 0.001)),
        **dict.fromkeys("centilitre centiliter cl".split(), ("volume", 0.01)),
        **dict.fromkeys("litre liter l".split(), ("volume", 1.0)),
        **dict.fromkeys("celsius centigrade °c".split(), ("celsius", 1.0)),
        **dict.fromkeys("fahrenheit °f".split(), ("fahrenheit", 1.0)),
        **dict.fromkeys("degree °".split(), ("degree", 1.0)),
        **dict.fromkeys("% percent per_cent pc".split(), ("share", 0.01)),
        **dict.fromkeys("euro € eur".split(), ("euro", 1.0)),
        **dict.fromkeys("dollar $ usd".split(), ("dollar", 1.0)),
        **dict.fromkeys("£ gbp".split(), ("pound", 1.0)),
        "cent": ("cent", 0.01),
        "penny": ("penny", 1.0),
        **dict.fromkeys("pence p".split(), ("penny", 1.0)),
    }
)
"""The dimension and the factor of each unit, by its names in the singular; months are of no number of days."""

IN_CENTS = frozenset({"euro", "dollar"})
"""Dimensions of which a cent may be a hundredth: it does not tell of which."""


_SMALL = {
    word: float(number)
    for number, word in enumerate(
        """
        zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
        eighteen nineteen twenty
        """.split()
    )
}
_TENS = {word: 10.0 * number for number, word in enumerate("thirty forty fifty sixty seventy eighty ninety".split(), 3)}
_SCALES = {
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "dozen": 12.0,
    "score": 20.0,
}
_PARTS = {
    "half": 1 / 2, "third": 1 / 3, "quarter": 1 / 4, "fourth": 1 / 4, "fifth": 1 / 5, "sixth": 1 / 6, "seventh": 1 / 7,
    "eighth": 1 / 8, "ninth": 1 / 9, "tenth": 1 / 10, "twentieth": 1 / 20, "hundredth": 1 / 100,
}  # fmt: skip
_TIMES = {"once": 1.0, "twice": 2.0, "thrice": 3.0, "pair": 2.0, "couple": 2.0}
_ORDINALS = {
    word: float(number)
    for number, word in enumerate(
        """
        first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
        fifteenth sixteenth seventeenth eighteenth nineteenth twentieth
        """.split(),
        1,
    )
}
_DIGITS = re.compile(r"^[-−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^[-−]?\d+(?:\.\d+)?$|^[-−]?\d+,\d{1,2}$")
_WITH_UNIT = re.compile(r"^(\d+(?:[.,]\d+)?)([a-z°%€$£]+)$")
_FRACTION = re.compile(r"^(\d+)/(\d+)$")
_UNICODE_PARTS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3}


class Numeral(NamedTuple):
    """A number as written.

    Attributes:
        unit: The unit written together with it, as in ``12kg``; ``times`` for *twice*; empty if there is none.
    """

    value: float
    first: int
    last: int
    is_ordinal: bool = False
    unit: str = ""
    is_part: bool = False


def numerals(words: tuple[Word, ...], taken: frozenset[int]) -> Iterator[Numeral]:
    """Yield the numbers among some words, in order."""
    number = 0
    while number < len(words):
        found = None if number in taken else _numeral(words, number)
        if found is None:
            number += 1
        else:
            yield found
            number = found.last + 1


def value_of(text: str) -> float | None:
    """Return the value of a number in digits; None for other text.

    Example:
        >>> value_of("3,500"), value_of("12.5"), value_of("two")
        (3500.0, 12.5, None)
    """
    if text in _UNICODE_PARTS:
        return _UNICODE_PARTS[text]
    if found := _FRACTION.match(text):
        return float(found[1]) / float(found[2]) if float(found[2]) else None
    if not _DIGITS.match(text):
        return None
    if re.match(r"^[-−]?\d+,\d{1,2}$", text):
        return float(text.replace(",", ".").replace("−", "-"))
    return float(text.replace(",", "").replace("−", "-"))


def _numeral(words: tuple[Word, ...], first: int) -> Numeral | None:
    """Return the number that starts at a word; None if none does."""
    for find in (_with_ending, _often, _part, _ordinal):
        if found := find(words, first):
            return found
    return _cardinal(words, first)


def _after(words: tuple[Word, ...], number: int) -> str:
    return words[number + 1].lower if number + 1 < len(words) else ""


def _with_ending(words: tuple[Word, ...], first: int) -> Numeral | None:
    """Return a number in digits with a unit or the ending of an ordinal."""
    found = _WITH_UNIT.match(words[first].lower)
    value = value_of(found[1]) if found else None
    if found is None or value is None:
        return None
    if found[2] in {"st", "nd", "rd", "th"}:
        return Numeral(value, first, first, is_ordinal=True)
    return Numeral(value, first, first, unit=found[2]) if found[2] in UNITS else None


def _often(words: tuple[Word, ...], first: int) -> Numeral | None:
    """Return how often something happens, and how many a pair are."""
    text, after = words[first].lower, _after(words, first)
    if text in {"twice", "thrice"} or (text == "once" and after in {"a", "every", "per", "in"}):
        return Numeral(_TIMES[text], first, first, unit="times")
    if text in {"pair", "couple"} and after == "of":
        return Numeral(_TIMES[text], first, first)
    return None


def _part(words: tuple[Word, ...], first: int) -> Numeral | None:
    """Return a part in words: *half*, *a third of*, *an hour and a half*."""
    text, after = words[first].lower, _after(words, first)
    if text == "half" or (text in {"quarter", "third"} and after == "of"):
        return _half(words, first)
    if text in {"a", "an"} and after in UNITS:
        rest = [word.lower for word in words[first + 2 : first + 5]]
        return Numeral(1.5, first, first + 4, unit=after) if rest == ["and", "a", "half"] else None
    if text in {"a", "one"} and after in _PARTS and _is_part(words, first + 1):
        return Numeral(_PARTS[after], first, first + 1, is_part=True)
    return None


def _ordinal(words: tuple[Word, ...], first: int) -> Numeral | None:
    text = words[first].lower
    # A second is a time as often as a place in a row.
    is_ordinal = text in _ORDINALS and words[first].pos in {"ADJ", "ADV"} and text != "second"
    return Numeral(_ORDINALS[text], first, first, is_ordinal=True) if is_ordinal else None


def _cardinal(words: tuple[Word, ...], first: int) -> Numeral | None:
    text, after = words[first].lower, _after(words, first)
    if text == "a" and after in {"dozen", "hundred", "thousand", "million"}:
        return _continued(words, first + 1, _SCALES[after])
    if text == "one" and words[first].pos == "PRON":
        return None
    value = _SMALL.get(text, _TENS.get(text, value_of(text)))
    if value is None and text in {"hundred", "thousand", "dozen"}:
        value = _SCALES[text]
    return None if value is None else _continued(words, first, value)


def _is_part(words: tuple[Word, ...], number: int) -> bool:
    """Return whether a word such as *third* names a part: *a third novel* is one of a row."""
    following = words[number + 1] if number + 1 < len(words) else None
    return (
        words[number].lower in {"half", "quarter"} or following is None or following.pos not in {"NOUN", "ADJ", "PROPN"}
    )


def _half(words: tuple[Word, ...], first: int) -> Numeral:
    text = words[first].lower
    rest = [word.lower for word in words[first + 1 : first + 4]]
    if text == "half" and rest[:1] == ["a"] and rest[1:2] and rest[1] in {"dozen", "million"}:
        return Numeral(_SCALES[rest[1]] / 2, first, first + 2)
    if text == "half" and rest[:2] == ["-", "dozen"]:
        return Numeral(6.0, first, first + 2)
    if text == "half" and rest[:1] and rest[0] in {"a", "an"} and rest[1:2] and rest[1] in UNITS:
        return Numeral(0.5, first, first + 1)
    return Numeral(_PARTS[text], first, first, is_part=True)


def _continued(words: tuple[Word, ...], first: int, value: float) -> Numeral:
    """Return a number and the words that go on with it: *two hundred and twenty-one and a half*."""
    last, total, part = first, 0.0, value
    while last + 1 < len(words):
        text = words[last + 1].lower
        if text in _SCALES and text != "score":
            part *= _SCALES[text]
            if _SCALES[text] >= 1e3:
                total, part = total + part, 0.0
            last += 1
            continue
        joined = text in {"and", "-"} and last + 2 < len(words)
        following = words[last + 2].lower if joined else text
        if joined and following in {"a", "one"} and _after(words, last + 2) in {"half", "quarter", "third"}:
            return Numeral(total + part + _PARTS[_after(words, last + 2)], first, last + 3)
        if (parts := _PARTS.get(following.removesuffix("s"))) and following != "half" and text != "and":
            return Numeral((total + part) * parts, first, last + (2 if joined else 1), is_part=True)
        small = _SMALL.get(following, _TENS.get(following))
        if small is None or not _goes_on(words[last].lower, text, total + part, small):
            break
        part += small
        last += 2 if joined else 1
    return Numeral(total + part, first, last)


def _goes_on(last: str, joint: str, value: float, small: float) -> bool:
    """Return whether a small number goes on with the number before it: after a hyphen, or after hundreds."""
    if joint == "-":
        return value % 100 >= 20 and value % 10 == 0 and small < 10
    return value >= 100 and small < 100 and last in _SCALES
