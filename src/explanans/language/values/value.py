"""Values in a text: their kinds, their context, and the text while it is scanned for them."""

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from explanans.language.tokens import is_function_word


class ValueKind(StrEnum):
    """The dimension of a value."""

    NUMBER = "number"
    ORDINAL = "ordinal"
    SHARE = "share"
    MONEY = "money"
    LENGTH = "length"
    AREA = "area"
    VOLUME = "volume"
    MASS = "mass"
    SPEED = "speed"
    TEMPERATURE = "temperature"
    ENERGY = "energy"
    POWER = "power"
    PRESSURE = "pressure"
    FREQUENCY = "frequency"
    VOLTAGE = "voltage"
    CURRENT = "current"
    ANGLE = "angle"
    DATA = "data"
    DURATION = "duration"
    DATE = "date"
    CLOCK = "clock"


CALENDAR = frozenset({ValueKind.DATE, ValueKind.CLOCK})
"""The kinds of points in time."""
HALF_DAY = 720
"""Minutes of half a day, after which clock times without *am* or *pm* come again."""


class Value(NamedTuple):
    """A value in a text.

    Attributes:
        start: Start of its span, in characters.
        low: The least magnitude, in the base unit of the dimension: metre, square metre, litre, gram, kilometre per
            hour, degree Celsius, joule, watt, pascal, hertz, volt, ampere, degree, byte, second, the major unit of a
            currency, day number (proleptic Gregorian) for dates, minute of the day for clock times, 1 for the
            whole of a share.
        high: The greatest magnitude; equal to ``low`` unless the text gives a range or a period, as *5 to 10 km* and
            *May 2020* do.
        canonical: The canonical spelling of the span.
        unit: The unit as normalised, such as ``km`` or ``EUR``; empty for numbers.
        figure: The (first) figure as written, before scale words and units, such as 2.5 in *2.5 million euros*.
        modulus: Period of the magnitude, such as 720 minutes for a clock time without *am* or *pm*; 0 if there is none.
    """

    start: int
    end: int
    text: str
    kind: ValueKind
    low: float
    high: float
    canonical: str
    unit: str = ""
    figure: float = 0.0
    modulus: int = 0

    @property
    def is_range(self) -> bool:
        """Return whether the value is an interval rather than a point."""
        return self.low != self.high


_LED = r"(?:the\s|a\s)?(?:ages?\s(?:of\s)?)?$"
"""Words between those of a bound and its value."""
_AT_LEAST = re.compile(r"\b(?:at least|(?:a )?minimum(?: of|:)?|from)\s" + _LED, re.IGNORECASE)
_AT_MOST = re.compile(
    r"\b(?:at most|up to|(?:a )?maximum(?: of|:)?|a limit of|within|until|by)\s" + _LED, re.IGNORECASE
)
_MORE = re.compile(
    r"\b(?:(?:more|longer|greater|higher|older|larger|bigger|heavier|later|further|farther|taller|faster|better) than"
    r"|over|above|exceeds?|exceeding|exceeded|in excess of|upwards of|beyond|after)[\s-]" + _LED,
    re.IGNORECASE,
)
_LESS = re.compile(
    r"\b(?:(?:less|fewer|shorter|lower|younger|smaller|lighter|earlier|slower|cheaper) than"
    r"|under|below|almost|nearly|not quite|before)[\s-]" + _LED,
    re.IGNORECASE,
)
_AFTER = re.compile(r"\b(?:after|later than)\s(?:the\s)?$", re.IGNORECASE)
_BEFORE = re.compile(r"\b(?:before|earlier than|prior to)\s(?:the\s)?$", re.IGNORECASE)
_SINCE = re.compile(r"\bsince\s(?:the\s)?$", re.IGNORECASE)
_BY = re.compile(r"\b(?:by|until|till)\s(?:the\s)?$", re.IGNORECASE)
_NOT = re.compile(r"(?:\b(?:no|not|never|cannot)|n['’]t)\s(?:(?!and\b|or\b|but\b)\w+\s){0,2}$", re.IGNORECASE)
_OR_MORE = re.compile(r"\s(?:or|and)\s(?:more|over|older|longer|above|later)\b", re.IGNORECASE)
_OR_LESS = re.compile(r"\s(?:or|and)\s(?:less|fewer|under|younger|shorter|below|earlier)\b", re.IGNORECASE)
_LEAST_BEHIND = re.compile(r"(?:\s\w+)?\s(?:at (?:the )?least|at the earliest|minimum)\b", re.IGNORECASE)
_MOST_BEHIND = re.compile(r"(?:\s\w+)?\s(?:at (?:the )?most|at the latest|maximum)\b", re.IGNORECASE)
_ABOUT = re.compile(
    r"\b(?:about|around|roughly|approximately|some|almost|nearly|circa|ca\.|just (?:over|under)|close to)\s$",
    re.IGNORECASE,
)
_AGED = re.compile(
    r"\b(?:aged|ages?(?:\sof)?|turns?|turned|(?:child|boy|girl|son|daughter|man|woman) of|until|from)\s$", re.IGNORECASE
)
_OLD = re.compile(r"[\s-]?olds?\b|\sof age\b", re.IGNORECASE)
_NAMED = re.compile(r"([A-Za-z]+):?\s$")
_COUNTED = re.compile(r"[\s-]+(?:of\s|the\s)*([A-Za-z]+)")


