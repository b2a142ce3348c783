"""Train the chooser of leaves, each look on what the look before says of problems that it has not seen."""

from collections.abc import Callable, Sequence
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.compose.search.leaves import choice
from explanans.compose.search.leaves.chooser import (
    Extras,
    LeafChooser,
    first_columns,
    first_names,
    predicted,
    second_columns,
    second_names,
)
from explanans.compose.search.leaves.frequency import Frequencies
from explanans.compose.search.leaves.premises import Premises
from explanans.compose.search.view import Matrix
from explanans.compose.search.weights import TermWeights
from explanans.learn.model import REPRODUCIBLE
from explanans.problem import Problem
from explanans.progress import track
from explanans.train.joiners import fit_alone
from explanans.train.problem_folds import FOLDS

_TREES = 150
_SET_TREES = 150
_SETS: dict[str, Any] = {
    "objective": "lambdarank",
    "learning_rate": 0.05,
    "num_leaves": 7,
    "min_data_in_leaf": 50,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    **REPRODUCIBLE,
}
_GOOD, _FAIR = 0.87, 0.75
"""From which F1 with the gold leaves on a set is better than none, beside the gold leaves themselves."""

_NOTHING = Extras()

Rows = list[NDArray[Any]]
"""One array a problem."""


def train(
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
    seen = [
        Premises.of(
            problem.hypothesis,
            [premise.text for premise in problem.premises],
            weights,
            question=problem.question,
            answer=problem.answer,
        )
        for problem in track(problems, "Premises", len(problems))
    ]
    gold: Rows = [_is_leaf(problem) for problem in problems]
    known = [_without(problems, numbers, fold) if extras.frequency else None for fold in range(FOLDS)]
    first: Rows = [
        first_columns(item, known[fold], ranked=extras.place) for item, fold in zip(seen, numbers.tolist(), strict=True)
    ]
    names = tuple(name(extras) for name in (first_names, second_names))

    def fitted(columns: Rows, labels: Rows, names: Sequence[str]) -> lightgbm.Booster:
        return fit_alone(np.concatenate(columns), np.concatenate(labels), names, seed, _TREES)

    belief = out_of_fold(first, gold, numbers, lambda rows, labels: fitted(rows, labels, names[0]))
    second: Rows = [second_columns(*rows) for rows in zip(seen, first, belief, strict=True)]
    belief = out_of_fold(second, gold, numbers, lambda rows, labels: fitted(rows, labels, names[1]))
    return LeafChooser(
        fitted(first, gold, names[0]),
        fitted(second, gold, names[1]),
        _fit_sets(seen, belief, gold, seed),
        Frequencies.counted(problems) if extras.frequency else None,
        extras.place,
    )


def out_of_fold(
    columns: Rows, labels: Rows, numbers: NDArray[np.intp], fit: Callable[[Rows, Rows], lightgbm.Booster]
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
            found |= {number: predicted(booster, columns[number]) for number in inside}
    return [found[number] for number in range(len(columns))]


def _fit_sets(seen: Sequence[Premises], belief: Sequence[Matrix], gold: Rows, seed: int) -> lightgbm.Booster:
    columns, labels = [], []
    for item, probable, leaves in zip(seen, belief, gold, strict=True):
        sets = choice.candidate_sets(probable)
        columns.append(choice.columns(item, probable, sets))
        labels.append(_grades(sets, leaves))
    parameters = {**_SETS, "seed": seed}
    data = lightgbm.Dataset(
        np.concatenate(columns),
        np.concatenate(labels),
        group=[len(rows) for rows in labels],
        feature_name=list(choice.NAMES),
        params=parameters,
    )
    return lightgbm.train(parameters, data, _SET_TREES)


def _grades(sets: choice.Sets, leaves: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return 4 for the gold leaves, and 2, 1 or 0 for other sets by their F1 with them; shape (sets,)."""
    f1 = 2 * (sets & leaves).sum(axis=1) / (sets.sum(axis=1) + leaves.sum())
    return np.select([f1 == 1, f1 > _GOOD, f1 > _FAIR], [4, 2, 1], 0).astype(np.int32)


def _is_leaf(problem: Problem) -> NDArray[np.bool_]:
    leaves = {leaf.id for leaf in problem.tree.leaves} if problem.tree else set()
    return np.array([premise.id in leaves for premise in problem.premises])


def _without(problems: Sequence[Problem], numbers: NDArray[np.intp], fold: int) -> Frequencies:
    return Frequencies.counted(
        problem for problem, number in zip(problems, numbers.tolist(), strict=True) if number != fold
    )
