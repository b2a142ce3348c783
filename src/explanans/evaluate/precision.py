"""Precision and average precision, as the field and as the TextGraphs shared tasks define them.

The undefined case: a question without relevant facts scores 0 here; ``evaluate_rankings`` leaves it out of every mean.
"""

from collections.abc import Collection

from explanans.evaluate.placement import Placement


def average_precision(ranks: Collection[int], relevant: int) -> float:
    """Return average precision: the mean over the relevant facts of the precision at their ranks.

    A relevant fact that was not ranked adds 0 (Manning, Raghavan & Schütze 2008, section 8.4; trec_eval's ``map``).

    Args:
        ranks: The ranks of the relevant facts that were ranked, counted from 1, in any order.
        relevant: How many relevant facts there are.

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
        relevant: How many relevant facts there are.

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

    Args:
        placement: Where the gold facts stand.
    """
    return complete_average_precision(relevant_ranks(placement), len(placement.gold.relevant))


def average_precision_trec(placement: Placement) -> float:
    """Return average precision as trec_eval computes it: unranked gold facts add 0 and repeats count once.

    Args:
        placement: Where the gold facts stand.
    """
    return average_precision(relevant_ranks(placement), len(placement.gold.relevant_ids))


def precision_at(ranks: Collection[int], cutoff: int) -> float:
    """Return the share of the first facts that are relevant (Manning, Raghavan & Schütze 2008, section 8.4).

    A shorter ranking counts as filled up with irrelevant facts.

    Args:
        ranks: The ranks of the relevant facts that were ranked, counted from 1, in any order.
        cutoff: How many of the first facts to look at; 1 or more.

    Example:
        >>> precision_at([1, 4], 3)
        0.3333333333333333
    """
    return sum(rank <= cutoff for rank in ranks) / cutoff


def relevant_ranks(placement: Placement) -> list[int]:
    """Return the ranks of the gold facts that were ranked.

    Args:
        placement: Where the gold facts stand.
    """
    gold = placement.gold.relevant_ids
    return [rank for fact, rank in placement.ranks.items() if fact in gold]


def graded_ranks(placement: Placement, grade: int) -> list[int]:
    """Return the ranks of the ranked facts that have a grade or a higher one.

    Their ``precision_at`` is what Jansen & Ustalov 2019 (table 3) call Manual Relevance@N, where the grade is the
    lowest of those that stand for *gold* or *highly relevant*.

    Args:
        placement: Where the judged facts stand.
        grade: The lowest grade that counts.

    Example:
        >>> from explanans.evaluate.gold import Gold
        >>> from explanans.evaluate.placement import place
        >>> from explanans.ranking import Judgment, Ranking
        >>> gold = Gold("q1", (Judgment("q1", "f1", 6), Judgment("q1", "f2", 1)))
        >>> graded_ranks(place(gold, Ranking("q1", ("f2", "f1"))), 4)
        [2]
    """
    grades = placement.gold.grades
    return [rank for fact, rank in placement.ranks.items() if grades[fact] >= grade]
