"""Findings: what of a claim its premises bear out or contradict, and why."""

from enum import StrEnum
from typing import NamedTuple

from explanans.structures.verdicts import Span


class Kind(StrEnum):
    """Feature that a finding compares."""

    NUMBER = "number"
    DATE = "date"
    UNIT = "unit"
    NAME = "name"
    NEGATION = "negation"
    ANTONYM = "antonym"
    QUANTIFIER = "quantifier"
    ROLE = "role"
    MODALITY = "modality"
    COMPARISON = "comparison"
    ORDER = "order"


class Outcome(StrEnum):
    """Result of a comparison: the premises state the same, something incompatible, or nothing."""

    AGREES = "agrees"
    CONFLICTS = "conflicts"
    MISSING = "missing"


class Finding(NamedTuple):
    """One thing that was compared between a claim and its premises.

    Attributes:
        claim: The words of the claim, and where they stand in it.
        premise: The words of the premise, and where they stand in their sentence; None if there are none.
        why: The reason in a few words, as in ``1961 against 1989``.
        sentence: The number of the sentence of the premise among those given, from 0; None if there is none.
        context: How much of what stands around the words in the claim is found around those of the premise, 0 to 1.
    """

    kind: Kind
    status: Outcome
    claim: Span
    premise: Span | None
    why: str
    sentence: int | None = None
    context: float = 0.0
