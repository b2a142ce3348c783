"""Rankings of facts for a question, judgments of their relevance, and details of reports on rankings and fact sets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from explanans.structures.facts import Role
from explanans.structures.presentable import Presentable
from explanans.structures.reports import Interval


class RelevanceJudgment(NamedTuple):
    """The relevance grade of a fact for a question.

    Attributes:
        question: The question's id.
        fact: The fact's id.
        relevance: The grade; 0 is irrelevant, a fact of the gold explanation is 1, expert ratings go up to 6.
        role: The role of the fact; ``Role.ROLE`` if none was given.
    """

    question: str
    fact: str
    relevance: int = 1
    role: Role = Role.ROLE


@dataclass(frozen=True, slots=True)
class Ranking(Presentable):
    """The facts of a knowledge base, best first, for one question.

    Attributes:
        question: The question's id.
        facts: The ids of the facts, best first.
        scores: One score per fact, descending; empty if only the order is known, as in a TextGraphs run file.
    """

    question: str
    facts: tuple[str, ...]
    scores: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedFact:
    """A fact and its rank.

    Attributes:
        text: The fact in words; empty if only its id is known.
        rank: Its rank, counted from 1; None if it was not ranked.
        role: Its role in the gold explanation; None if it has none or none is known.
    """

    id: str
    text: str
    rank: int | None
    role: Role | None


@dataclass(frozen=True, slots=True)
class PoorRanking:
    """A question whose gold facts are ranked badly.

    Attributes:
        text: The question; empty if only its id is known.
        answer: Its right answer; empty if it is not known.
        average_precision: The question's share of ``map``.
        missed: The gold facts that are not among the first ``gold`` facts, by rank.
        instead: The first facts among them that are not gold, at most five.
    """

    question: str
    text: str
    answer: str
    average_precision: float
    gold: int
    missed: tuple[PlacedFact, ...]
    instead: tuple[PlacedFact, ...]


@dataclass(frozen=True, slots=True)
class RankingDetails:
    """Details of the ranking report; its breakdown has ``map``, ``map_kept``, ``recall_at_30``, ``facts``.

    Attributes:
        precision: Mean precision among the first N facts, for N from ``"1"`` to ``"20"``.
        relevance: For each grade that occurs, the mean share of the first N facts that have it or a higher one.
        without_gold: Number of questions without gold facts.
        unranked: The ids of the questions with gold facts that were not ranked.
        incomplete: Number of rankings that lack a gold fact: they score 0 in ``map``, ``map_flagged``, ``map_2019``.
        unknown_questions: Number of rankings of questions that the gold lacks.
        unknown_facts: Number of gold facts, counted per question, that are not among the given facts.
        at_least: The lowest grade that makes a judged fact a gold fact.
        worst: The ranked questions with the lowest average precision below 1, at most ten, the lowest first.
        errors: Numbers of ``missed`` gold facts and of others ``instead``, by class; empty without facts.
    """

    precision: Mapping[str, float]
    relevance: Mapping[str, Mapping[str, float]]
    without_gold: int
    unranked: tuple[str, ...]
    incomplete: int
    unknown_questions: int
    unknown_facts: int
    at_least: int
    worst: tuple[PoorRanking, ...]
    errors: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class FactScores:
    """The measures of one explanation as a set of facts.

    Attributes:
        relevance: The share of its facts that are relevant.
        completeness: The share of the gold facts that are among its facts; by equation 4 as printed, the share of its
            facts that are gold.
        f1: The harmonic mean of ``relevance`` and ``completeness``.
        complete: Whether all important gold facts are among its facts (CompB).
        f1_complete: The harmonic mean of ``relevance`` and ``complete``.
        precision: The share of its facts that are gold.
        recall: The share of the gold facts that are among its facts.
        gold_f1: The harmonic mean of ``precision`` and ``recall``.
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
    """

    automatic: float
    manual: float
    underestimate: float
    interval: Interval
    questions: int


class Correlation(NamedTuple):
    """The correlation of an automatic measure with human ratings, over questions.

    Attributes:
        pearson: Pearson's correlation; None if either is constant.
        spearman: Spearman's rank correlation, with mean ranks for ties; None as above.
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
