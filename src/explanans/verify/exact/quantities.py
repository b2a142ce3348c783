"""Quantities: numbers in words and digits, what they count or measure, and the range of values that they leave open."""

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from explanans.verify.exact.reading import Reading, Word

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
_TIMES = {"once": 1.0, "twice": 2.0, "thrice": 3.0, "single": 1.0, "pair": 2.0, "couple": 2.0}
_ORDINALS = {
    word: float(number)
    for number, word in enumerate(
        """
        first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
        sixteenth seventeenth eighteenth nineteenth twentieth
        """.split(),
        1,
    )
}

_UNITS: dict[str, tuple[str, float]] = {
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
    "cent": ("cent", 1.0),
    "penny": ("penny", 1.0),
    **dict.fromkeys("pence p".split(), ("penny", 1.0)),
}
_WITHIN = frozenset("of the its their his her these those all our my your".split())
"""Words between a number and what it counts."""
_LETTERS_ONLY_AFTER_NUMBERS = frozenset("s h m g t l p c f".split())
_DIGITS = re.compile(r"^[-−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^[-−]?\d+(?:\.\d+)?$|^[-−]?\d+,\d{1,2}$")
_WITH_UNIT = re.compile(r"^(\d+(?:[.,]\d+)?)([a-z°%€$£]+)$")
_FRACTION = re.compile(r"^(\d+)/(\d+)$")
_UNICODE_PARTS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3}

_AT_LEAST = ("at least", "no fewer than", "no less than", "not fewer than", "not less than", "a minimum of")
_MORE = (
    "more than",
    "over",
    "above",
    "upwards of",
    "in excess of",
    "exceeds",
    "exceeded",
    "exceed",
    "exceeding",
    "greater than",
    "longer than",
    "beyond",
)
_AT_MOST = (
    "at most",
    "up to",
    "no more than",
    "not more than",
    "a maximum of",
    "not exceed",
    "within",
    "no longer than",
    "at the most",
)
_LESS = ("less than", "fewer than", "under", "below", "almost", "nearly", "not quite", "short of")
_ABOUT = (
    "about",
    "around",
    "roughly",
    "approximately",
    "some",
    "nearly",
    "almost",
    "close to",
    "just over",
    "just under",
    "circa",
    "or so",
)


_CHANGES = frozenset(
    """
    rise fall increase decrease grow shrink drop go cut raise lower reduce climb sink move change jump decline double
    """.split()
)


class Quantity(NamedTuple):
    """A number with what it counts or measures.

    Attributes:
        low: The least value that is left open.
        high: The greatest.
        value: The number itself, in the unit of the dimension.
        dimension: What is measured, as ``time``; empty where things are counted.
        noun: The number of the word for what is counted or for the unit; that of the last word of the number where none.
        first: The number of its first word.
        last: The number of its last word.
        is_ordinal: Whether it is a place in a row.
        is_about: Whether it is said to be rough.
    """

    low: float
    high: float
    value: float
    dimension: str
    noun: int
    first: int
    last: int
    is_ordinal: bool = False
    is_about: bool = False

    def holds(self, other: "Quantity") -> bool:
        """Tell whether this holds whatever value another leaves open: *more than ten* holds of *twelve*."""
        slack = 0.1 if self.is_about else 1e-6
        return self.low - slack * abs(self.low) <= other.low and other.high <= self.high + slack * abs(self.high)

    def meets(self, other: "Quantity") -> bool:
        """Tell whether both can hold of one number."""
        slack = 0.12 if self.is_about or other.is_about else 1e-6
        return (
            self.low - slack * abs(self.low) <= other.high + 1e-9
            and other.low <= self.high + slack * abs(self.high) + 1e-9
        )


class _Number(NamedTuple):
    value: float
    first: int
    last: int
    is_ordinal: bool = False
    unit: str = ""
    is_part: bool = False


def quantities(reading: Reading, taken: frozenset[int] = frozenset()) -> tuple[Quantity, ...]:
    """Return the quantities of a sentence, in order.

    Args:
        reading: The sentence.
        taken: The numbers of words that are something else, as dates are.
    """
    numbers = list(_numbers(reading.words, taken))
    found = []
    skip = -1
    for place, number in enumerate(numbers):
        if place <= skip:
            continue
        to = _range_end(reading, numbers, place)
        if to is not None:
            skip = place + 1
        found.append(_quantity(reading, number, to))
    return tuple(found)


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


def _numbers(words: tuple[Word, ...], taken: frozenset[int]) -> Iterator[_Number]:
    number = 0
    while number < len(words):
        found = None if number in taken else _number_at(words, number, taken)
        if found is None:
            number += 1
        else:
            yield found
            number = found.last + 1


