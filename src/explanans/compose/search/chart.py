"""Charts: all trees over some leaves at once, each the sum of the scores of its joins."""

from collections.abc import Sequence
from heapq import nlargest
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.compose.search.joins import Masks, sizes, whole

Scores = NDArray[np.float64]

_IMPOSSIBLE = -1e30


class Derivation(NamedTuple):
    """A tree and its score.

    Attributes:
        score: The sum of the scores of its joins.
        joins: The numbers of its joins, each after those that it rests on.
    """

    score: float
    joins: tuple[int, ...]


class _Level(NamedTuple):
    """The joins whose conclusions rest on equally many leaves, those of one conclusion side by side."""

    joins: NDArray[np.intp]
    starts: NDArray[np.intp]
    heads: NDArray[np.intp]
    groups: NDArray[np.intp]


class Charts:
    """The charts of several problems, one after the other.

    Args:
        leaves: How many leaves each problem has.
        joins: The joins of each problem; shape (joins, 3) each. Some of them must make a whole tree.

    Attributes:
        offsets: Where the joins of each problem start, and the end; shape (problems + 1,).
    """

    def __init__(self, leaves: Sequence[int], joins: Sequence[Masks]) -> None:
        self.offsets = np.cumsum([0, *map(len, joins)])
        sets, roots, heads, premises = [np.zeros(1, np.int64)], [], [], []
        count = 1  # set 0 stands for no premise
        for number, given in zip(leaves, joins, strict=True):
            single = np.left_shift(1, np.arange(number))
            held = np.unique(np.concatenate([whole(given), given.ravel(), single]))
            held = held[held > 0]
            heads.append(count + np.searchsorted(held, whole(given)))
            premises.append(np.where(given > 0, count + np.searchsorted(held, given), 0))
            roots.append(count + int(np.searchsorted(held, (1 << number) - 1)))
            sets.append(held)
            count += len(held)
        self._roots = np.array(roots)
        self._sizes = sizes(np.concatenate(sets))
        self._premises = np.concatenate(premises)
        self._levels = self._leveled(np.concatenate(heads))

    def _leveled(self, heads: NDArray[np.intp]) -> list[_Level]:
        of_joins, levels = self._sizes[heads], []
        for size in np.unique(of_joins).tolist():
            joins = np.flatnonzero(of_joins == size)
            joins = joins[np.argsort(heads[joins], kind="stable")]
            found = heads[joins]
            starts = np.flatnonzero(np.r_[True, found[1:] != found[:-1]])
            groups = np.repeat(np.arange(len(starts)), np.diff(np.r_[starts, len(found)]))
            levels.append(_Level(joins, starts, found[starts], groups))
        return levels

    def marginals(self, scores: Scores) -> Scores:
        """Return the probability of each join where a tree is as probable as exp of its score; shape (joins,).

        By the inside–outside algorithm (Baker 1979), sums kept in logarithms.

        Args:
            scores: One score a join; shape (joins,).

        Example:
            >>> from explanans.compose.search.joins import all_joins
            >>> joins = all_joins(3)
            >>> charts = Charts([3], [joins])
            >>> joins[0].tolist(), charts.marginals(np.zeros(len(joins)))[0].item()
            ([1, 2, 0], 0.25)
        """
        inside = np.where(self._sizes <= 1, 0.0, _IMPOSSIBLE)
        shares = np.zeros(len(scores))
        for level in self._levels:
            values = scores[level.joins] + inside[self._premises[level.joins]].sum(axis=1)
            largest = np.maximum.reduceat(values, level.starts)
            weights = np.exp(values - largest[level.groups])
            sums = np.add.reduceat(weights, level.starts)
            inside[level.heads] = largest + np.log(sums)
            shares[level.joins] = weights / sums[level.groups]
        used = np.zeros(len(self._sizes))
        used[self._roots] = 1
        found = np.zeros(len(scores))
        for level in reversed(self._levels):
            found[level.joins] = shares[level.joins] * used[level.heads[level.groups]]
            for place in range(self._premises.shape[1]):
                np.add.at(used, self._premises[level.joins, place], found[level.joins])
        return found


def best(leaves: int, joins: Masks, scores: Scores, count: int = 1) -> list[Derivation]:
    """Return the best trees, best first; fewer where there are not so many.

    Args:
        leaves: How many leaves there are.
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
