"""Propose the joins that a tree may be made of: all where there are few leaves, else the most probable ones."""

from collections.abc import Iterator
from itertools import combinations

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.compose.search.features.extractor import columns
from explanans.compose.search.joins import MOST_WHOLE, Masks, all_joins, whole
from explanans.compose.search.view import View

_BEAM = 16
"""How many sets of leaves of each size are kept."""


def propose(view: View, proposer: lightgbm.Booster) -> tuple[Masks, NDArray[np.float32]]:
    """Return joins from which at least one whole tree can be made, and their features.

    Sets of leaves are looked at from the smallest to the whole. The sets of each size that the most probable joins
    lead to are kept, and only what is kept is joined further.

    Args:
        view: The problem; two leaves or more.
        proposer: Tells how probable a join is.
    """
    if view.leaves <= MOST_WHOLE:
        joins = all_joins(view.leaves)
        return joins, columns(view, joins)
    kept: dict[int, dict[int, float]] = {1: {1 << leaf: 0.0 for leaf in range(view.leaves)}}
    found: list[tuple[Masks, NDArray[np.float32]]] = []
    for size in range(2, view.leaves + 1):
        joins = np.array(list(_joins(kept, size)), dtype=np.int64).reshape(-1, 3)
        features = columns(view, joins) if len(joins) else np.zeros((0, 0), np.float32)
        kept[size] = _best(joins, _logarithms(proposer, features), kept)
        chosen = np.isin(whole(joins), list(kept[size]))
        if chosen.any():
            found.append((joins[chosen], features[chosen]))
    return np.concatenate([joins for joins, _ in found]), np.concatenate([features for _, features in found])


def _joins(kept: dict[int, dict[int, float]], size: int) -> Iterator[tuple[int, int, int]]:
    """Yield the joins of two kept sets, or of one with two leaves, that lead to sets of a size."""
    for smaller in range(1, size // 2 + 1):
        for one in kept[smaller]:
            for other in kept[size - smaller]:
                if not one & other and (smaller < size - smaller or one < other):
                    yield other, one, 0
    if size > 2:
        for pair in combinations(kept[1], 2):
            for one in kept[size - 2]:
                if not one & (pair[0] | pair[1]) and (size > 3 or one < min(pair)):
                    yield one, *pair


def _logarithms(proposer: lightgbm.Booster, features: NDArray[np.float32]) -> NDArray[np.float64]:
    if not len(features):
        return np.zeros(0)
    probable: NDArray[np.float64] = np.maximum(np.asarray(proposer.predict(features, num_threads=1)), 1e-9)
    return np.log(probable)


def _best(joins: Masks, scores: NDArray[np.float64], kept: dict[int, dict[int, float]]) -> dict[int, float]:
    """Return the sets that the best joins lead to, with the scores of the best trees over each."""
    inside = {held: value for sets in kept.values() for held, value in sets.items()}
    best: dict[int, float] = {}
    for parts, score in zip(joins.tolist(), scores.tolist(), strict=True):
        head = parts[0] | parts[1] | parts[2]
        value = score + sum(inside[part] for part in parts if part)
        if value > best.get(head, -np.inf):
            best[head] = value
    order = sorted(best, key=lambda held: (-best[held], held))
    return {held: best[held] for held in order[:_BEAM]}
