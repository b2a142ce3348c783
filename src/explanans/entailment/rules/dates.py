"""Dates: years, centuries, months, days and times of day, and what *before*, *since* and *until* make of them."""

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from explanans.entailment.rules.reading import Reading, Word

_MONTHS = {
    name: number
    for number, name in enumerate(
        """
        january february march april may june july august september october november december
        """.split(),
        1,
    )
}
_MONTHS |= {name[:3]: number for name, number in _MONTHS.items() if name not in {"may", "march"}} | {"sept": 9}
WEEKDAYS = {
    name: number for number, name in enumerate("monday tuesday wednesday thursday friday saturday sunday".split())
}
"""The days of the week, by name: their numbers from 0."""
_DAYS = {"weekday": (0.0, 4.0), "workday": (0.0, 4.0), "weekend": (5.0, 6.0)}
"""The first and the last of several days of the week that have a name together."""
_SEASONS = {"spring": 0, "summer": 1, "autumn": 2, "fall": 2, "winter": 3}
_TIMES_OF_DAY = {"noon": 720.0, "midday": 720.0, "midnight": 1440.0}
_PARTS_OF_DAY = {
    "dawn": 0,
    "sunrise": 0,
    "morning": 1,
    "afternoon": 2,
    "evening": 3,
    "dusk": 3,
    "sunset": 3,
    "night": 4,
}
_ORDINALS = {
    word: number
    for number, word in enumerate(
        """
        first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
        fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first
        """.split(),
        1,
    )
}
_YEAR = re.compile(r"^1[0-9]\d\d$|^20\d\d$")
_DECADE = re.compile(r"^(1[0-9]\d0|20\d0)s$")
_CLOCK = re.compile(r"^(\d{1,2})[:.](\d\d)$")
_HALF_OF_DAY = re.compile(r"^(\d{1,2})(?:[:.](\d\d))?([ap])\.?m\.?$")
_DAY_OF_MONTH = re.compile(r"^(\d{1,2})(?:st|nd|rd|th)?$")
_NOT_YEARS = frozenset("metre meter euro dollar people person kilometre mile gram book copy seat tree animal".split())

_BOUNDS = {
    "before": "before", "by": "before", "after": "after", "since": "since", "from": "since", "until": "until",
    "till": "until", "to": "until",
}  # fmt: skip
_TURNS = {"month": 12.0, "day": 1200.0, "weekday": 7.0, "season": 4.0, "clock": 1440.0}
"""After how much the same month, day, hour comes again."""
_ENDS = frozenset({"since", "until"})
_TO = frozenset({"to", "-", "–", "until", "till", "through"})


class Date(NamedTuple):
    """A date or a time of day.

    Attributes:
        scale: What is named: ``year``, ``month``, ``weekday``, ``day``, ``clock``, ``season`` or ``part``.
        bound: ``before``, ``after``, ``since`` or ``until`` where the time before or after it is meant; else empty.
        throughout: Whether the whole time from the first to the last is meant: *from May to September*.
    """

    scale: str
    low: float
    high: float
    first: int
    last: int
    bound: str = ""
    throughout: bool = False

    def holds(self, other: "Date") -> bool:
        """Return whether this holds of whatever another leaves open: *in the 1920s* holds of *1924*.

        What is so throughout a time is so at any time in it: *in July* holds of *from May to September*, and *in 1950*
        of *until 1962*.
        """
        (low, high), (other_low, other_high) = self._ranges(other)
        if other.goes_on and not (self.goes_on or self.bound):
            return any(other_low <= low + turn and high + turn <= other_high for turn in self._turns(other))
        return any(low <= other_low + turn and other_high + turn <= high for turn in self._turns(other))

    def meets(self, other: "Date") -> bool:
        """Return whether both can hold of one time."""
        (low, high), (other_low, other_high) = self._ranges(other)
        return any(low + turn <= other_high and other_low <= high + turn for turn in self._turns(other))

    @property
    def goes_on(self) -> bool:
        """Return whether what is so at this time is so all through it: *from May to September*, *until 1962*."""
        return self.throughout or self.bound in _ENDS

    def _turns(self, other: "Date") -> tuple[float, ...]:
        """Return by how much a date may be moved to be the same date: by a year, a week or a day, or not at all."""
        turn = 0.0 if self.bound or other.bound else _TURNS.get(self.scale, 0.0)
        return (0.0, turn, -turn) if turn else (0.0,)

    def _ranges(self, other: "Date") -> tuple[tuple[float, float], tuple[float, float]]:
        if self.bound == other.bound and self.bound in _ENDS:
            # *Since* and *until* name the end itself, of which there is one.
            return (self.low, self.high), (other.low, other.high)
        return _range(self), _range(other)


