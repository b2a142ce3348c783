"""Details of the report on human grades."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from explanans.structures.reports import Score


@dataclass(frozen=True, slots=True)
class GradedPart:
    """The grades of parts of one kind.

    Attributes:
        graded: Number of grades.
        counts: Number of grades by grade.
        scores: The share of each grade, with its interval over explanations.
    """

    graded: int
    counts: Mapping[str, int]
    scores: Mapping[str, Score]


class ReadingAgreement(NamedTuple):
    """The agreement of graders on parts of one kind.

    Attributes:
        compared: Number of parts with at least two graders.
        same: The share of pairs of grades that are the same.
        kappa: Cohen's kappa with linear weights (Cohen 1968), the mean over pairs of graders; None if the expected
            disagreement is 0.
    """

    compared: int
    same: float
    kappa: float | None


@dataclass(frozen=True, slots=True)
class ReadingDetails:
    """Details of the report on human grades.

    Attributes:
        graders: The names of the graders.
        parts: The grades by kind of part.
        faults: Number of explanations with each fault; the mean over graders if there are several.
        agreement: The agreement by kind of part, for kinds with two graders of the same part.
        stand_ins: By kind of part and program, the rank correlation of its scores with the grades, and the number of
            parts.
    """

    graders: tuple[str, ...]
    parts: Mapping[str, GradedPart]
    faults: Mapping[str, float]
    agreement: Mapping[str, ReadingAgreement]
    stand_ins: Mapping[str, Mapping[str, tuple[float | None, int]]]
