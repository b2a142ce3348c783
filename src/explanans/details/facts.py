"""What a report of explanations as sets of facts tells beside its scores."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from explanans.report import Interval


@dataclass(frozen=True, slots=True)
class FactScores:
    """What was measured of one explanation.

    Attributes:
        question: The question's id.
        relevance: The share of its facts that are relevant.
        completeness: The share of the gold facts that are among its facts; by equation 4 as printed, the share of its
            facts that are gold.
        f1: The harmonic mean of both.
        complete: Whether all important gold facts are among its facts (CompB).
        complete_all: Whether all gold facts are.
        f1_complete: The harmonic mean of ``relevance`` and ``complete``.
        precision: The share of its facts that are gold.
        recall: The share of the gold facts that are among its facts.
        gold_f1: The harmonic mean of both.
        length: How many different facts it has.
        gold: How many different facts the gold explanation has.
        unrated: How many of its facts nobody rated; these count as irrelevant.
    """

    question: str
    relevance: float
    completeness: float
    f1: float
    complete: bool
    complete_all: bool
    f1_complete: float
    precision: float
    recall: float
    gold_f1: float
    length: int
    gold: int
    unrated: int


@dataclass(frozen=True, slots=True)
class SideBySide:
    """One measure as people's judgement has it, beside what was measured without them.

    Attributes:
        automatic: What was measured without them.
        manual: What they say.
        underestimate: How much higher ``manual`` is.
        interval: The 95% bootstrap interval of ``underestimate``.
        questions: How many questions both are over.
    """

    automatic: float
    manual: float
    underestimate: float
    interval: Interval
    questions: int


class Correlation(NamedTuple):
    """How far a measure goes with people's judgement, over questions.

    Attributes:
        automatic: The name of the measure.
        manual: The name of what people judged.
        pearson: Pearson's correlation; None where either is the same for all questions.
        spearman: Spearman's rank correlation, with mean ranks for ties; None as above.
        questions: How many questions it is over.
    """

    automatic: str
    manual: str
    pearson: float | None
    spearman: float | None
    questions: int


@dataclass(frozen=True, slots=True)
class ManualFigures:
    """Automatic measures beside people's judgement of the same explanations.

    Attributes:
        measures: ``relevance``, and ``complete`` and ``f1_complete`` where whole explanations were judged.
        correlations: How far measures go with that judgement.
        raters: Who judged, by name.
        unjudged: How many facts of the judged explanations were rated by nobody, neither in the export nor before.
    """

    measures: Mapping[str, SideBySide]
    correlations: tuple[Correlation, ...]
    raters: tuple[str, ...]
    unjudged: int


@dataclass(frozen=True, slots=True)
class FactDetails:
    """What sets of facts are reported with.

    Attributes:
        missing: How many questions have no explanation, or an empty one, and so count 0.
        without_gold: How many questions are left out since they have no gold facts.
        without_ratings: How many more are left out since there are ratings, but none of their facts.
        without_important: How many have no gold fact that is important, so that ``complete`` asks for all gold facts.
        unrated_gold: How many gold facts nobody rated; these count as neither relevant nor important.
        manual: What people judged; None where there is no export of their judgement.
        explanations: What was measured of each question, in the order of the gold.
    """

    missing: int
    without_gold: int
    without_ratings: int
    without_important: int
    unrated_gold: int
    manual: ManualFigures | None
    explanations: tuple[FactScores, ...]
