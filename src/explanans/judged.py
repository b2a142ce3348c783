"""Texts, claims and questions of which people said what holds: what a judge learns from and is measured by."""

from dataclasses import dataclass
from typing import NamedTuple

from explanans.verdict import Status

UNSUPPORTED = frozenset((Status.CONTRADICTED, Status.UNKNOWN))
"""What a claim may be that people only said to be not supported."""


class JudgedClaim(NamedTuple):
    """A claim, and what its text says of it.

    Attributes:
        text: The claim.
        status: What the text says of it.
        kind: What the label turns on, such as ``number`` or ``passive``.
    """

    text: str
    status: Status
    kind: str


class JudgedQuestion(NamedTuple):
    """A question that a text answers.

    Attributes:
        text: The question.
        right: Its right answer.
        wrong: Wrong ones.
    """

    text: str
    right: str
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JudgedText:
    """A text with claims and questions about it.

    Attributes:
        title: Its name.
        paragraphs: What it says.
        claims: Claims, each understandable beside the text.
        questions: Questions that it answers.
    """

    title: str
    paragraphs: tuple[str, ...]
    claims: tuple[JudgedClaim, ...]
    questions: tuple[JudgedQuestion, ...]


@dataclass(frozen=True, slots=True)
class GradedStep:
    """A step of a tree that was composed, and what a reader said of it.

    Attributes:
        premises: The premises in words; two or more.
        conclusion: The conclusion in words.
        root: Whether the conclusion is the hypothesis of the tree.
        follows: Whether it follows from the premises.
        english: Whether it is a sentence that nobody stumbles over.
        copy: Whether it only says again what one premise says, or joins premises.
        source: The data that the tree was composed for.
        item: The problem or the question, and which of its answers was asked about.
        seed: The seed with which items and steps were drawn.
    """

    premises: tuple[str, ...]
    conclusion: str
    root: bool
    follows: bool
    english: bool
    copy: bool
    source: str
    item: str
    seed: int

    @property
    def is_bad(self) -> bool:
        """Whether it should not have been said: it does not follow, or is no English."""
        return not (self.follows and self.english)


class LabelledPair(NamedTuple):
    """A claim beside its premises, as data sets of inference and of fact-checking have them.

    Attributes:
        premises: The sentences or passages that it is held against; one or more.
        claim: The claim.
        statuses: What it may be: one status, or `UNSUPPORTED` where people only said that it is not supported.
        group: What keeps pairs together that were made from one text, or the domain of the text.
        marks: Where in the claim people marked what is not supported, as starts and ends in characters; None where
            nobody looked for that.
    """

    premises: tuple[str, ...]
    claim: str
    statuses: frozenset[Status]
    group: str
    marks: tuple[tuple[int, int], ...] | None = None

    @property
    def supported(self) -> bool:
        """Whether the premises support the claim."""
        return self.statuses == {Status.SUPPORTED}