def _number_at(words: tuple[Word, ...], first: int, taken: frozenset[int]) -> _Number | None:  # noqa: C901, PLR0911, PLR0912
    """Return the number that starts at a word; None where none does."""
    text = words[first].lower
    after = words[first + 1].lower if first + 1 < len(words) else ""
    if found := _WITH_UNIT.match(text):
        value = value_of(found[1])
        if value is not None and found[2] in _UNITS:
            return _Number(value, first, first, unit=found[2])
        if found[2] in {"st", "nd", "rd", "th"}:
            return _Number(float(found[1].replace(",", "")), first, first, is_ordinal=True)
    if text in _TIMES and (text in {"once", "twice", "thrice"} or (text in {"pair", "couple"} and after == "of")):
        return (
            None
            if text == "once" and after not in {"a", "every", "per", "in"}
            else _Number(_TIMES[text], first, first, unit="times")
        )
    if text == "half" or (text in {"quarter", "third"} and after in {"of"}):
        return _half(words, first)
    if (
        text in {"a", "an"}
        and after in _UNITS
        and [word.lower for word in words[first + 2 : first + 5]] == ["and", "a", "half"]
    ):
        return _Number(1.5, first, first + 4, unit=after)
    if text in {"a", "one"} and after in {"quarter", "third", "half", "fifth", "tenth"} and _is_part(words, first + 1):
        return _Number(_PARTS[after], first, first + 1, is_part=True)
    if text == "a" and after in {"dozen", "hundred", "thousand", "million"}:
        return _continued(words, first + 1, _SCALES[after])
    if text in _ORDINALS and words[first].pos in {"ADJ", "ADV"} and text not in {"second"}:
        return _Number(_ORDINALS[text], first, first, is_ordinal=True)
    value = _SMALL.get(text, _TENS.get(text, value_of(text)))
    if value is None and text in {"hundred", "thousand", "dozen"}:
        return _continued(words, first, _SCALES[text])
    if value is None:
        return None
    if text == "one" and words[first].pos == "PRON":
        return None
    return _continued(words, first, value)


def _is_part(words: tuple[Word, ...], number: int) -> bool:
    """Tell whether a word such as *third* names a part: *a third novel* is one of a row."""
    following = words[number + 1] if number + 1 < len(words) else None
    return (
        words[number].lower in {"half", "quarter"} or following is None or following.pos not in {"NOUN", "ADJ", "PROPN"}
    )


def _half(words: tuple[Word, ...], first: int) -> _Number:
    text = words[first].lower
    rest = [word.lower for word in words[first + 1 : first + 4]]
    if text == "half" and rest[:1] == ["a"] and rest[1:2] and rest[1] in {"dozen", "million"}:
        return _Number(_SCALES[rest[1]] / 2, first, first + 2)
    if text == "half" and rest[:2] == ["-", "dozen"]:
        return _Number(6.0, first, first + 2)
    if text == "half" and rest[:1] in (["a"], ["an"]) and rest[1:2] and rest[1] in _UNITS:
        return _Number(0.5, first, first + 1)
    return _Number(_PARTS[text], first, first, is_part=True)


def _continued(words: tuple[Word, ...], last: int, value: float) -> _Number:
    """Return a number and the words that go on with it: *two hundred and twenty-one and a half*."""
    first = last
    total, part = 0.0, value
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
        if (
            joined
            and following in {"a", "one"}
            and last + 3 < len(words)
            and words[last + 3].lower in {"half", "quarter", "third"}
        ):
            part += _PARTS[words[last + 3].lower]
            last += 3
            break
        if (
            following in _PARTS
            and following.rstrip("s") in _PARTS
            and (text == "-" or not joined)
            and following != "half"
        ):
            return _Number((total + part) * _PARTS[following], first, last + (2 if joined else 1), is_part=True)
        if following.endswith("s") and following[:-1] in _PARTS and (text == "-" or not joined):
            return _Number((total + part) * _PARTS[following[:-1]], first, last + (2 if joined else 1), is_part=True)
        small = _SMALL.get(following, _TENS.get(following))
        smaller = small is not None and (
            (text == "-" and 20 <= part % 100 < 100 and small < 10) or (text == "and" and part + total >= 100 and small < 100 and words[last].lower in _SCALES)
            or (not joined and part + total >= 100 and words[last].lower in _SCALES and small < 100)
        )  # fmt: skip
        if not smaller or small is None:
            break
        part += small
        last += 2 if joined else 1
    return _Number(total + part, first, last)


