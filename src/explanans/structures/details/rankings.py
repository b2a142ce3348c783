"""Details of the ranking report."""

from collections.abc import Mapping
from dataclasses import dataclass

from explanans.structures.facts import Role


@dataclass(frozen=True, slots=True)
class PlacedFact:
    """A fact and its rank.

    Attributes:
        id: The fact's id.
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
        question: The question's id.
        text: The question; empty if only its id is known.
        answer: Its right answer; empty if it is not known.
        average_precision: The question's share of ``map``.
        gold: Number of gold facts.
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