class PlacedValue:
    """A value, its text, and the interval that the words beside it leave open.

    Attributes:
        bound: 1 if the value is a lower bound, as behind *at least*, -1 if it is an upper bound, else 0.
        is_limit: Whether the bound is set as a limit, as by *up to*, rather than compared with, as by *more than*.
        is_strict: Whether the bound itself is excluded.
    """

    def __init__(self, value: Value, text: str) -> None:
        self.value, self.text = value, text
        before, after = text[max(0, value.start - 40) : value.start], text[value.end : value.end + 24]
        self.is_about = _ABOUT.search(before) is not None
        self.bound, self.is_limit, self.is_strict = _bound(before, after, dated=value.kind in CALENDAR)
        if self.is_about and self.bound < 0:
            self.bound, self.is_limit, self.is_strict = 0, False, False

    @property
    def is_age(self) -> bool:
        """Return whether the words beside the value let it be an age, as in *aged 9* and *nine-year-old*."""
        if self.value.kind is ValueKind.DURATION and _OLD.match(self.text, self.value.end):
            return True
        return _AGED.search(self.text[: self.value.start]) is not None

    @property
    def counted(self) -> str:
        """The stem of the word behind a plain number, as *cat* of *two cats*."""
        found = _COUNTED.match(self.text, self.value.end)
        return _stem(found[1]) if found else ""

    @property
    def named(self) -> str:
        """The stem of the word in front of a plain number, as *floor* of *floor 2*."""
        found = _NAMED.search(self.text[: self.value.start])
        return _stem(found[1]) if found and not is_function_word(found[1].lower()) else ""


def _bound(before: str, after: str, *, dated: bool) -> tuple[int, bool, bool]:
    """Return the bound, whether it is a limit, and whether it is strict, by the words on both sides of a value."""
    if _OR_MORE.match(after):
        return 1, False, False
    if _OR_LESS.match(after):
        return -1, False, False
    compared = ((1, _AFTER), (-1, _BEFORE)) if dated else ((1, _MORE), (-1, _LESS))
    for bound, words in compared:
        if found := words.search(before):
            is_denied = _NOT.search(before[: found.start()]) is not None
            return (-bound, True, False) if is_denied else (bound, False, True)
    least, most = (_SINCE, _BY) if dated else (_AT_LEAST, _AT_MOST)
    if least.search(before):
        return 1, True, False
    if most.search(before):
        return -1, True, False
    bound = 1 if _LEAST_BEHIND.match(after) else -1 if _MOST_BEHIND.match(after) else 0
    return bound, bound != 0, False


