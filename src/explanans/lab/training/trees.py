"""Train the search for trees so that no problem profits from its own gold tree."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.lab.training.joins import GROWTH, ProblemJoins, gold_joins, grow_joiner, is_gold, with_gold
from explanans.learning.boosted_trees import Growth, Rows, grow, predict
from explanans.learning.folds import draw_places
from explanans.learning.model import Origin
from explanans.runtime.progress import track
from explanans.structures.trees import EntailmentTree, Problem
from explanans.trees.features import NAMES, columns
from explanans.trees.joins import MOST_WHOLE, all_joins
from explanans.trees.leaves import (
    SET_NAMES,
    Frequencies,
    LeafChooser,
    Sets,
    candidate_sets,
    first_columns,
    leaf_features,
    set_columns,
)
from explanans.trees.model import SearchModel, propose
from explanans.trees.precedents import Precedents
from explanans.trees.premises import Premises, second_columns
from explanans.trees.problem_matrix import Matrix, ProblemMatrix
from explanans.trees.sentence import TermWeights

FOLDS = 10

_JOINERS = 3
"""Number of seeds whose boosted trees are summed."""
_LOOK = replace(GROWTH, trees=150)
_SETS = Growth(trees=150, leaves=7, rate=0.05, objective="lambdarank", least_rows=50, features=0.5, rows=0.7)
_GOOD, _FAIR = 0.87, 0.75
"""Minimum F1 with the gold leaves at which a set has a relevance grade above 0; the gold leaves have the highest."""

Arrays = list[NDArray[Any]]
"""One array a problem."""


def train_trees(problems: Sequence[Problem], *, seed: int, with_frequency: bool = False) -> SearchModel:
    """Train the search for trees on problems with distractors and their gold trees.

    Args:
        problems: The problems, as those of EntailmentBank's task 2.
        with_frequency: Whether the frequency of sentences among the training premises is a feature; for measuring only.

    Raises:
        InputError: There are fewer problems with gold trees than folds.
    """
    taught = [problem for problem in problems if problem.tree is not None]
    if len(taught) < FOLDS:
        raise InputError(f"{len(taught)} problems with a gold tree; accepted: {FOLDS} or more")
    numbers = folds(taught, seed)
    weights = TermWeights.counted(premise.text for problem in taught for premise in problem.premises)
    trees = [problem.tree for problem in taught if problem.tree is not None]
    precedents = Precedents.of(enumerate(trees))
    proposer, lessons = join_lessons(trees, views(trees, numbers, weights, precedents), seed)
    joiners = tuple(grow_joiner(lessons, seed + number) for number in range(_JOINERS))
    leaves = train_leaves(taught, weights, seed=seed, frequency=with_frequency)
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


def train_leaves(
    problems: Sequence[Problem],
    weights: TermWeights,
    *,
    seed: int,
    frequency: bool = False,
    ranked: bool = False,
) -> LeafChooser:
    """Train a chooser of leaves.

    Args:
        frequency: Whether the frequency of sentences among the training premises is a feature; for measuring only.
    """
    numbers = folds(problems, seed)
    seen = [Premises.of(problem, weights) for problem in track(problems, "Premises", len(problems))]
    gold: Arrays = [_is_leaf(problem) for problem in problems]
    known = [_without(problems, numbers, fold) if frequency else None for fold in range(FOLDS)]
    first: Arrays = [
        first_columns(item, known[fold], ranked=ranked) for item, fold in zip(seen, numbers.tolist(), strict=True)
    ]
    looks = leaf_features(frequency=frequency, ranked=ranked)
    names = tuple(tuple(feature.name for feature in look) for look in looks)

    def fitted(columns: Arrays, labels: Arrays, names: Sequence[str]) -> lightgbm.Booster:
        return grow(Rows(np.concatenate(columns), np.concatenate(labels)), names, _LOOK, seed)

    belief = out_of_fold(first, gold, numbers, lambda rows, labels: fitted(rows, labels, names[0]))
    second: Arrays = [second_columns(*rows) for rows in zip(seen, first, belief, strict=True)]
    belief = out_of_fold(second, gold, numbers, lambda rows, labels: fitted(rows, labels, names[1]))
    return LeafChooser(
        fitted(first, gold, names[0]),
        fitted(second, gold, names[1]),
        _grow_sets(seen, belief, gold, seed),
        Frequencies.counted(problems) if frequency else None,
        ranked,
    )


def out_of_fold(
    columns: Arrays, labels: Arrays, numbers: NDArray[np.intp], fit: Callable[[Arrays, Arrays], lightgbm.Booster]
) -> list[Matrix]:
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


def _without(problems: Sequence[Problem], numbers: NDArray[np.intp], fold: int) -> Frequencies:
    return Frequencies.counted(
        problem for problem, number in zip(problems, numbers.tolist(), strict=True) if number != fold
    )
