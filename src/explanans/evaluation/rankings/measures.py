"""Measures of rankings: precision, average precision and cumulative gain, as the field and shared tasks define them.

An item is a `Placement`. Undefined cases are decided here: every measure but ``ndcg_exponential`` is undefined for a
question without relevant facts, ``map_flagged`` for one that the 2020 scorer drops, and ``map_2019`` for one that was
not ranked.
"""

from collections.abc import Callable, Collection, Iterable
from math import log2

from explanans.evaluation.measure import Measure
from explanans.evaluation.rankings.placement import Placement

PADDING = 10**6
"""Number of irrelevant facts that the TextGraphs 2021 scorer appends to a ranking that lacks judged facts."""
CUTOFFS = range(1, 21)


def average_precision(ranks: Collection[int], relevant: int) -> float:
    """Return average precision: the mean over the relevant facts of the precision at their ranks.

    A relevant fact that was not ranked adds 0 (Manning, Raghavan & Schütze 2008, section 8.4; trec_eval's ``map``).

    Args:
        ranks: The ranks of the relevant facts that were ranked, counted from 1, in any order.

    Example:
        >>> average_precision([1, 4], 2)
        0.75
        >>> average_precision([1, 4], 3)
        0.5
    """
    if not relevant:
        return 0.0
    return sum(found / rank for found, rank in enumerate(sorted(ranks), 1)) / relevant


def complete_average_precision(ranks: Collection[int], relevant: int) -> float:
    """Return average precision, or 0 when any relevant fact was not ranked.

    No paper defines it; the TextGraphs 2019 scorer computes it, and so did the 2020 scorer until its last revisions.

    Args:
        ranks: The ranks of the relevant facts that were ranked, counted from 1, in any order.

    Example:
        >>> complete_average_precision([1, 4], 2)
        0.75
        >>> complete_average_precision([1, 4], 3)
        0.0
    """
    return average_precision(ranks, relevant) if len(ranks) == relevant else 0.0


def average_precision_2019(placement: Placement) -> float:
    """Return average precision as the TextGraphs 2019 scorer computes it.

    Ids are compared as written. A fact that was ranked twice takes up two ranks; a gold fact that is listed twice
    counts once; a question with an unranked gold fact scores 0.

    Args:
        placement: Where the gold facts stand. The scorer skips questions whose ``written_ranks`` are None.
    """
    gold = {judgment.fact for judgment in placement.gold.relevant}
    written = placement.written_ranks or {}
    return complete_average_precision([written[fact] for fact in gold if fact in written], len(gold))


def average_precision_2020(placement: Placement) -> float:
    """Return average precision as the TextGraphs 2020 scorer computes it, before its last revisions.

    Ids are compared in lower case. A fact that was ranked twice counts where it first stands. A gold fact that is
    listed twice can be found once only, so that the question scores 0, as it does for an unranked gold fact. The last
    revisions let an unranked gold fact add 0 instead, as ``average_precision_trec`` does.
    """
    return complete_average_precision(relevant_ranks(placement), len(placement.gold.relevant))


def average_precision_trec(placement: Placement) -> float:
    """Return average precision as trec_eval computes it: unranked gold facts add 0 and repeats count once."""
    return average_precision(relevant_ranks(placement), len(placement.gold.relevant_ids))


def precision_at(ranks: Collection[int], cutoff: int) -> float:
    """Return the share of the first facts that are relevant (Manning, Raghavan & Schütze 2008, section 8.4).

    A shorter ranking counts as filled up with irrelevant facts.

    Args:
        ranks: The ranks of the relevant facts that were ranked, counted from 1, in any order.
        cutoff: Number of first facts to count; at least 1.

    Example:
        >>> precision_at([1, 4], 3)
        0.3333333333333333
    """
    return sum(rank <= cutoff for rank in ranks) / cutoff


def relevant_ranks(placement: Placement) -> list[int]:
    """Return the ranks of the gold facts that were ranked."""
    gold = placement.gold.relevant_ids
    return [rank for fact, rank in placement.ranks.items() if fact in gold]


