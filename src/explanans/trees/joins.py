"""Joins: which premises, as sets of leaves, a step can put together, and the best trees that joins make."""

from collections.abc import Iterator, Sequence
from functools import cache
from heapq import nlargest
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Masks = NDArray[np.int64]
"""Sets of leaves as numbers, in which bit i stands for leaf i."""

MOST_WHOLE = 6
"""Leaves. All joins of more are too many to look at one by one."""


def sizes(masks: Masks) -> NDArray[np.int64]:
    """Return how many leaves each set holds.

    Args:
        masks: Sets of leaves.

    Example:
        >>> sizes(np.array([0, 1, 7])).tolist()
        [0, 1, 3]
    """
    return np.bitwise_count(masks).astype(np.int64)


def members(masks: Masks, leaves: int) -> NDArray[np.float64]:
    """Return 1 if a set holds a leaf; shape (sets, leaves).

    Args:
        masks: Sets of leaves; shape (sets,).
        leaves: The number of leaves.
    """
    return ((masks[:, None] >> np.arange(leaves)) & 1).astype(np.float64)


def whole(joins: Masks) -> Masks:
    """Return the set of leaves that the conclusion of each join rests on; shape (joins,).

    Args:
        joins: Two or three sets each, the third empty if there are two; shape (joins, 3).
    """
    found: Masks = joins[:, 0] | joins[:, 1] | joins[:, 2]
    return found


@cache
def all_joins(leaves: int) -> Masks:
    """Return every way of joining two or three disjoint sets of leaves; shape (joins, 3).

    Args:
        leaves: The number of leaves, 2 or more.

    Example:
        >>> all_joins(2).tolist(), len(all_joins(3)), len(all_joins(5))
        ([[1, 2, 0]], 7, 155)
    """
    joins = np.array(sorted(_joins(leaves)), dtype=np.int64).reshape(-1, 3)
    joins.setflags(write=False)
    return joins


def _joins(leaves: int) -> Iterator[tuple[int, int, int]]:
    for held in range(1, 1 << leaves):
        first = held & -held
        for rest in _parts(held ^ first):
            one = held ^ rest
            yield one, rest, 0
            lowest = rest & -rest
            for third in _parts(rest ^ lowest):
                yield one, rest ^ third, third


def _parts(held: int) -> Iterator[int]:
    """Yield every part of a set that is not empty."""
    part = held
    while part:
        yield part
        part = (part - 1) & held


class Derivation(NamedTuple):
    """A tree and its score.

    Attributes:
        score: The sum of the scores of its joins.
        joins: The numbers of its joins, each after those that it rests on.
    """

    score: float
    joins: tuple[int, ...]


def best(leaves: int, joins: Masks, scores: NDArray[np.float64], count: int = 1) -> list[Derivation]:
    """Return at most ``count`` best trees, best first.

    Args:
        leaves: The number of leaves.
        joins: The joins at hand; shape (joins, 3).
        scores: One score a join; shape (joins,).
        count: How many trees.

    Example:
        >>> joins = np.array([[1, 2, 0], [3, 4, 0], [1, 2, 4]])
        >>> [tree.joins for tree in best(3, joins, np.array([1.0, 1.0, 1.5]), 2)]
        [(0, 1), (2,)]
    """
    found: dict[int, list[Derivation]] = {1 << leaf: [Derivation(0.0, ())] for leaf in range(leaves)}
    heads = whole(joins)
    order = np.argsort(sizes(heads), kind="stable")
    waiting: dict[int, list[int]] = {}
    for number in order.tolist():
        waiting.setdefault(int(heads[number]), []).append(number)
    for head, numbers in waiting.items():
        trees: list[Derivation] = []
        for number in numbers:
            parts = [found.get(int(part), []) for part in joins[number] if part]
            trees += (_joined(number, float(scores[number]), chosen) for chosen in product(*parts))
        if trees:
            found[head] = nlargest(count, trees)
    return found.get((1 << leaves) - 1, [])


def _joined(number: int, score: float, parts: Sequence[Derivation]) -> Derivation:
    joins = tuple(join for part in parts for join in part.joins)
    return Derivation(score + sum(part.score for part in parts), (*joins, number))