def _range(date: Date) -> tuple[float, float]:
    if date.bound in {"before", "until"}:
        return -math.inf, date.high
    if date.bound in {"after", "since"}:
        return date.low, math.inf
    return date.low, date.high


def dates(reading: Reading) -> tuple[Date, ...]:
    """Return the dates and times of day of a sentence, in order."""
    found = list(_dates(reading))
    joined: list[Date] = []
    for date in found:
        last = joined[-1] if joined else None
        between = "" if last is None or last.scale != date.scale else _between(reading, last, date)
        if last is not None and between:
            whole = date._replace(low=last.low, first=last.first, bound="", throughout=between != "and")
            # *From October to March* goes on in the next year.
            turn = 0.0 if last.low <= date.high else _TURNS.get(date.scale)
            joined[-1] = date if turn is None else whole._replace(high=date.high + turn)
        else:
            joined.append(date)
    return tuple(joined)


def _between(reading: Reading, one: Date, other: Date) -> str:
    """Return what joins two dates that are the ends of a range; nothing if they are not."""
    between = " ".join(word.lower for word in reading.words[one.last + 1 : other.first])
    before = reading.words[one.first - 1].lower if one.first else ""
    return between if between in _TO or (between == "and" and before == "between") else ""


def _dates(reading: Reading) -> Iterator[Date]:
    words = reading.words
    number = 0
    while number < len(words):
        found = _date_at(words, number)
        if found is None:
            number += 1
            continue
        yield found._replace(bound=_bound(words, found))
        number = found.last + 1


def _bound(words: tuple[Word, ...], date: Date) -> str:
    before = words[date.first - 1].lower if date.first else ""
    if before in {"the", "of", "early", "late"} and date.first > 1:
        before = words[date.first - 2].lower
    return _BOUNDS.get(before, "")


def _date_at(words: tuple[Word, ...], number: int) -> Date | None:  # noqa: C901, PLR0911
    """Return the date that starts at a word; None if none does."""
    word = words[number]
    text = word.lower
    after = words[number + 1].lower if number + 1 < len(words) else ""
    if _YEAR.match(text) and not _is_counted(words, number):
        year = float(text)
        if after in {"-", "–"} and number + 2 < len(words) and _YEAR.match(words[number + 2].lower):
            return Date("year", year, float(words[number + 2].lower), number, number + 2)
        return Date("year", year, year, number, number)
    if found := _DECADE.match(text):
        decade = float(found[1])
        return Date(
            "year",
            decade,
            decade + (99 if decade % 100 == 0 and words[number - 1].lower != "early" else 9),
            number,
            number,
        )
    century = _century(words, number)
    if century is not None:
        return century
    if text in _MONTHS and (word.text[0].isupper() and (text not in {"may", "march"} or _is_month(words, number))):
        return _month(words, number)
    if (
        (found := _DAY_OF_MONTH.match(text))
        and after.capitalize() == (words[number + 1].text if after else "")
        and after in _MONTHS
    ):
        month = _MONTHS[after]
        day = float(month * 100 + int(found[1]))
        return Date("day", day, day, number, number + 1)
    if text.removesuffix("s") in WEEKDAYS:
        day = float(WEEKDAYS[text.removesuffix("s")])
        return Date("weekday", day, day, number, number)
    if found_days := _DAYS.get(text.removesuffix("s")):
        return Date("weekday", *found_days, number, number, throughout=True)
    if text == "working" and after.removesuffix("s") == "day":
        return Date("weekday", *_DAYS["workday"], number, number + 1, throughout=True)
    if text in _SEASONS and word.pos in {"NOUN", "PROPN"}:
        return Date("season", float(_SEASONS[text]), float(_SEASONS[text]), number, number)
    if text in _TIMES_OF_DAY:
        return Date("clock", _TIMES_OF_DAY[text], _TIMES_OF_DAY[text], number, number)
    if (
        text in _PARTS_OF_DAY
        and word.pos == "NOUN"
        and number
        and words[number - 1].lower in {"in", "the", "at", "every", "each", "that", "this", "next"}
    ):
        return Date("part", float(_PARTS_OF_DAY[text]), float(_PARTS_OF_DAY[text]), number, number)
    return _clock(words, number)


