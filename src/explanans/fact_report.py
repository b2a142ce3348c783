"""What was measured of explanations as sets of facts: figures that a machine or a terminal can show."""

from dataclasses import dataclass
from typing import NamedTuple

Interval = tuple[float, float]


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
class FactFigures:
    """The figures of many explanations; shares from 0 to 1.

    Attributes:
        questions: How many explanations there are.
        relevance: The mean over the questions.
        completeness: The mean over the questions.
        f1: The harmonic mean of the two means, as published (F1ex).
        f1_mean: The mean of each question's own F1.
        complete: The share of complete explanations (CompB).
        complete_all: The share of those that have every gold fact.
        f1_complete: The harmonic mean of mean ``relevance`` and ``complete``, as published (F1exB).
        precision: The mean over the questions.
        recall: The mean over the questions.
        gold_f1: The mean of each question's own F1.
        length: The mean number of facts.
        gold_length: The mean number of gold facts.
        unrated: The share of all facts of the explanations that nobody rated.
    """

    questions: int
    relevance: float
    completeness: float
    f1: float
    f1_mean: float
    complete: float
    complete_all: float
    f1_complete: float
    precision: float
    recall: float
    gold_f1: float
    length: float
    gold_length: float
    unrated: float


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

    measures: dict[str, SideBySide]
    correlations: tuple[Correlation, ...]
    raters: tuple[str, ...]
    unjudged: int


@dataclass(frozen=True, slots=True)
class FactComparison:
    """How two explainers of the same questions differ in one measure.

    Attributes:
        other: The mean of the other one.
        difference: How much higher the mean is than that.
        interval: The 95% bootstrap interval of the difference.
        p_value: That of Fisher's two-sided paired randomisation test.
        exact: Whether all assignments of signs were counted; else 10,000 were drawn.
        wins: On how many questions the explainer is better.
        ties: On how many both are equal.
        losses: On how many the other one is better.
    """

    other: float
    difference: float
    interval: Interval
    p_value: float
    exact: bool
    wins: int
    ties: int
    losses: int


@dataclass(frozen=True, slots=True)
class FactReport:
    """How well sets of facts explain; ``docs/measures.md`` defines the measures.

    Attributes:
        figures: The figures over all measured questions.
        intervals: The 95% bootstrap intervals of those figures that are not counts.
        by_gold_length: The figures by how many gold facts the question has.
        by_length: The figures by how many facts the explanation has.
        missing: How many questions have no explanation, or an empty one, and so count 0.
        without_gold: How many questions are left out since they have no gold facts.
        without_ratings: How many more are left out since there are ratings, but none of their facts.
        without_important: How many have no gold fact that is important, so that ``complete`` asks for all gold facts.
        unrated_gold: How many gold facts nobody rated; these count as neither relevant nor important.
        comparison: How the explainer differs from another, by the name of the measure; empty where there is no other.
        manual: What people judged; None where there is no export of their judgement.
        scores: What was measured of each question, in the order of the gold.
        signature: What reproduces the report.
    """

    figures: FactFigures
    intervals: dict[str, Interval]
    by_gold_length: dict[str, FactFigures]
    by_length: dict[str, FactFigures]
    missing: int
    without_gold: int
    without_ratings: int
    without_important: int
    unrated_gold: int
    comparison: dict[str, FactComparison]
    manual: ManualFigures | None
    scores: tuple[FactScores, ...]
    signature: str
