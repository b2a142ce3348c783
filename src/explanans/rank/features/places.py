"""Features of where a fact stands among the candidates by one kind of evidence alone."""

import numpy as np

from explanans.rank.features.feature import Column, Columns, Cost, Feature, Group

_RANKED = {
    "cosine_both": Group.RELEVANCE,
    "cosine_answer": Group.RELEVANCE,
    "cosine_hypothesis": Group.RELEVANCE,
    "shared_idf": Group.RELEVANCE,
    "hops_new": Group.HOPS,
    "meaning": Group.MEANING,
    "power_1": Group.POWER,
    "power_2": Group.POWER,
    "power_answer": Group.POWER,
    "power_ridge": Group.POWER,
    "spread_new": Group.POWER,
    "called_lift": Group.POWER,
    "words_lift": Group.POWER,
}

FEATURES = tuple(
    Feature(f"{name}_rank", group, Cost.CANDIDATES, f"rank among the candidates by {name}, as a logarithm")
    for name, group in _RANKED.items()
)


def places(columns: Columns) -> Columns:
    """Return the features above for the candidates; those of equal value share the best rank.

    Args:
        columns: What they are ranked by.
    """
    return {f"{name}_rank": _ranks(columns[name]) for name in _RANKED if name in columns}


def _ranks(values: Column) -> Column:
    return np.log1p(len(values) - np.searchsorted(np.sort(values), values, side="right"))