def _is_counted(words: tuple[Word, ...], number: int) -> bool:
    """Return whether a number of four digits counts what follows it."""
    after = words[number + 1] if number + 1 < len(words) else None
    return after is not None and (after.lemma in _NOT_YEARS or (after.tag == "NNS" and words[number].label == "nummod"))


def _is_month(words: tuple[Word, ...], number: int) -> bool:
    before = words[number - 1].lower if number else ""
    after = words[number + 1].lower if number + 1 < len(words) else ""
    return before in {
        "in",
        "until",
        "since",
        "from",
        "to",
        "by",
        "last",
        "next",
        "of",
        "and",
        "between",
        "early",
        "late",
        "every",
        "before",
        "after",
    } or bool(_DAY_OF_MONTH.match(before) or _DAY_OF_MONTH.match(after) or _YEAR.match(after))


def _month(words: tuple[Word, ...], number: int) -> Date:
    month = _MONTHS[words[number].lower]
    after = words[number + 1].lower if number + 1 < len(words) else ""
    if (found := _DAY_OF_MONTH.match(after)) and int(found[1]) <= 31:
        day = float(month * 100 + int(found[1]))
        return Date("day", day, day, number, number + 1)
    return Date("month", float(month), float(month), number, number)


def _century(words: tuple[Word, ...], number: int) -> Date | None:
    text = words[number].lower
    rest = [word.lower for word in words[number + 1 : number + 4]]
    last = number
    if len(rest) > 1 and rest[0] == "-" and f"{text}-{rest[1]}" in _ORDINALS:
        text, rest, last = f"{text}-{rest[1]}", rest[2:], number + 2
    ordinal = _ORDINALS.get(text)
    if ordinal is None and (found := re.match(r"^(\d{1,2})(?:st|nd|rd|th)$", text)):
        ordinal = int(found[1])
    if ordinal is None or rest[:1] not in (["century"], ["-"]) or (rest[0] == "-" and rest[1:2] != ["century"]):
        return None
    last += 1 if rest[0] == "century" else 2
    return Date("year", (ordinal - 1) * 100.0, ordinal * 100.0, number, last)


def _clock(words: tuple[Word, ...], number: int) -> Date | None:
    text = words[number].lower
    before = words[number - 1].lower if number else ""
    after = words[number + 1].lower if number + 1 < len(words) else ""
    if found := _HALF_OF_DAY.match(text):
        minutes = (int(found[1]) % 12 + (12 if found[3] == "p" else 0)) * 60 + int(found[2] or 0)
        return Date("clock", float(minutes), float(minutes), number, number)
    found = _CLOCK.match(text)
    if after in {"am", "pm", "a.m.", "p.m.", "a.m", "p.m"} and (found or text.isdigit()):
        hour, minute = (int(found[1]), int(found[2])) if found else (int(text), 0)
        total = float((hour % 12 + (12 if after[0] == "p" else 0)) * 60 + minute)
        return Date("clock", total, total, number, number + 1)
    if (
        found
        and before in {"at", "from", "until", "to", "by", "before", "after", "about", "till"}
        and int(found[1]) < 25
    ):
        total = float(int(found[1]) * 60 + int(found[2]))
        return Date("clock", total, total, number, number)
    return None
