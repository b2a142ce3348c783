"""The questions whose gold facts are ranked worst, with what was missed and what stood there instead."""

from collections.abc import Mapping, Sequence
from math import inf

from explanans.evaluation.rankings.placement import Placement
from explanans.structures.details.rankings import PlacedFact, PoorRanking
from explanans.structures.facts import Fact

MOST_SHOWN = 10
"""Number of questions to report."""


def worst_rankings(
    placements: Sequence[Placement], average_precisions: Sequence[float], facts: Mapping[str, Fact]
) -> tuple[PoorRanking, ...]:
    """Return the ranked questions with the lowest average precision, lowest first.

    A gold fact is missed if it does not stand among the first R facts, R being how many gold facts there are: the
    rank that R-precision is measured at (Manning, Raghavan & Schütze 2008, section 8.4). Questions that miss nothing
    are left out. Those of the same average precision stand in the order of the gold.

    Args:
        placements: Where the gold facts stand.
        average_precisions: The average precision of each question, in the same order.
        facts: The facts by id in lower case; a fact that is not there is known by its id alone.

    Example:
        >>> from explanans.evaluation.rankings.gold import Gold
        >>> from explanans.evaluation.rankings.placement import place
        >>> from explanans.structures.rankings import RelevanceJudgment, Ranking
        >>> judgments = (
        ...     RelevanceJudgment("q1", "f1"),
        ...     RelevanceJudgment("q1", "f2"),
        ... )
        >>> gold = Gold("q1", judgments, text="What melts ice?", answer="heat")
        >>> (worst,) = worst_rankings([place(gold, Ranking("q1", ("f1", "f3", "f4", "f2")))], [0.75], {})
        >>> [(fact.id, fact.rank) for fact in worst.missed], [(fact.id, fact.rank) for fact in worst.instead]
        ([('f2', 4)], [('f3', 2)])
    """
    ranked = zip(average_precisions, placements, strict=True)
    poor = [(value, placement) for value, placement in ranked if placement.ranked and _missed(placement)]
    poor.sort(key=lambda pair: pair[0])
    return tuple(_describe(placement, value, facts) for value, placement in poor[:MOST_SHOWN])


def _missed(placement: Placement) -> list[str]:
    """Return the ids of the gold facts that are missed, in lower case, by rank; those that were not ranked are last."""
    gold = dict.fromkeys(judgment.fact.lower() for judgment in placement.gold.relevant)
    ranks = {fact: placement.ranks.get(fact, inf) for fact in gold}
    return sorted((fact for fact in gold if ranks[fact] > len(gold)), key=ranks.__getitem__)


def _describe(placement: Placement, average_precision: float, facts: Mapping[str, Fact]) -> PoorRanking:
    gold = placement.gold
    judged = {judgment.fact.lower(): judgment for judgment in gold.relevant}
    return PoorRanking(
        question=gold.question,
        text=gold.text,
        answer=gold.answer,
        average_precision=average_precision,
        gold=len(judged),
        missed=tuple(
            PlacedFact(judged[fact].fact, _words(fact, facts), placement.ranks.get(fact), judged[fact].role)
            for fact in _missed(placement)
        ),
        instead=tuple(
            PlacedFact(facts[fact].id if fact in facts else fact, _words(fact, facts), rank, None)
            for fact, rank in placement.instead.items()
            if rank <= len(judged)
        ),
    )


def _words(fact: str, facts: Mapping[str, Fact]) -> str:
    return facts[fact].text if fact in facts else ""
