"""Normalised discounted cumulative gain, for graded relevance (Manning, Raghavan & Schütze 2008, section 8.4)."""

from collections.abc import Iterable
from math import log2

from explanans.evaluate.placement import Placement

PADDING = 10**6
"""How many irrelevant facts the TextGraphs 2021 scorer appends to a ranking that lacks judged facts."""


def ndcg_exponential(placement: Placement) -> float:
    """Return NDCG as the TextGraphs 2021 scorer computes it, with a gain of ``2 ** grade - 1``.

    The judged facts that were not ranked count as ranked last, behind a million others: the first of them, in the order
    of the gold, at the very end, the next one before it, and so on. The scorer builds that list; here the ranks are
    computed. Unlike the scorer, gold ids are compared in lower case too.

    Args:
        placement: Where the judged facts stand.

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

    Args:
        placement: Where the judged facts stand.

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