def _range_end(reading: Reading, numbers: list[_Number], place: int) -> _Number | None:
    """Return the second number of a range that starts with the first: *four to eight*, *between four and eight*."""
    if place + 1 == len(numbers):
        return None
    one, other = numbers[place], numbers[place + 1]
    between = [word.lower for word in reading.words[one.last + 1 : other.first]]
    before = reading.words[one.first - 1].lower if one.first else ""
    before_verb = {word.lemma for word in reading.words[max(0, one.first - 6) : one.first]}
    if before == "from" and before_verb & _CHANGES:
        return None
    ranged = between in (["to"], ["-"], ["–"], ["or"]) or (between == ["and"] and before == "between")
    return other if ranged and other.value > one.value and not one.is_ordinal else None


def _quantity(reading: Reading, number: _Number, to: _Number | None) -> Quantity:
    words = reading.words
    last = to.last if to else number.last
    noun, unit = _counted(reading, number, last)
    dimension, factor = _UNITS.get(number.unit or unit, ("", 1.0))
    if number.unit == "times" or unit == "time":
        dimension = "times"
    if number.is_part and not dimension:
        dimension, factor = _part_of_unit(words, last)
    value, top = number.value * factor, (to.value if to else number.value) * factor
    low, high, about = _bounds(words, number.first, last, value, top)
    return Quantity(low, high, value, dimension, noun, number.first, last, number.is_ordinal, about)


def _part_of_unit(words: tuple[Word, ...], last: int) -> tuple[str, float]:
    """Return what a fraction is of: a unit, as in *three quarters of an hour*, else anything."""
    after = words[last + 1 : last + 4]
    if (
        [word.lower for word in after[:2]] in (["of", "an"], ["of", "a"])
        and len(after) > 2
        and after[2].lemma in _UNITS
    ):
        return _UNITS[after[2].lemma]
    return "share", 1.0


def _bounds(words: tuple[Word, ...], first: int, last: int, value: float, top: float) -> tuple[float, float, bool]:
    """Return the values that the words around a number leave open, and whether it is said to be rough."""
    before = " " + " ".join(word.lower for word in words[max(0, first - 4) : first])
    after = " ".join(word.lower for word in words[last + 1 : last + 5])

    def said(phrases: tuple[str, ...]) -> bool:
        return any(before.endswith((" " + phrase, " " + phrase + " the", " " + phrase + " a")) for phrase in phrases)

    about = said(_ABOUT)
    if said(_AT_LEAST) or after.startswith(("or more", "or over")) or " or more" in f" {after}"[:18]:
        return value, math.inf, about
    if said(_AT_MOST) or after.startswith(("or less", "or fewer", "at most", "at the most")):
        return (-math.inf if value > 0 else value), top, about
    if said(_MORE):
        return math.nextafter(value, math.inf) + abs(value) * 1e-4, math.inf, about
    if said(_LESS) and not about:
        return -math.inf, top - abs(top) * 1e-4, about
    return value, top, about


def _counted(reading: Reading, number: _Number, last: int) -> tuple[int, str]:
    """Return the word for what a number counts or its unit, and the unit; the number itself where nothing is said."""
    words = reading.words
    before = words[number.first - 1] if number.first else None
    if before is not None and before.lower in {"€", "$", "£"}:
        return before.number, before.lower
    place = last + 1
    if place < len(words) and words[place].lower in {"-", "of"} and not number.is_part:
        place += 1
    if place < len(words):
        unit = words[place].lower.rstrip(".") if words[place].lower in _UNITS else words[place].lemma
        if words[place].lower == "per" and place + 1 < len(words) and words[place + 1].lower == "cent":
            return place + 1, "%"
        if unit == "degree" or words[place].lower == "°":
            scale = words[place + 1].lower if place + 1 < len(words) else ""
            return place, {"celsius": "celsius", "c": "celsius", "fahrenheit": "fahrenheit", "f": "fahrenheit"}.get(
                scale, "degree"
            )
        if unit in _UNITS and (len(unit) > 1 or unit in _LETTERS_ONLY_AFTER_NUMBERS or not unit.isalpha()):
            return place, unit
    word = words[last]
    head = words[word.head] if word.head >= 0 else None
    if word.label in {"nummod", "det", "amod", "compound"} and head is not None and head.number > last - 1:
        return head.number, head.lemma
    for following in words[last + 1 : last + 6]:
        if following.pos in {"NOUN", "PROPN"} and following.lower not in {"half", "dozen"}:
            return following.number, following.lemma
        if following.pos in {"ADP", "DET"} and following.lower not in _WITHIN:
            break
        if following.pos not in {"ADJ", "DET", "ADP", "ADV", "NUM"} and following.lower not in {"-", "half"}:
            break
    return last, ""
