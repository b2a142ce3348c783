"""Joins: which premises a step can put together, as sets of leaves and as matrices, and the best trees of joins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from heapq import nlargest
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.learning.boosted_trees import Column
from explanans.trees.problem_matrix import Matrix, ProblemMatrix

Masks = NDArray[np.int64]
"""Sets of leaves as numbers, in which bit i stands for leaf i."""

MOST_WHOLE = 6
"""Leaves. All joins of more are too many to look at one by one."""


def sizes(masks: Masks) -> NDArray[np.int64]:
    """Return how many leaves each set holds.

    Example:
        >>> sizes(np.array([0, 1, 7])).tolist()
        [0, 1, 3]
    """
    return np.bitwise_count(masks).astype(np.int64)


def members(masks: Masks, leaves: int) -> NDArray[np.float64]:
    """Return 1 if a set holds a leaf; shape (sets, leaves).

    Args:
        masks: Sets of leaves; shape (sets,).
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
        joins: The joins at hand; shape (joins, 3).
        scores: One score a join; shape (joins,).

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


PLACES = {"a": "first", "b": "second", "c": "third"}
"""The premises of a join: the one on more leaves first, and of two alike the one with more of the hypothesis."""

_SMALL = 1e-6


@dataclass(frozen=True)
class Parts:
    """The joins of a problem: their premises, their conclusions, and the leaves that are left.

    Attributes:
        joins: The joins, their premises in order; shape (joins, 3).
    """

    view: ProblemMatrix
    joins: Masks

    @classmethod
    def of(cls, view: ProblemMatrix, joins: Masks) -> "Parts":
        """Return joins with their premises in order: the largest first, then the one with most of the hypothesis.

        Args:
            joins: The joins; shape (joins, 3).
        """
        sets, places = np.unique(joins, return_inverse=True)
        inside = members(sets, view.leaves)
        covered = ((inside @ view.held > 0) * view.sought) @ view.weights / _total(view)
        keys = (inside.sum(axis=1) * 10 + covered)[places.reshape(joins.shape)]
        keys[joins == 0] = -1
        order = np.argsort(-keys, axis=1, kind="stable")
        return cls(view, np.take_along_axis(joins, order, axis=1))

    @cached_property
    def _sets(self) -> tuple[Masks, NDArray[np.intp]]:
        sets, places = np.unique(self.joins, return_inverse=True)
        return sets, places.reshape(self.joins.shape)

    @cached_property
    def inside(self) -> tuple[Matrix, ...]:
        """1 if a premise rests on a leaf, for each place; shape (joins, leaves) each."""
        return tuple(members(self.joins[:, place], self.view.leaves) for place in range(3))

    @cached_property
    def conclusion(self) -> Matrix:
        """1 if the conclusion rests on a leaf; shape (joins, leaves)."""
        return members(whole(self.joins), self.view.leaves)

    @cached_property
    def rest(self) -> Matrix:
        """1 if it does not; shape (joins, leaves)."""
        return 1 - self.conclusion

    @cached_property
    def has_third(self) -> NDArray[np.bool_]:
        """Return whether there is a third premise; shape (joins,)."""
        return self.joins[:, 2] > 0

    def terms(self, matrix: Matrix) -> tuple[Matrix, ...]:
        """Return 1 if a leaf of a premise has a term, for each place; shape (joins, terms) each.

        Args:
            matrix: 1 if a leaf has a term; shape (leaves, terms).
        """
        sets, places = self._sets
        found = (members(sets, self.view.leaves) @ matrix > 0).astype(np.float64)
        return tuple(found[places[:, place]] for place in range(3))

    @cached_property
    def held(self) -> tuple[Matrix, ...]:
        """1 if a premise holds a term, for each place; shape (joins, terms) each."""
        return self.terms(self.view.held)

    @cached_property
    def counts(self) -> Matrix:
        """In how many leaves of the conclusion a term stands; shape (joins, terms)."""
        return self.conclusion @ self.view.held

    @cached_property
    def left(self) -> Matrix:
        """1 if a leaf that is left holds a term; shape (joins, terms)."""
        return (self.rest @ self.view.held > 0).astype(np.float64)

    @cached_property
    def shared(self) -> Matrix:
        """1 if two premises or more hold a term; shape (joins, terms)."""
        found: Matrix = (np.add.reduce(self.held) >= 2).astype(np.float64)
        return found

    def mass(self, terms: Matrix) -> Column:
        """Return the weight of terms; shape (joins,).

        Args:
            terms: 1 for the terms of each join; shape (joins, terms).
        """
        found: Column = terms @ self.view.weights
        return found

    @property
    def total(self) -> float:
        """The weight of the hypothesis's terms."""
        return _total(self.view)


def _total(view: ProblemMatrix) -> float:
    return max(float(view.weights @ view.sought), _SMALL)


def share(part: Column, of: Column) -> Column:
    """Return the ratio of two weights, 0 if the divisor is 0.

    Args:
        part: The weight of a part; shape (joins,).
        of: The weight of the whole; shape (joins,).
    """
    return part / np.maximum(of, _SMALL)
