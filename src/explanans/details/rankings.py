"""What a report of rankings of facts tells beside its scores."""

from collections.abc import Mapping
from dataclasses import dataclass

from explanans.fact import Role


@dataclass(frozen=True, slots=True)
class PlacedFact:
    """A fact and where it stands.

    Attributes:
        id: The fact's id.
        text: The fact in words; empty where only its id is known.
        rank: Its rank, counted from 1; None where it was not ranked.
        role: The part it plays in the gold explanation; None where it has none or none is known.
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
        text: The question; empty where only its id is known.
        answer: Its right answer; empty where it is not known.
        average_precision: The question's share of ``map``.
        gold: How many gold facts it has.
        missed: Those that do not stand among the first ``gold`` facts, by rank.
        instead: The first facts, five at most, that stand there and are not gold.
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
    """What rankings are reported with; the report's breakdown has ``map``, ``map_kept``, ``recall_at_30``, ``facts``.

    Attributes:
        precision: Mean precision among the first N facts, for N from ``"1"`` to ``"20"``.
        relevance: For each grade that occurs, the mean share of the first N facts that have it or a higher one.
        without_gold: How many questions have no gold facts.
        unranked: The ids of the questions with gold facts that were not ranked.
        incomplete: How many rankings lack a gold fact, and thus count 0 in ``map``, ``map_flagged`` and ``map_2019``.
        unknown_questions: How many rankings are of questions that the gold lacks.
        unknown_facts: How many gold facts, counted once a question, are not among the facts given.
        at_least: The lowest grade that makes a judged fact a gold fact.
        worst: The ranked questions with the lowest average precision that miss something, ten at most, lowest first.
        errors: How many gold facts are ``missed``, how many others stand ``instead``, by class; empty without facts.
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
