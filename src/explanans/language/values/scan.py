"""A text while its values are looked for: what is taken already, and what is no value at all."""

import re
from collections.abc import Iterable, Iterator

from explanans.language.values.value import Value

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
    """A text while its values are looked for.

    Args:
        text: The text.

    Attributes:
        words: Its words in lower case.
        has_digit: Whether it has a digit.
    """

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
        """Return whether the text has one of some words.

        Args:
            words: The words, in lower case.
        """
        return not self.words.isdisjoint(words)

    def is_free(self, start: int, end: int) -> bool:
        """Return whether no character of a span is taken.

        Args:
            start: Its start, in characters.
            end: Its end.
        """
        return all(end <= first or last <= start for first, last in self._taken)

    def take(self, start: int, end: int) -> None:
        """Mark a span as taken.

        Args:
            start: Its start, in characters.
            end: Its end.
        """
        self._taken.append((start, end))

    def taken(self, values: Iterable[Value]) -> Iterator[Value]:
        """Yield the values whose spans are free, and take these.

        Args:
            values: The values.
        """
        for value in values:
            if self.is_free(value.start, value.end):
                self.take(value.start, value.end)
                yield value
