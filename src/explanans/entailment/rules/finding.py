"""Findings: what of a claim its premises confirm or contradict, and the reason."""

from enum import StrEnum
from typing import NamedTuple

from explanans.structures.verdicts import Span


class Kind(StrEnum):
    """Feature that a finding compares."""

    NUMBER = "number"
    DATE = "date"
    NEGATION = "negation"
    ANTONYM = "antonym"
    QUANTIFIER = "quantifier"
    COMPARISON = "comparison"


class Outcome(StrEnum):
    """Result of a comparison: the premises state the same, something incompatible, or neither."""

    AGREES = "agrees"
    CONFLICTS = "conflicts"
    MISSING = "missing"


class Finding(NamedTuple):
    """One comparison of words of a claim with words of its premises.

    Attributes:
        claim: The words of the claim and their place.
        premise: The words of the premise and their place in its sentence; None if there are none.
        why: The reason in a few words, as in ``1961 against 1989``.
        sentence: The number of the sentence among the premises, from 0; None if there is none.
        context: Share of the context of the words in the claim that is found around those of the premise, 0 to 1.
    """

    kind: Kind
    status: Outcome
    claim: Span
    premise: Span | None
    why: str
    sentence: int | None = None
    context: float = 0.0