def graded_ranks(placement: Placement, grade: int) -> list[int]:
    """Return the ranks of the ranked facts that have a grade or a higher one.

    Their ``precision_at`` is what Jansen & Ustalov 2019 (table 3) call Manual Relevance@N, where the grade is the
    lowest of those that stand for *gold* or *highly relevant*.

    Example:
        >>> from explanans.evaluation.rankings.placement import Gold
        >>> from explanans.evaluation.rankings.placement import place
        >>> from explanans.structures.rankings import RelevanceJudgment, Ranking
        >>> gold = Gold("q1", (RelevanceJudgment("q1", "f1", 6), RelevanceJudgment("q1", "f2", 1)))
        >>> graded_ranks(place(gold, Ranking("q1", ("f2", "f1"))), 4)
        [2]
    """
    grades = placement.gold.grades
    return [rank for fact, rank in placement.ranks.items() if grades[fact] >= grade]


def ndcg_exponential(placement: Placement) -> float:
    """Return NDCG as the TextGraphs 2021 scorer computes it, with a gain of ``2 ** grade - 1``.

    The judged facts that were not ranked count as ranked last, behind a million others: the first of them, in the order
    of the gold, at the very end, the next one before it, and so on. The scorer builds that list; here the ranks are
    computed. Unlike the scorer, gold ids are compared in lower case too.

    Returns:
        A number from 0 to 1; 1 for a question without judged facts, 0 for one whose judged facts are all irrelevant.
    """
    grades = placement.gold.grades
    if not grades:
        return 1.0
    unranked = (fact for fact in grades if fact not in placement.ranks)
    last = placement.depth + PADDING
    ranks = dict(placement.ranks) | {fact: last - index for index, fact in enumerate(unranked)}
    gains = {fact: 2.0**grade - 1 for fact, grade in grades.items()}
    return _normalised(((gains[fact], rank) for fact, rank in ranks.items()), gains.values())


def ndcg_linear(placement: Placement) -> float:
    """Return NDCG as trec_eval computes it: the gain is the grade (Järvelin & Kekäläinen 2002), unranked facts add 0.

    Returns:
        A number from 0 to 1; 0 for a question without relevant facts.
    """
    grades = placement.gold.grades
    return _normalised(((grades[fact], rank) for fact, rank in placement.ranks.items()), grades.values())


def _normalised(gains_and_ranks: Iterable[tuple[float, int]], gains: Iterable[float]) -> float:
    ideal = _discounted((gain, rank) for rank, gain in enumerate(sorted(gains, reverse=True), 1))
    return _discounted(gains_and_ranks) / ideal if ideal else 0.0


def _discounted(gains_and_ranks: Iterable[tuple[float, int]]) -> float:
    return sum(gain / log2(rank + 1) for gain, rank in gains_and_ranks)


def _where(
    value: Callable[[Placement], float], kept: Callable[[Placement], bool]
) -> Callable[[Placement], float | None]:
    """Return a measure that is undefined for questions without relevant facts, and for those that are not kept."""
    return lambda placement: value(placement) if placement.gold.relevant and kept(placement) else None


def _with_gold(value: Callable[[Placement], float]) -> Callable[[Placement], float | None]:
    return _where(value, lambda _: True)


RANKING_MEASURES: tuple[Measure[Placement], ...] = (
    Measure(
        "map",
        "rankings",
        "Jansen & Ustalov 2020, scorer tg2020task, over all questions",
        _with_gold(average_precision_2020),
    ),
    Measure(
        "map_flagged",
        "rankings",
        "Jansen & Ustalov 2020, scorer tg2020task",
        _where(average_precision_2020, lambda placement: placement.gold.flagged),
    ),
    Measure(
        "map_2019",
        "rankings",
        "Jansen & Ustalov 2019, scorer tg2019task",
        _where(average_precision_2019, lambda placement: placement.written_ranks is not None),
    ),
    Measure("map_trec", "rankings", "trec_eval, map", _with_gold(average_precision_trec)),
    Measure("ndcg_linear", "rankings", "Järvelin & Kekäläinen 2002; trec_eval, ndcg", _with_gold(ndcg_linear)),
    Measure("ndcg_exponential", "rankings", "Thayaparan et al. 2021, scorer tg2021task", ndcg_exponential),
)
"""The measures of rankings; the first is the headline."""


def precision(cutoff: int, grade: int | None = None) -> Measure[Placement]:
    """Return precision among the first facts, as a measure.

    Args:
        grade: The lowest grade that counts; if None, that of a gold fact.
    """

    def value(placement: Placement) -> float:
        return precision_at(relevant_ranks(placement) if grade is None else graded_ranks(placement, grade), cutoff)

    source = "Jansen & Ustalov 2019, table 4" if grade is None else "Jansen & Ustalov 2019, table 3"
    return Measure(
        f"precision_{cutoff}" + f"_grade_{grade}" * (grade is not None), "rankings", source, _with_gold(value)
    )
