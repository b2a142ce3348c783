"""A value with its context: bounds, roughness, and the counted noun."""

import re

from explanans.language.tokens import is_function_word
from explanans.language.values.value import Value, ValueKind

_AT_LEAST = "at least|no fewer than|no less than|not less than|a minimum of|minimum|from"
_MORE = (
    "(?:more|longer|greater|higher|older|larger|bigger|heavier|later|further|farther|taller|faster|better) than"
    "|over|above|exceeds?|exceeding|exceeded|in excess of|upwards of|beyond|after"
)
_AT_MOST = (
    "at most|up to|no more than|not more than|no longer than|no later than|a maximum of|maximum|within"
    "|not exceed(?:ing)?|until|by"
)
_LESS = (
    "(?:less|fewer|shorter|lower|younger|smaller|lighter|earlier|slower|cheaper) than"
    "|under|below|almost|nearly|not quite|before"
)
_LOWER = re.compile(rf"\b(?:{_AT_LEAST}|{_MORE})\s(?:the\s|a\s)?$", re.IGNORECASE)
_UPPER = re.compile(rf"\b(?:{_AT_MOST}|{_LESS})\s(?:the\s|a\s)?$", re.IGNORECASE)
_LIMIT = re.compile(rf"\b(?:{_AT_LEAST}|{_AT_MOST})\s(?:the\s|a\s)?$", re.IGNORECASE)
_STRICT = re.compile(rf"\b(?:{_MORE}|{_LESS})\s(?:the\s|a\s)?$", re.IGNORECASE)
_OR_MORE = re.compile(r"\s(?:or|and)\s(?:more|over|older|longer|above|later)\b", re.IGNORECASE)
_OR_LESS = re.compile(r"\s(?:or|and)\s(?:less|fewer|under|younger|shorter|below|earlier)\b", re.IGNORECASE)
_ABOUT = re.compile(
    r"\b(?:about|around|roughly|approximately|some|almost|nearly|circa|ca\.|just (?:over|under)|close to)\s$",
    re.IGNORECASE,
)
_NAMED = re.compile(r"([A-Za-z]+):?\s$")
_COUNTED = re.compile(r"[\s-]+(?:of\s|the\s)*([A-Za-z]+)")


class PlacedValue:
    """A value, its text, and the interval that the words beside it leave open.

    Args:
        value: The value.
        text: The text.

    Attributes:
        bound: 1 if the value is a lower bound, as behind *at least*, -1 if it is an upper bound, else 0.
        is_limit: Whether the bound is set as a limit, as by *up to*, rather than compared with, as by *more than*.
        is_strict: Whether the bound itself is excluded.
        is_about: Whether the value is said to be rough.
    """

    def __init__(self, value: Value, text: str) -> None:
        self.value, self.text = value, text
        before, after = text[max(0, value.start - 24) : value.start], text[value.end : value.end + 16]
        self.is_about = _ABOUT.search(before) is not None
        self.bound = 0
        dated = value.kind in {ValueKind.DATE, ValueKind.CLOCK}
        if _OR_MORE.match(after) or (not dated and _LOWER.search(before)):
            self.bound = 1
        elif not self.is_about and (_OR_LESS.match(after) or (not dated and _UPPER.search(before))):
            self.bound = -1
        self.is_limit = self.bound != 0 and _LIMIT.search(before) is not None
        self.is_strict = self.bound != 0 and _STRICT.search(before) is not None

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


def _stem(word: str) -> str:
    low = word.lower()
    return low[:-1] if len(low) > 3 and low.endswith("s") and not low.endswith("ss") else low
