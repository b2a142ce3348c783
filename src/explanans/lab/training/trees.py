"""Train the search for trees, and the scorer of joins, so that no problem profits from its own gold tree."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError, amount
from explanans.lab.boosting import Growth, Rows, draw_places, grow
from explanans.learning.boosted_trees import Feature, predict
from explanans.learning.model import Origin
from explanans.runtime.progress import track
from explanans.structures.trees import EntailmentTree, Problem, Step
from explanans.trees.features import NAMES, columns
from explanans.trees.joins import MOST_WHOLE, Masks, all_joins, sizes, whole
from explanans.trees.leaves import (
    SET_NAMES,
    LeafChooser,
    Sets,
    candidate_sets,
    first_columns,
    set_columns,
)
from explanans.trees.model import SearchModel, propose
from explanans.trees.premises import FIRST_LOOK, SECOND_LOOK, Premises, second_columns
from explanans.trees.problem_matrix import Matrix, Precedents, ProblemMatrix
from explanans.trees.terms import TermWeights

GROWTH = Growth(trees=80, leaves=15, rate=0.08, features=0.4, rows=0.7)
"""For trees that tell one row by itself; chosen on EntailmentBank's training trees by cross-validation."""
_JOINER = replace(GROWTH, trees=130)
_LEAST_CURVATURE = 0.005
"""Keeps leaves of certain joins from taking endless steps."""
_IMPOSSIBLE = -1e30
FOLDS = 10
_JOINERS = 3
"""Number of seeds whose boosted trees are summed."""
_LOOK = replace(GROWTH, trees=150)
_SETS = Growth(trees=150, leaves=7, rate=0.05, objective="lambdarank", least_rows=50, features=0.5, rows=0.7)
_GOOD, _FAIR = 0.87, 0.75
"""Minimum F1 with the gold leaves at which a set has a relevance grade above 0; the gold leaves have the highest."""


class ProblemJoins(NamedTuple):
    """The joins of one problem.

    Attributes:
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
    """
    charts = Charts([lesson.leaves for lesson in lessons], [lesson.joins for lesson in lessons])
    gold = np.concatenate([lesson.gold for lesson in lessons]).astype(np.float64)

    def objective(scores: NDArray[np.float64], _: lightgbm.Dataset) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        probable = charts.marginals(scores)
        return probable - gold, np.maximum(probable * (1 - probable), _LEAST_CURVATURE)

    columns = np.concatenate([lesson.columns for lesson in lessons])
    return grow(Rows(columns, gold), NAMES, replace(_JOINER, objective=objective), seed)


Arrays = list[NDArray[Any]]
"""One array a problem."""


def train_trees(problems: Sequence[Problem], *, seed: int) -> SearchModel:
    """Train the search for trees on problems with distractors and their gold trees.

    Args:
        problems: The problems, as those of EntailmentBank's task 2.
    """
    taught = [problem for problem in problems if problem.tree is not None]
    if len(taught) < FOLDS:
        raise InputError(f"{amount(len(taught), 'problem')} with a gold tree; accepted: {FOLDS} or more")
    numbers = folds(taught, seed)
    weights = TermWeights.counted(premise.text for problem in taught for premise in problem.premises)
    trees = [problem.tree for problem in taught if problem.tree is not None]
    precedents = Precedents.of(enumerate(trees))
    proposer, lessons = join_lessons(trees, views(trees, numbers, weights, precedents), seed)
    joiners = tuple(grow_joiner(lessons, seed + number) for number in range(_JOINERS))
    leaves = train_leaves(leaf_lessons(taught, weights, seed=seed), seed)
    return SearchModel(weights, precedents, proposer, joiners, leaves, Origin(_data(taught), seed))


