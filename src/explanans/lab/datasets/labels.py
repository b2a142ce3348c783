"""Labelled pairs and graded steps, as data sets of inference and the package hold them."""

from dataclasses import dataclass
from typing import NamedTuple

from explanans.structures.verdicts import Status

UNSUPPORTED = frozenset((Status.CONTRADICTED, Status.UNKNOWN))
"""The possible statuses of a claim labelled only as *not supported*."""


@dataclass(frozen=True, slots=True)
class GradedStep:
    """A step of a composed tree with its human grade.

    Attributes:
        premises: The texts of the premises; at least two.
        root: Whether the conclusion is the hypothesis of the tree.
        english: Whether it is a fluent English sentence.
        copy: Whether it only repeats a premise or joins premises.
        source: The data that the tree was composed for.
        item: The problem, or the question with one of its answers.
        seed: The random seed of the sample of items and steps.
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
        """Return whether it does not follow or is not English."""
        return not (self.follows and self.english)


class LabelledPair(NamedTuple):
    """A claim with its premises, as in data sets of inference and of fact-checking.

    Attributes:
        premises: The sentences or passages that it is checked against; at least one.
        statuses: Its possible statuses: a single one, or `UNSUPPORTED` if it is only labelled as not supported.
        group: The group of pairs from the same text, or the domain of the text.
        marks: The unsupported spans of the claim, as starts and ends in characters; None if spans were not labelled.
        kind: The phenomenon that decides the label; empty if none is named.
    """

    premises: tuple[str, ...]
    claim: str
    statuses: frozenset[Status]
    group: str
    marks: tuple[tuple[int, int], ...] | None = None
    kind: str = ""

    @property
    def supported(self) -> bool:
        """Return whether the premises support the claim."""
        return self.statuses == {Status.SUPPORTED}
