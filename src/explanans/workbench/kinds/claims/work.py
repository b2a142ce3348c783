"""Correction of a checked claim: its status, its wrong words, its evidence."""

import re
from collections.abc import Iterator

import msgspec

from explanans.structures.verdicts import Status
from explanans.workbench.kinds.rating.scale import Choice, Grades, Row

STATUS = "status"
"""The row of the status."""
STATUSES = (
    Choice("3", 3, "Supported", "The source says all of it."),
    Choice("2", 2, "Not known", "The source says neither that it holds nor that it does not."),
    Choice("1", 1, "Contradicted", "The source says otherwise."),
)
FINE, MISSING, CONTRADICTED = range(3)
WORDS = (
    Choice("c", CONTRADICTED, "contradicted", "The source says another thing in its place."),
    Choice("n", MISSING, "not found", "The source does not say it."),
    Choice("x", FINE, "fine", "The source says it, or it says nothing by itself."),
)
EVIDENCE = (
    Choice("e", 1, "evidence", "The sentence that decides."),
    Choice("", 0, "no evidence", ""),
)
_VALUES = {Status.SUPPORTED: 3, Status.UNKNOWN: 2, Status.CONTRADICTED: 1}
_WORD = re.compile(r"\w+(?:[-'’.,:/]\w+)*")

Span = tuple[int, int]


def words_of(claim: str) -> tuple[Span, ...]:
    """Return where the words of a claim stand.

    Example:
        >>> [("It's 3.5 km, isn't it?")[start:end] for start, end in words_of("It's 3.5 km, isn't it?")]
        ["It's", '3.5', 'km', "isn't", 'it']
    """
    return tuple(match.span() for match in _WORD.finditer(claim))


def value_of(status: Status) -> int:
    """Return the grade of a status, at least 1; 0 stands for an unannotated status."""
    return _VALUES[status]


def status_of(value: int) -> Status | None:
    """Return the status of a grade; None if it is that of none.

    Example:
        >>> status_of(1), status_of(0)
        (<Status.CONTRADICTED: 'contradicted'>, None)
    """
    return next((status for status, it in _VALUES.items() if it == value), None)


class CheckedClaim(msgspec.Struct, frozen=True):
    """A claim with its source and the verdict of ``check``.

    Attributes:
        sentences: The sentences of its source.
        words: Where the words of the claim stand.
        status: Its status by ``check``.
        missing: The places of the words that the source does not say, by ``check``.
        contradicted: The places of those that it contradicts.
        evidence: The places of the sentences that decided.
    """

    claim: str
    sentences: tuple[str, ...]
    words: tuple[Span, ...]
    status: Status
    missing: tuple[int, ...] = ()
    contradicted: tuple[int, ...] = ()
    evidence: tuple[int, ...] = ()

    def word(self, place: int) -> str:
        """Return a word."""
        start, end = self.words[place]
        return self.claim[start:end]

    def rows(self) -> Iterator[Row]:
        """Yield the rows to annotate: the whole claim, each word, each sentence of the source."""
        yield Row(STATUS, self.claim, STATUSES, "Status")
        yield from (Row(word_row(it), self.word(it), WORDS, "Words") for it in range(len(self.words)))
        yield from (Row(sentence_row(it), text, EVIDENCE, "Evidence") for it, text in enumerate(self.sentences))

    def verdict(self) -> "Corrections":
        """Return the verdict of ``check`` as an annotation."""
        grades = {STATUS: value_of(self.status)}
        grades |= {word_row(place): MISSING for place in self.missing}
        grades |= {word_row(place): CONTRADICTED for place in self.contradicted}
        return Corrections(grades | {sentence_row(place): 1 for place in self.evidence})


class Corrections(Grades, frozen=True):
    """The annotation of a claim: its status, wrong words and evidence; correct words have no grade."""

    def marked(self, row: str, value: int) -> "Corrections":
        """Return the same with a word or a sentence marked otherwise.

        Args:
            value: The mark; 0 for none.
        """
        rest = {key: it for key, it in self.grades.items() if key != row}
        return msgspec.structs.replace(self, grades={**rest, row: value} if value else rest)

    def marks(self, value: int) -> tuple[int, ...]:
        """Return the places of the words that are marked so."""
        return tuple(sorted(int(row[1:]) for row, it in self.grades.items() if row.startswith("w") and it == value))

    @property
    def evidence(self) -> tuple[int, ...]:
        """The places of the sentences that decide."""
        return tuple(sorted(int(row[1:]) for row in self.grades if row.startswith("e")))

    @property
    def status(self) -> Status | None:
        """The status; None if none is chosen."""
        return status_of(self.grades.get(STATUS, 0))


def word_row(place: int) -> str:
    """Return the id of the row of a word."""
    return f"w{place}"


def sentence_row(place: int) -> str:
    """Return the id of the row of a sentence."""
    return f"e{place}"
