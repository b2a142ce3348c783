"""What a report of explanations that people have read tells beside its scores."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from explanans.report import Score


@dataclass(frozen=True, slots=True)
class GradedPart:
    """What readers say of parts of one kind.

    Attributes:
        graded: How many grades there are.
        counts: How often each grade was given.
        scores: The share of each grade, with its interval over explanations.
    """

    graded: int
    counts: Mapping[str, int]
    scores: Mapping[str, Score]


class ReadingAgreement(NamedTuple):
    """How far readers agree on parts of one kind.

    Attributes:
        compared: How many parts two people or more graded.
        same: The share of pairs of grades that are the same.
        kappa: Cohen's kappa with linear weights (Cohen 1968), the mean over pairs of people; None where chance leaves
            no room to disagree.
    """

    compared: int
    same: float
    kappa: float | None


@dataclass(frozen=True, slots=True)
class ReadingDetails:
    """What grades of explanations are reported with.

    Attributes:
        graders: Who graded.
        parts: What they say of the parts, by kind.
        faults: In how many explanations each fault was named; of several graders' the mean.
        agreement: How far they agree, by kind of part; only where two graded the same.
        stand_ins: By kind of part and program, the rank correlation of what it says with the grades, and over how many
            parts.
    """

    graders: tuple[str, ...]
    parts: Mapping[str, GradedPart]
    faults: Mapping[str, float]
    agreement: Mapping[str, ReadingAgreement]
    stand_ins: Mapping[str, Mapping[str, tuple[float | None, int]]]
