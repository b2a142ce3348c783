"""Train the chooser of leaves, each look on what the look before says of problems that it has not seen."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.compose.trees import sets
from explanans.compose.trees.leaves import (
    Extras,
    Frequencies,
    LeafChooser,
    first_columns,
    first_names,
    second_columns,
    second_names,
)
from explanans.compose.trees.premises import Premises
from explanans.compose.trees.sentence import TermWeights
from explanans.compose.trees.sets import Sets
from explanans.compose.trees.view import Matrix
from explanans.learn.folds import draw_places
from explanans.learn.trees import Growth, Rows, grow, predict
from explanans.problem import Problem
from explanans.progress import track
from explanans.train.joins import GROWTH

FOLDS = 10
_LOOK = replace(GROWTH, trees=150)
_SETS = Growth(trees=150, leaves=7, rate=0.05, objective="lambdarank", least_rows=50, features=0.5, rows=0.7)
_GOOD, _FAIR = 0.87, 0.75
"""From which F1 with the gold leaves on a set is better than none, beside the gold leaves themselves."""

_NOTHING = Extras()

Arrays = list[NDArray[Any]]
"""One array a problem."""


def folds(problems: Sequence[Problem], seed: int) -> NDArray[np.intp]:
    """Return the fold of each problem, those of one id or one hypothesis being in one; shape (problems,).

    Args:
        problems: The problems.
        seed: Seeds the draw.

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
    numbers: NDArray[np.intp],
    weights: TermWeights,
    *,
    seed: int,
    extras: Extras = _NOTHING,
) -> LeafChooser:
    """Train a chooser of leaves.

    Args:
        problems: Problems with distractors and gold trees.
        numbers: The fold of each; shape (problems,).
        weights: How telling terms are.
        seed: Seeds the trees.
        extras: What leaves may be told by beside what premises say.
    """
    seen = [Premises.of(problem, weights) for problem in track(problems, "Premises", len(problems))]
    gold: Arrays = [_is_leaf(problem) for problem in problems]
    known = [_without(problems, numbers, fold) if extras.frequency else None for fold in range(FOLDS)]
    first: Arrays = [
        first_columns(item, known[fold], ranked=extras.place) for item, fold in zip(seen, numbers.tolist(), strict=True)
    ]
    names = tuple(name(extras) for name in (first_names, second_names))

    def fitted(columns: Arrays, labels: Arrays, names: Sequence[str]) -> lightgbm.Booster:
        return grow(Rows(np.concatenate(columns), np.concatenate(labels)), names, _LOOK, seed)

    belief = out_of_fold(first, gold, numbers, lambda rows, labels: fitted(rows, labels, names[0]))
    second: Arrays = [second_columns(*rows) for rows in zip(seen, first, belief, strict=True)]
    belief = out_of_fold(second, gold, numbers, lambda rows, labels: fitted(rows, labels, names[1]))
    return LeafChooser(
        fitted(first, gold, names[0]),
        fitted(second, gold, names[1]),
        _grow_sets(seen, belief, gold, seed),
        Frequencies.counted(problems) if extras.frequency else None,
        extras.place,
    )


def out_of_fold(
    columns: Arrays, labels: Arrays, numbers: NDArray[np.intp], fit: Callable[[Arrays, Arrays], lightgbm.Booster]
) -> list[Matrix]:
    """Return what boosted trees say of each problem that were grown without its fold.

    Args:
        columns: The features of each problem; shape (rows, features) each.
        labels: What is to be told of each; shape (rows,) each.
        numbers: The fold of each problem; shape (problems,).
        fit: Grows trees.
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
        found = sets.candidate_sets(probable)
        columns.append(sets.columns(item, probable, found))
        labels.append(_grades(found, leaves))
    rows = Rows(np.concatenate(columns), np.concatenate(labels), groups=[len(grades) for grades in labels])
    return grow(rows, sets.NAMES, _SETS, seed)


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