def views(
    trees: Sequence[EntailmentTree], numbers: NDArray[np.intp], weights: TermWeights, precedents: Precedents
) -> list[ProblemMatrix]:
    """Return the leaves of gold trees as matrices, each with the precedents of the other folds only.

    Args:
        numbers: The fold of each; shape (trees,).
    """
    visible = [precedents.hiding(frozenset(np.flatnonzero(numbers == fold).tolist())) for fold in range(FOLDS)]
    return [
        ProblemMatrix.of(tree.hypothesis, [leaf.text for leaf in tree.leaves], weights, visible[fold])
        for tree, fold in zip(track(trees, "Reading", len(trees)), numbers.tolist(), strict=True)
    ]


def join_lessons(
    trees: Sequence[EntailmentTree], seen: Sequence[ProblemMatrix], seed: int
) -> tuple[lightgbm.Booster, list[ProblemJoins]]:
    """Return the model that proposes joins, and its joins for each tree to learn from.

    It is grown on trees of few leaves, whose joins are all looked at, so that what it proposes for larger ones is no
    echo of their gold trees.
    """
    gold = [gold_joins(tree, [leaf.id for leaf in tree.leaves]) for tree in trees]
    small, large = [], []
    for view, wanted in zip(track(seen, "Joins", len(seen)), gold, strict=True):
        if len(wanted) and view.leaves <= MOST_WHOLE:
            joins = all_joins(view.leaves)
            small.append(ProblemJoins(view.leaves, joins, columns(view, joins), is_gold(joins, wanted)))
    rows = Rows(np.concatenate([item.columns for item in small]), np.concatenate([item.gold for item in small]))
    proposer = grow(rows, NAMES, GROWTH, seed)
    for view, wanted in zip(track(seen, "Proposals", len(seen)), gold, strict=True):
        if len(wanted) and view.leaves > MOST_WHOLE:
            joins = with_gold(propose(view, proposer)[0], wanted)
            large.append(ProblemJoins(view.leaves, joins, columns(view, joins), is_gold(joins, wanted)))
    # Two leaves leave nothing to learn.
    return proposer, [lesson for lesson in (*small, *large) if lesson.leaves > 2]


def _data(problems: Sequence[Problem]) -> dict[str, int | str]:
    digest = sha256()
    for problem in problems:
        # Where the data lies is no part of it.
        premises = [(premise.id, premise.text) for premise in problem.premises]
        steps = [step.premises for step in problem.tree.steps] if problem.tree else []
        digest.update(repr((problem.id, problem.hypothesis, premises, steps)).encode() + b"\n")
    count = sum(len(problem.premises) for problem in problems)
    return {"problems": len(problems), "premises": count, "problems_sha256": digest.hexdigest()}


def folds(problems: Sequence[Problem], seed: int) -> NDArray[np.intp]:
    """Return the fold of each problem, those of one id or one hypothesis being in one; shape (problems,).

    Example:
        >>> hypotheses = ["ice floats", "iron sinks", "ice floats"]
        >>> first, _, third = folds([Problem(f"q{i}", text, ()) for i, text in enumerate(hypotheses)], 0).tolist()
        >>> first == third
        True
    """
    keys = [(f"id {problem.id}", f"hypothesis {problem.hypothesis}") for problem in problems]
    return draw_places(keys, seed) % FOLDS


class LeafLessons(NamedTuple):
    """Premises of training problems as numbers, one array a problem.

    Attributes:
        names: The names of the features of both looks.
        seen: The premises beside the hypothesis, the question and the answer.
        gold: Which are leaves; shape (premises,) each.
        first: The features of the first look; shape (premises, features) each.
        second: The features of the second look; shape (premises, features) each.
        belief: How probable a leaf each is by trees of the other folds; shape (premises,) each.
    """

    names: tuple[tuple[str, ...], tuple[str, ...]]
    seen: list[Premises]
    gold: Arrays
    first: Arrays
    second: Arrays
    belief: Arrays


