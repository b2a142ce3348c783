"""Train what tells whether a conclusion follows, on gold steps and on steps made wrong."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.exceptions import InputError
from explanans.learn.model import REPRODUCIBLE, Origin
from explanans.problem import Problem
from explanans.progress import track
from explanans.train.changed_steps import Material
from explanans.train.step_example import StepExample, gold_steps
from explanans.train.step_examples import material, other_steps, perturbed, renamed, wrong_premises
from explanans.train.step_words import counted
from explanans.verify.steps.features.extractor import NAMES, columns
from explanans.verify.steps.model import StepModel

FOLDS = 10
_TREES = 400
_PARAMETERS: dict[str, Any] = {
    "objective": "binary",
    "learning_rate": 0.06,
    "num_leaves": 15,
    "min_data_in_leaf": 30,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    **REPRODUCIBLE,
}
"""Chosen on EntailmentBank's training trees by cross-validation."""

_RENAMED = 0.3
_OTHER, _PERTURBED, _PREMISES = 0.4, 0.5, 0.4
"""What a renamed right step counts for, and all wrong ones of a family; with these, right and wrong count alike."""


class Lesson(NamedTuple):
    """A step to learn from.

    Attributes:
        example: The step.
        weight: What it counts for.
    """

    example: StepExample
    weight: float


class Table(NamedTuple):
    """Lessons as numbers.

    Attributes:
        columns: Their features; shape (lessons, features).
        lessons: The lessons.
        folds: The fold that each is of; shape (lessons,).
    """

    columns: NDArray[np.float32]
    lessons: tuple[Lesson, ...]
    folds: NDArray[np.intp]


def train(problems: Sequence[Problem], *, seed: int) -> StepModel:
    """Train on the steps of gold trees.

    Args:
        problems: Problems with gold trees; sentences that only distract, as in EntailmentBank's task 2, make better
            wrong steps.
        seed: Seeds the folds, the wrong steps and the trees.

    Raises:
        InputError: There are gold steps of fewer hypotheses than folds.
    """
    taught = [problem for problem in problems if any(gold_steps(problem))]
    table = lessons(taught, seed)
    right = np.array([lesson.example.follows for lesson in table.lessons], dtype=np.int32)
    weights = np.array([lesson.weight for lesson in table.lessons])
    booster = grow(table.columns, right, weights, NAMES, seed)
    digest = sha256()
    for lesson in table.lessons:
        digest.update(repr(lesson.example).encode() + b"\n")
    data: dict[str, int | str] = {
        "problems": len(taught),
        "right": int(right.sum()),
        "wrong": int((1 - right).sum()),
        "examples_sha256": digest.hexdigest(),
    }
    return StepModel(booster, counted(taught), Origin(data, seed))


def lessons(problems: Sequence[Problem], seed: int) -> Table:
    """Return right and wrong steps made of gold trees; what is known of words comes from the other folds only.

    Args:
        problems: Problems with gold steps.
        seed: Seeds the folds and the wrong steps.

    Raises:
        InputError: There are fewer hypotheses than folds.
    """
    numbers = _folds(problems, seed)
    words = material(problems)
    random = Random(seed)  # noqa: S311 - not for secrets
    rows, found, places = [], list[Lesson](), list[int]()
    for fold in track(range(FOLDS), "Steps", FOLDS):
        outside = counted([problem for problem, number in zip(problems, numbers, strict=True) if number != fold])
        inside = [problem for problem, number in zip(problems, numbers, strict=True) if number == fold]
        made = [lesson for problem in inside for lesson in _lessons(problem, words, random)]
        rows.append(columns([(lesson.example.premises, lesson.example.conclusion) for lesson in made], outside))
        found += made
        places += [fold] * len(made)
    return Table(np.concatenate(rows), tuple(found), np.array(places, dtype=np.intp))


def grow(
    columns: NDArray[np.float32],
    right: NDArray[np.int32],
    weights: NDArray[np.float64],
    names: Sequence[str],
    seed: int,
) -> lightgbm.Booster:
    """Return boosted trees that tell right steps from wrong ones.

    Args:
        columns: The features; shape (steps, features).
        right: 1 for right steps; shape (steps,).
        weights: What each counts for; shape (steps,).
        names: The names of the features.
        seed: Seeds the choice of rows and features of each tree.
    """
    parameters = {**_PARAMETERS, "seed": seed}
    data = lightgbm.Dataset(columns, right, weight=weights, feature_name=list(names), params=parameters)
    return lightgbm.train(parameters, data, _TREES)


def _lessons(problem: Problem, words: Material, random: Random) -> Iterator[Lesson]:
    others: dict[tuple[str, ...], list[StepExample]] = {}
    for example in other_steps(problem):
        others.setdefault(example.premises, []).append(example)
    for step in gold_steps(problem):
        yield Lesson(step, 1.0)
        again = renamed(step, words, random)
        if again:
            yield Lesson(again, _RENAMED)
        for family, weight in (
            (others.get(step.premises, []), _OTHER),
            (list(perturbed(step, problem, words, random)), _PERTURBED),
            (list(wrong_premises(step, problem, words, random)), _PREMISES),
        ):
            for example in family:
                yield Lesson(example, weight / len(family))


def _folds(problems: Sequence[Problem], seed: int) -> NDArray[np.intp]:
    """Return the fold of each problem, those of one hypothesis being in one; shape (problems,)."""
    names = sorted({problem.hypothesis for problem in problems})
    if len(names) < FOLDS:
        raise InputError(f"{len(names)} hypotheses with gold steps to train on; accepted: {FOLDS} or more")
    drawn = dict(zip(names, np.random.default_rng(seed).permutation(len(names)).tolist(), strict=True))
    return np.array([drawn[problem.hypothesis] % FOLDS for problem in problems], dtype=np.intp)