def _stem(word: str) -> str:
    low = word.lower()
    return low[:-1] if len(low) > 3 and low.endswith("s") and not low.endswith("ss") else low


# Identifiers that look like numbers: addresses, versions, citations, ISBN, telephone numbers, sections, ratios, code.
_NO_VALUE = re.compile(
    r"\bv\d+(?:\.\d+)*\b"
    r"|\b\d+\.\d+\.\d+(?:\.\d+)*(?:-\w+)?\b(?!,)(?<!\d\d\.\d\d\.\d\d\d\d)"
    r"|\[\^?\w{1,4}(?:[,;–-]\s?\w{1,4})*\]"
    r"|\b(?:ISBN|ISSN|DOI|IBAN|RFC|ISO|DIN|EN|PMID)(?:-1[03])?:?[ -]?[\dXx][\w./:-]*(?: \d[\d -]*\d)?"
    r"|(?<![\w.,])\+\d[\d ()/-]{5,}\d|(?<![\w.,])\(?0\d{1,5}\)?[ /-]\d[\d -]{3,}\d|\b\d{3}[-.]\d{3}[-.]\d{4}\b"
    r"|(?:[Cc]all|[Pp]hone|[Tt]el\.?:?)\s\d{3}-\d{4}\b|(?:§+\s?|\b(?:[Ss]ections?|[Cc]hapters?|[Ff]igures?|[Ff]igs?\.|[Tt]ables?|[Aa]rticles?|[Aa]ppendix"
    r"|[Cc]lauses?|[Vv]olumes?|[Vv]ersions?|[Rr]elease|[Pp]ages?|pp?\.|[Nn]o\.|[Nn]r\.)\s)\d+(?:\.\d+)*[a-z]?\b"
    r"(?!\s?[%€£]|,\d{3})"
    r"|\b\d{1,4}[-–]\d{1,4}[-–]\d{3,}\b(?!-)|\b24/7\b|\b\d+(?:[x×]\d+)+\b"
    r"|`[^`]*`"
)  # fmt: skip
_ADDRESS = re.compile(r"https?://\S+|www\.\S+|\S+@\S+\.\w+")
_MAYBE_NO_VALUE = re.compile(
    r"[§+`\[\]]|\d[.-]\d+[.-]\d|\d-\d{4}|\bv\d|[A-Z]{2}[-: ]?\d|24/7|\d[x×]\d|\(?0\d"
    r"|(?:ions?|apters?|ures?|igs?\.|ables?|rticles?|endix|auses?|olumes?|ease|ages?|pp?\.|[Nn][or]\.|all|hone|el\.?:?)\s\d"
)
_LETTERS = re.compile(r"[a-z]+")
_DIGIT = re.compile(r"[0-9½¼¾⅓⅔⅛]")


class Scan:
    """A text while its values are looked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = frozenset(_LETTERS.findall(text.lower()))
        self.has_digit = _DIGIT.search(text) is not None
        self._taken: list[tuple[int, int]] = []
        if self.has_digit and _MAYBE_NO_VALUE.search(text):
            self._taken += [found.span() for found in _NO_VALUE.finditer(text)]
        if "@" in text or "www." in text or "://" in text:
            self._taken += [found.span() for found in _ADDRESS.finditer(text)]

    def has(self, words: frozenset[str]) -> bool:
        """Return whether the text has one of some words."""
        return not self.words.isdisjoint(words)

    def is_free(self, start: int, end: int) -> bool:
        """Return whether no character of a span is taken."""
        return all(end <= first or last <= start for first, last in self._taken)

    def take(self, start: int, end: int) -> None:
        """Mark a span as taken."""
        self._taken.append((start, end))

    def taken(self, values: Iterable[Value]) -> Iterator[Value]:
        """Yield the values whose spans are free, and take these."""
        for value in values:
            if self.is_free(value.start, value.end):
                self.take(value.start, value.end)
                yield value
