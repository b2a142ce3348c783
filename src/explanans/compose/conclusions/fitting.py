"""Train the chooser of conclusions on the gold steps of trees, so that no step judges itself."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans import __version__
from explanans.compose.conclusions import fluency
from explanans.compose.conclusions.features import HYPOTHESIS_NAMES, NAMES, columns, nearness_to_joined
from explanans.compose.conclusions.fluency import Fluency
from explanans.compose.conclusions.model import ConclusionModel
from explanans.compose.conclusions.pool import candidates
from explanans.compose.conclusions.wording import plain, plain_premises
from explanans.exceptions import InputError
from explanans.problem import Problem
from explanans.progress import track
from explanans.tree import ROOT

FOLDS = 3
_TREES = 250
_STEEPNESS = 15.0
_PENALTY = 0.5
"""What a sentence that is its premises side by side loses."""
_PARAMETERS = {
    "objective": "regression",
    "learning_rate": 0.05,
    "num_leaves": 15,
    "min_data_in_leaf": 30,
    "feature_fraction": 0.5,
    "lambda_l2": 5.0,
    "max_bin": 63,
    "num_threads": 1,
    "deterministic": True,
    "force_row_wise": True,
    "verbosity": -1,
}
"""Chosen on EntailmentBank's training trees by cross-validation."""


class Likeness(NamedTuple):
    """A measure of how alike two texts are.

    Attributes:
        measure: The measure; from a text and the gold text to a number from 0 to 1.
        threshold: From where on a text counts as the gold one.
    """

    measure: Callable[[str, str], float]
    threshold: float


@dataclass(frozen=True, slots=True)
class GoldStep:
    """A step whose conclusion people wrote.

    Attributes:
        premises: The premises in words.
        conclusion: The conclusion in words.
        hypothesis: The hypothesis of the tree.
    """

    premises: tuple[str, ...]
    conclusion: str
    hypothesis: str


class _Lesson(NamedTuple):
    columns: NDArray[np.float64]
    worth: NDArray[np.float64]


def gold_steps(problem: Problem) -> list[GoldStep]:
    """Return the steps of a problem's gold tree that conclude an intermediate sentence from two premises or more.

    Args:
        problem: The problem.
    """
    if problem.tree is None:
        return []
    texts = problem.tree.texts()
    return [
        GoldStep(tuple(texts[premise] for premise in step.premises), step.text, problem.hypothesis)
        for step in problem.tree.steps
        if step.conclusion != ROOT and len(step.premises) > 1
    ]


def fit(problems: Iterable[Problem], likenesses: Sequence[Likeness], seed: int) -> ConclusionModel:
    """Return a chooser trained on the gold steps of problems.

    A step's fluency features come from a model that has not seen its tree.

    Args:
        problems: Problems with gold trees.
        likenesses: What makes a candidate good: how like the gold conclusion it is.
        seed: Seeds the folds, the fluency model and the trees.

    Raises:
        InputError: There are fewer trees with intermediate steps than folds.
    """
    known = sorted((problem for problem in problems if gold_steps(problem)), key=lambda problem: problem.id)
    if len(known) < FOLDS:
        raise InputError(f"{len(known)} trees with intermediate steps to train on; accepted: {FOLDS} or more")
    Random(seed).shuffle(known)  # noqa: S311 - not for secrets
    informed: list[_Lesson] = []
    blind: list[_Lesson] = []
    for fold in range(FOLDS):
        others = [problem for place, problem in enumerate(known) if place % FOLDS != fold]
        reads = fluency.train(texts(others), seed)
        for problem in track(known[fold::FOLDS], f"Conclusions {fold + 1}/{FOLDS}", len(known[fold::FOLDS])):
            for step in gold_steps(problem):
                lesson = _lesson(step, reads, likenesses)
                if lesson:
                    informed.append(lesson)
                    blind.append(_Lesson(lesson.columns[:, : len(NAMES)], lesson.worth))
    digest = sha256("\n".join(f"{problem.id} {problem.hypothesis}" for problem in known).encode()).hexdigest()
    data: dict[str, int | str] = {"trees": len(known), "steps": len(informed), "sha256": digest}
    versions = {"explanans": __version__, "lightgbm": lightgbm.__version__, "numpy": np.__version__}
    return ConclusionModel(
        fluency.train(texts(known), seed),
        _trees(informed, NAMES + HYPOTHESIS_NAMES, seed),
        _trees(blind, NAMES, seed),
        data,
        seed,
        versions,
    )


def texts(problems: Iterable[Problem]) -> list[str]:
    """Return the sentences of problems that people wrote, each once.

    Args:
        problems: The problems.
    """
    found: dict[str, None] = {}
    for problem in problems:
        written = [premise.text for premise in problem.premises] + [problem.hypothesis]
        written += [step.text for step in problem.tree.steps] if problem.tree else []
        found.update(dict.fromkeys(map(plain, written)))
    return sorted(found)


def _lesson(step: GoldStep, reads: Fluency, likenesses: Sequence[Likeness]) -> _Lesson | None:
    premises = plain_premises(step.premises, step.hypothesis)
    offered = candidates(premises)
    if len(offered) < 2:
        return None
    found = columns(offered, premises, plain(step.hypothesis), reads)
    worth = [_worth(offer.text, step.conclusion, premises, likenesses) for offer in offered]
    return _Lesson(found, np.asarray(worth))


def _worth(text: str, gold: str, premises: Sequence[str], likenesses: Sequence[Likeness]) -> float:
    """Return how good a candidate is: the mean of likeness and, softened, of passing; less for mere joining."""
    total = 0.0
    for measure, threshold in likenesses:
        value = measure(text, gold)
        total += value / 2 + 0.5 / (1 + np.exp(-_STEEPNESS * (value - threshold)))
    joined = min(max((nearness_to_joined(text, premises) - 0.8) / 0.1, 0.0), 1.0)
    return float(total / len(likenesses) - _PENALTY * joined)


def _trees(lessons: Sequence[_Lesson], names: Sequence[str], seed: int) -> lightgbm.Booster:
    parameters = {**_PARAMETERS, "seed": seed}
    data = lightgbm.Dataset(
        np.concatenate([lesson.columns for lesson in lessons]),
        np.concatenate([lesson.worth for lesson in lessons]),
        weight=np.concatenate([np.full(len(lesson.worth), len(lesson.worth) ** -0.5) for lesson in lessons]),
        feature_name=[name.replace(" ", "_") for name in names],
        categorical_feature=[0, 1],
        params=parameters,
    )
    return lightgbm.train(parameters, data, _TREES)
