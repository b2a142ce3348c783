"""What was measured of the rankings of facts: figures that a machine, a terminal or a page can show."""

from dataclasses import dataclass

from explanans.fact import Role

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Breakdown:
    """How well the gold facts of one kind are ranked.

    Attributes:
        map: Mean average precision of these facts, over the questions that have some, when the gold facts of other
            kinds are taken out of the ranking.
        map_kept: The same when they stay in the ranking, where they count as irrelevant.
        recall_at_30: The share of these facts that stand among the first 30 of the whole ranking.
        facts: How many gold facts there are of the kind, over all questions.
        questions: How many questions have some.
    """

    map: float
    map_kept: float
    recall_at_30: float
    facts: int
    questions: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two runs differ over the same questions.

    Attributes:
        map: Mean average precision of the other run.
        difference: How much higher that of the run is; below 0 where the other one's is higher.
        interval: The 95% bootstrap interval of the difference.
        p_value: How often runs that do not differ would differ at least as much, either way.
        assignments: How many assignments of signs ``p_value`` was counted over.
        exact: Whether these were all there are.
        wins: How many questions the run ranks better.
        ties: How many questions both rank equally well.
        losses: How many questions the other run ranks better.
    """

    map: float
    difference: float
    interval: Interval
    p_value: float
    assignments: int
    exact: bool
    wins: int
    ties: int
    losses: int


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
class RankingReport:
    """How well facts were ranked. All measures run from 0 to 1; ``docs/measures.md`` defines them.

    Attributes:
        map: Mean average precision by the rules of the TextGraphs 2020 scorer, over all questions with gold facts.
        map_flagged: The same over the questions that scorer keeps, those flagged ``SUCCESS`` or ``READY`` alone; None
            where there is none.
        map_2019: Mean average precision as the TextGraphs 2019 scorer computes it, over the ranked questions only; None
            where none was ranked.
        map_trec: Mean average precision as trec_eval computes it; fair to rankings that end early.
        ndcg_linear: Mean NDCG as trec_eval computes it.
        ndcg_exponential: Mean NDCG as the TextGraphs 2021 scorer computes it.
        precision: Mean precision among the first N facts, for N from ``"1"`` to ``"20"``.
        relevance: For each grade that occurs, the mean share of the first N facts that have it or a higher one.
        by_role: The measures of the gold facts of each role.
        by_overlap: The same by how many content lemmas a gold fact shares with question and right answer: ``"2+"``,
            ``"1"``, ``"0"``.
        by_overlap_all_words: The same when all lemmas count, function words too.
        by_hops: The same by how far a gold fact is from question and right answer: ``"1"`` where it shares a content
            lemma with them, else ``"2+"``.
        by_hops_all_words: The same when all lemmas count, function words too.
        by_table: The same by the table a gold fact belongs to.
        by_length: The same by how many gold facts the question has, from ``"1"`` to ``"10+"``.
        questions: How many questions have gold facts: the denominator of ``map``.
        without_gold: How many questions have none.
        missing: How many questions with gold facts were not ranked.
        unranked: Their ids.
        incomplete: How many rankings lack a gold fact, and thus count 0 in ``map``, ``map_flagged`` and ``map_2019``.
        unknown_questions: How many rankings are of questions that the gold lacks.
        unknown_facts: How many gold facts, counted once a question, are not among the facts given.
        at_least: The lowest grade that makes a judged fact a gold fact.
        average_precision: The share of each question in ``map``, by its id.
        worst: The ranked questions with the lowest average precision that miss something, ten at most, lowest first.
        interval: The 95% bootstrap interval of ``map``.
        intervals: Those of ``map``, ``map_flagged``, ``ndcg_linear`` and ``ndcg_exponential`` that are not None.
        comparison: How the run differs from another; None where none was given.
        signature: What reproduces the report.
    """

    map: float
    map_flagged: float | None
    map_2019: float | None
    map_trec: float
    ndcg_linear: float
    ndcg_exponential: float
    precision: dict[str, float]
    relevance: dict[str, dict[str, float]]
    by_role: dict[str, Breakdown]
    by_overlap: dict[str, Breakdown]
    by_overlap_all_words: dict[str, Breakdown]
    by_hops: dict[str, Breakdown]
    by_hops_all_words: dict[str, Breakdown]
    by_table: dict[str, Breakdown]
    by_length: dict[str, Breakdown]
    questions: int
    without_gold: int
    missing: int
    unranked: tuple[str, ...]
    incomplete: int
    unknown_questions: int
    unknown_facts: int
    at_least: int
    average_precision: dict[str, float]
    worst: tuple[PoorRanking, ...]
    interval: Interval
    intervals: dict[str, Interval]
    comparison: Comparison | None
    signature: str
