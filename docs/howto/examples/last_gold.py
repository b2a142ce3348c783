"""A measure of rankings: how far down one has to read for the whole explanation, as a share of the ranking."""

from explanans.evaluation.measure import Measure
from explanans.evaluation.rankings.placement import Placement


def depth(placement: Placement) -> float | None:
    wanted = placement.gold.relevant_ids
    if not wanted or not placement.ranked or wanted - placement.ranks.keys():
        return None  # not defined: no gold, no ranking, or a gold fact that was not ranked
    return max(placement.ranks[fact] for fact in wanted) / placement.depth


LAST_GOLD = Measure("reading depth", "rankings", "share that one has to read", depth, lower_is_better=True)