def leaf_lessons(
    problems: Sequence[Problem],
    weights: TermWeights,
    *,
    seed: int,
    features: Sequence[Feature] = FIRST_LOOK,
    looks: Sequence[Callable[[Premises], Matrix]] = (first_columns,) * FOLDS,
) -> LeafLessons:
    """Return what a chooser of leaves learns from.

    Args:
        features: The features of the first look.
        looks: Return them for the problems of each fold.
    """
    numbers = folds(problems, seed)
    seen = [Premises.of(problem, weights) for problem in track(problems, "Premises", len(problems))]
    gold: Arrays = [_is_leaf(problem) for problem in problems]
    first: Arrays = [looks[fold](item) for item, fold in zip(seen, numbers.tolist(), strict=True)]
    names = (
        tuple(feature.name for feature in features),
        tuple(feature.name for feature in (*features, *SECOND_LOOK)),
    )
    belief = out_of_fold(first, gold, numbers, lambda rows, labels: _grow_look(rows, labels, names[0], seed))
    second: Arrays = [second_columns(*rows) for rows in zip(seen, first, belief, strict=True)]
    belief = out_of_fold(second, gold, numbers, lambda rows, labels: _grow_look(rows, labels, names[1], seed))
    return LeafLessons(names, seen, gold, first, second, belief)


def train_leaves(lessons: LeafLessons, seed: int) -> LeafChooser:
    """Train a chooser of leaves."""
    return LeafChooser(
        _grow_look(lessons.first, lessons.gold, lessons.names[0], seed),
        _grow_look(lessons.second, lessons.gold, lessons.names[1], seed),
        _grow_sets(lessons.seen, lessons.belief, lessons.gold, seed),
    )


def _grow_look(columns: Arrays, labels: Arrays, names: Sequence[str], seed: int) -> lightgbm.Booster:
    return grow(Rows(np.concatenate(columns), np.concatenate(labels)), names, _LOOK, seed)


def out_of_fold(
    columns: Arrays, labels: Arrays, numbers: NDArray[np.intp], fit: Callable[[Arrays, Arrays], lightgbm.Booster]
) -> Arrays:
    """Return out-of-fold predictions of boosted trees for each problem.

    Args:
        columns: The features of each problem; shape (rows, features) each.
        labels: The labels of each problem; shape (rows,) each.
        numbers: The fold of each problem; shape (problems,).
    """
    found: dict[int, Matrix] = {}
    for fold in track(range(FOLDS), "Folds", FOLDS):
        rest, inside = np.flatnonzero(numbers != fold).tolist(), np.flatnonzero(numbers == fold).tolist()
        if inside:
            booster = fit([columns[number] for number in rest], [labels[number] for number in rest])
            found |= {number: predict(booster, columns[number]) for number in inside}
    return [found[number] for number in range(len(columns))]


def _grow_sets(seen: Sequence[Premises], belief: Sequence[Matrix], gold: Arrays, seed: int) -> lightgbm.Booster:
    columns, labels = [], []
    for item, probable, leaves in zip(seen, belief, gold, strict=True):
        found = candidate_sets(probable)
        columns.append(set_columns(item, probable, found))
        labels.append(_grades(found, leaves))
    rows = Rows(np.concatenate(columns), np.concatenate(labels), groups=[len(grades) for grades in labels])
    return grow(rows, SET_NAMES, _SETS, seed)


def _grades(found: Sets, leaves: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return 4 for the gold leaves, and 2, 1 or 0 for other sets by their F1 with them; shape (sets,)."""
    f1 = 2 * (found & leaves).sum(axis=1) / (found.sum(axis=1) + leaves.sum())
    return np.select([f1 == 1, f1 > _GOOD, f1 > _FAIR], [4, 2, 1], 0).astype(np.int32)


def _is_leaf(problem: Problem) -> NDArray[np.bool_]:
    leaves = {leaf.id for leaf in problem.tree.leaves} if problem.tree else set()
    return np.array([premise.id in leaves for premise in problem.premises])
