"""Details of the fact-set report."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from explanans.structures.reports import Interval


@dataclass(frozen=True, slots=True)
class FactScores:
    """The measures of one explanation as a set of facts.

    Attributes:
        question: The question's id.
        relevance: The share of its facts that are relevant.
        completeness: The share of the gold facts that are among its facts; by equation 4 as printed, the share of its
            facts that are gold.
        f1: The harmonic mean of ``relevance`` and ``completeness``.
        complete: Whether all important gold facts are among its facts (CompB).
        complete_all: Whether all gold facts are.
        f1_complete: The harmonic mean of ``relevance`` and ``complete``.
        precision: The share of its facts that are gold.
        recall: The share of the gold facts that are among its facts.
        gold_f1: The harmonic mean of ``precision`` and ``recall``.
        length: Number of different facts.
        gold: Number of different gold facts.
        unrated: Number of its facts without a rating; these count as irrelevant.
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
    """One measure by automatic and by human ratings.

    Attributes:
        automatic: The value by automatic ratings.
        manual: The value by human ratings.
        underestimate: ``manual`` minus ``automatic``.
        interval: The 95% bootstrap interval of ``underestimate``.
        questions: Number of questions of both.
    """

    automatic: float
    manual: float
    underestimate: float
    interval: Interval
    questions: int


class Correlation(NamedTuple):
    """The correlation of an automatic measure with human ratings, over questions.

    Attributes:
        automatic: The name of the automatic measure.
        manual: The name of the human rating.
        pearson: Pearson's correlation; None if either is constant.
        spearman: Spearman's rank correlation, with mean ranks for ties; None as above.
        questions: Number of questions.
    """

    automatic: str
    manual: str
    pearson: float | None
    spearman: float | None
    questions: int


@dataclass(frozen=True, slots=True)
class ManualFigures:
    """Automatic measures and human ratings of the same explanations.

    Attributes:
        measures: ``relevance``, and ``complete`` and ``f1_complete`` if whole explanations were rated.
        correlations: The correlations of measures with human ratings.
        raters: The names of the raters.
        unjudged: Number of facts of the rated explanations without a rating, in the export or earlier.
    """

    measures: Mapping[str, SideBySide]
    correlations: tuple[Correlation, ...]
    raters: tuple[str, ...]
    unjudged: int


@dataclass(frozen=True, slots=True)
class FactDetails:
    """Details of the fact-set report.

    Attributes:
        missing: Number of questions without an explanation, or with an empty one, which score 0.
        without_gold: Number of questions left out because they have no gold facts.
        without_ratings: Number of further questions left out because none of their facts is rated.
        without_important: Number of questions without an important gold fact; ``complete`` then requires all gold
            facts.
        unrated_gold: Number of gold facts without a rating; these count as neither relevant nor important.
        manual: Human ratings; None if there is no export of them.
        explanations: The measures of each question, in the order of the gold.
    """

    missing: int
    without_gold: int
    without_ratings: int
    without_important: int
    unrated_gold: int
    manual: ManualFigures | None
    explanations: tuple[FactScores, ...]
