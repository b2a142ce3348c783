"""Joins: which premises, as sets of leaves, a step can put together."""

from collections.abc import Iterator
from functools import cache

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
    """Return 1 where a set holds a leaf; shape (sets, leaves).

    Args:
        masks: Sets of leaves; shape (sets,).
        leaves: How many leaves there are.
    """
    return ((masks[:, None] >> np.arange(leaves)) & 1).astype(np.float64)


def whole(joins: Masks) -> Masks:
    """Return the set of leaves that the conclusion of each join rests on; shape (joins,).

    Args:
        joins: Two or three sets each, the third empty where there are two; shape (joins, 3).
    """
    found: Masks = joins[:, 0] | joins[:, 1] | joins[:, 2]
    return found


@cache
def all_joins(leaves: int) -> Masks:
    """Return every way of joining two or three disjoint sets of leaves; shape (joins, 3).

    Args:
        leaves: How many leaves there are, 2 or more.

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
