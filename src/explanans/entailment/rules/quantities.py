"""Quantities: what numbers count or measure, and the range of values that they leave open."""

import math
from typing import NamedTuple

from explanans.entailment.rules.coreference import is_person
from explanans.entailment.rules.numerals import IN_CENTS, UNITS, Numeral, numerals
from explanans.entailment.rules.opposites import positive
from explanans.entailment.rules.reading import Reading, Word
from explanans.language.grammar import is_common_verb
from explanans.language.inflection import base_form, singular

_WITHIN = frozenset("of the its their his her these those all our my your".split())
"""Words between a number and what it counts."""
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
_SMALL = frozenset("short young small little light low narrow thin cheap cold cool near slow few".split())
"""Adjectives whose comparative says that there is less of something."""
_AGED = frozenset("under over below above of aged from until".split())
_WHO = frozenset("those anyone everyone somebody someone anybody everybody whoever".split())
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


_RANGING = {"to": "from", "and": "between"}
"""Word before the first number of a range, by the word before the second."""
_SCALES = {"celsius": "celsius", "c": "celsius", "fahrenheit": "fahrenheit", "f": "fahrenheit"}


class Quantity(NamedTuple):
    """A number with what it counts or measures.

    Attributes:
        low: The least value that is left open.
        value: The number itself, in the unit of the dimension.
        dimension: What is measured, as ``time``; empty if things are counted.
        noun: The number of the word for what is counted or for the unit; that of its last word where none.
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

    def is_like(self, other: "Quantity") -> bool:
        """Return whether both measure the same, or both count things: *ten cents* and *one euro* measure the same."""
        if self.is_ordinal != other.is_ordinal:
            return False
        dimensions = {self.dimension, other.dimension}
        return len(dimensions) == 1 or ("cent" in dimensions and bool(dimensions & IN_CENTS))

    def holds(self, other: "Quantity") -> bool:
        """Return whether this holds whatever value another leaves open: *more than ten* holds of *twelve*."""
        slack = 0.1 if self.is_about else 1e-6
        return self.low - slack * abs(self.low) <= other.low and other.high <= self.high + slack * abs(self.high)

    def meets(self, other: "Quantity") -> bool:
        """Return whether both can hold of one number."""
        slack = 0.12 if self.is_about or other.is_about else 1e-6
        return (
            self.low - slack * abs(self.low) <= other.high + 1e-9
            and other.low <= self.high + slack * abs(self.high) + 1e-9
        )


def quantities(reading: Reading, taken: frozenset[int] = frozenset()) -> tuple[Quantity, ...]:
    """Return the quantities of a sentence, in order."""
    numbers = list(numerals(reading.words, taken))
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


def _range_end(reading: Reading, numbers: list[Numeral], place: int) -> Numeral | None:
    """Return the second number of a range that starts with the first: *four to eight*, *between four and eight*."""
    if place + 1 == len(numbers):
        return None
    one, other = numbers[place], numbers[place + 1]
    between = [word.lower for word in reading.words[one.last + 1 : other.first]]
    before = reading.words[one.first - 1].lower if one.first else ""
    before_verb = {word.lemma for word in reading.words[max(0, one.first - 6) : one.first]}
    if before == "from" and before_verb & _CHANGES:
        return None
    if between[1:] in (["to"], ["and"]) and before == _RANGING[between[1]]:
        # *from four hours to three days*: the first number has a unit of its own.
        low, high = (_measured(reading, number) for number in (one, other))
        return other if low is not None and high is not None and low[0] == high[0] and low[1] < high[1] else None
    ranged = between in (["to"], ["-"], ["–"], ["or"]) or (between == ["and"] and before == "between")
    return other if ranged and other.value > one.value and not one.is_ordinal else None


def _measured(reading: Reading, number: Numeral) -> tuple[str, float] | None:
    """Return the dimension and the value of a number right before its unit; None if there is none."""
    place = number.last + 1
    unit = UNITS.get(_unit(reading.words, place)) if place < len(reading.words) else None
    return (unit[0], number.value * unit[1]) if unit else None


def _quantity(reading: Reading, number: Numeral, to: Numeral | None) -> Quantity:
    words = reading.words
    last = to.last if to else number.last
    noun, unit = _counted(reading, number, last)
    dimension, factor = UNITS.get(number.unit or unit, ("", 1.0))
    if number.unit == "times" or unit == "time":
        dimension = "times"
    if number.is_part and not dimension:
        dimension, factor = _part_of_unit(words, last)
    if not dimension and _is_age(words, number.first, last):
        noun, (dimension, factor) = last, UNITS["year"]
    own = _measured(reading, number) if to else None
    value, top = own[1] if own else number.value * factor, (to.value if to else number.value) * factor
    low, high, about = _bounds(words, number.first, last, value, top)
    return Quantity(low, high, value, dimension, noun, number.first, last, number.is_ordinal, about)


def _is_age(words: tuple[Word, ...], first: int, last: int) -> bool:
    """Return whether a number without a noun is the age of a person: *children under six*, *a child of ten*."""
    if first < 2 or words[first - 1].lower not in _AGED:
        return False
    named, after = words[first - 2], words[last + 1] if last + 1 < len(words) else None
    # In *a child of ten swims* the parser may count swims, as it does cats in *an owner of ten cats*.
    counts = (
        after is not None and after.tag == "NNS" and not (named.tag == "NN" and is_common_verb(base_form(after.lower)))
    )
    return not counts and (named.lower in _WHO or (named.pos == "NOUN" and is_person(named)))


def _part_of_unit(words: tuple[Word, ...], last: int) -> tuple[str, float]:
    """Return what a fraction is of: a unit, as in *three quarters of an hour*, else anything."""
    after = words[last + 1 : last + 4]
    if [word.lower for word in after[:2]] in (["of", "an"], ["of", "a"]) and len(after) > 2 and after[2].lemma in UNITS:
        return UNITS[after[2].lemma]
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
    compared = _compared(words, first)
    if said(_MORE) or compared > 0:
        return math.nextafter(value, math.inf) + abs(value) * 1e-4, math.inf, about
    if (said(_LESS) and not about) or compared < 0:
        return -math.inf, top - abs(top) * 1e-4, about
    return value, top, about


def _compared(words: tuple[Word, ...], first: int) -> int:
    """Return 1 where what stands before a number says that there is more, as *taller than* does, and -1 for less."""
    if first < 2 or words[first - 1].lower != "than" or words[max(0, first - 3)].lower in {"no", "not"}:
        return 0
    adjective = positive(words[first - 2].lower)
    return 0 if adjective is None else -1 if adjective in _SMALL else 1


def _counted(reading: Reading, number: Numeral, last: int) -> tuple[int, str]:
    """Return the word for what a number counts or its unit, and the unit; the number itself where nothing is said."""
    words = reading.words
    before = words[number.first - 1] if number.first else None
    if before is not None and before.lower in {"€", "$", "£"}:
        return before.number, before.lower
    place = last + 1
    if place < len(words) and words[place].lower in {"-", "of"} and not number.is_part:
        place += 1
    if place < len(words) and (unit := _unit(words, place)):
        return place + (words[place].lower == "per"), unit
    noun = _noun(words, last)
    return noun, words[noun].lemma if noun != last else ""


def _unit(words: tuple[Word, ...], place: int) -> str:
    """Return the name of the unit at a place; empty if there is none."""
    text = words[place].lower
    after = words[place + 1].lower if place + 1 < len(words) else ""
    if text == "per" and after == "cent":
        return "%"
    # The parser may leave *euros* as it is.
    names = text.rstrip("."), words[place].lemma, singular(text)
    unit = next((name for name in names if name in UNITS), words[place].lemma)
    if unit in {"degree", "°"}:
        return _SCALES.get(after, "degree")
    return unit if unit in UNITS else ""


def _noun(words: tuple[Word, ...], last: int) -> int:
    """Return the number of the noun that a number counts; that of the number itself if there is none."""
    word = words[last]
    head = words[word.head] if word.head >= 0 else None
    if word.label in {"nummod", "det", "amod", "compound"} and head is not None and head.number > last - 1:
        return head.number
    for following in words[last + 1 : last + 6]:
        if following.pos in {"NOUN", "PROPN"} and following.lower not in {"half", "dozen"}:
            return following.number
        if following.pos in {"ADP", "DET"} and following.lower not in _WITHIN:
            break
        if following.pos not in {"ADJ", "DET", "ADP", "ADV", "NUM"} and following.lower not in {"-", "half"}:
            break
    return last
