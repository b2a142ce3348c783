"""Learn to join: gold trees as joins, and boosted trees that score joins so that gold trees come out best."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.learning.boosted_trees import Growth, Rows, grow
from explanans.structures.trees import EntailmentTree, Step
from explanans.trees.features import NAMES
from explanans.trees.joins import Masks, sizes, whole

GROWTH = Growth(trees=80, leaves=15, rate=0.08, features=0.4, rows=0.7)
"""For trees that tell one row by itself; chosen on EntailmentBank's training trees by cross-validation."""
_JOINER = replace(GROWTH, trees=130)
_LEAST_CURVATURE = 0.005
"""Keeps leaves of certain joins from taking endless steps."""
_IMPOSSIBLE = -1e30


class ProblemJoins(NamedTuple):
    """The joins of one problem.

    Attributes:
        leaves: How many leaves it has.
        joins: Its joins; shape (joins, 3).
        columns: Their features; shape (joins, features).
        gold: Which of them the gold tree makes; shape (joins,).
    """

    leaves: int
    joins: Masks
    columns: NDArray[np.float32]
    gold: NDArray[np.bool_]


def gold_joins(tree: EntailmentTree, names: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Return the joins that a tree makes; none if it is not one that joins two or three premises at a time.

    One gold tree in seven uses a premise twice, or has a step of one premise or of more than three. Nothing is learnt
    from it how to join.

    Returns:
        The sets of leaves that each join puts together, rising.

    Example:
        >>> from explanans.structures.facts import Fact
        >>> steps = Step(("a", "c"), "int1", "x"), Step(("int1", "b"), "hypothesis", "y")
        >>> tree = EntailmentTree("y", tuple(Fact(name, name) for name in "abc"), steps)
        >>> gold_joins(tree, "abc")
        ((1, 4), (2, 5))
    """
    if tree.faults() or not all(2 <= len(step.premises) <= 3 for step in tree.steps):
        return ()
    held = {name: 1 << place for place, name in enumerate(names)}
    if len(tree.leaves) != len(names) or _reuses(tree.steps):
        return ()
    joins = []
    for step in tree.steps:
        parts = tuple(sorted(held[name] for name in step.premises))
        held[step.conclusion] = sum(parts)
        joins.append(parts)
    return tuple(joins)


def _reuses(steps: Sequence[Step]) -> bool:
    premises = [name for step in steps for name in step.premises]
    return len(premises) > len(set(premises))


def is_gold(joins: Masks, gold: Sequence[tuple[int, ...]]) -> NDArray[np.bool_]:
    """Return which joins are those of a gold tree; shape (joins,).

    Args:
        joins: The joins; shape (joins, 3).
    """
    wanted = {(0,) * (3 - len(parts)) + parts for parts in gold}
    return np.array([tuple(parts) in wanted for parts in np.sort(joins, axis=1).tolist()], dtype=np.bool_)


def with_gold(joins: Masks, gold: Sequence[tuple[int, ...]]) -> Masks:
    """Return joins with those of a gold tree that they lack.

    Args:
        joins: The joins; shape (joins, 3).
    """
    known = set(map(tuple, np.sort(joins, axis=1).tolist()))
    lacking = [(*parts[::-1], 0)[:3] for parts in gold if (0,) * (3 - len(parts)) + parts not in known]
    return np.concatenate([joins, np.array(lacking, dtype=np.int64).reshape(-1, 3)])


class _Level(NamedTuple):
    """The joins whose conclusions rest on equally many leaves, those of one conclusion side by side."""

    joins: NDArray[np.intp]
    starts: NDArray[np.intp]
    heads: NDArray[np.intp]
    groups: NDArray[np.intp]


class Charts:
    """The charts of several problems, one after the other.

    Args:
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

    def marginals(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the probability of each join where a tree is as probable as exp of its score; shape (joins,).

        By the inside–outside algorithm (Baker 1979), sums kept in logarithms.

        Args:
            scores: One score a join; shape (joins,).

        Example:
            >>> from explanans.trees.joins import all_joins
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


def grow_joiner(lessons: Sequence[ProblemJoins], seed: int) -> lightgbm.Booster:
    """Return boosted trees whose sums over whole trees make the gold trees probable.

    A tree is as probable as exp of the sum of its joins' scores; the gradient of the gold trees' log-probability is
    the probability of a join less 1 if it is gold (Lafferty et al. 2001, section 4; boosted as in Dietterich et al.
    2004).

    Args:
        lessons: The joins of each problem, one or more, the gold ones among them.
    """
    charts = Charts([lesson.leaves for lesson in lessons], [lesson.joins for lesson in lessons])
    gold = np.concatenate([lesson.gold for lesson in lessons]).astype(np.float64)

    def objective(scores: NDArray[np.float64], _: lightgbm.Dataset) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        probable = charts.marginals(scores)
        return probable - gold, np.maximum(probable * (1 - probable), _LEAST_CURVATURE)

    columns = np.concatenate([lesson.columns for lesson in lessons])
    return grow(Rows(columns, gold), NAMES, replace(_JOINER, objective=objective), seed)
