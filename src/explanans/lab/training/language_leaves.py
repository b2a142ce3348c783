"""Train how readings of premises by a language model are weighed: ``explanans lab train language-leaves``."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.lab.training.language_relevance import fit
from explanans.lab.training.trees import LeafLessons, folds, leaf_lessons
from explanans.learning.language_reader import MOST_READ, LanguageReader, columns
from explanans.learning.model import Origin
from explanans.runtime.progress import track
from explanans.structures.trees import Problem
from explanans.trees.language_relevance import LanguageLeaves, fitting_aim, readings
from explanans.trees.problem_matrix import Matrix
from explanans.trees.terms import TermWeights

_HELD_OUT = 0
"""The fold of the problems that no language model learns from, by which its readings are weighed."""


def lessons_of(problems: Sequence[Problem], seed: int) -> LeafLessons:
    """Return the premises of problems with gold trees as numbers."""
    weights = TermWeights.counted(premise.text for problem in problems for premise in problem.premises)
    return leaf_lessons(problems, weights, seed=seed)


def is_held_out(problems: Sequence[Problem]) -> NDArray[np.bool_]:
    """Return which problems the language model does not learn from; shape (problems,).

    Args:
        problems: All training problems of EntailmentBank in the order of its files, which is that of all tasks.
    """
    held: NDArray[np.bool_] = folds(problems, 0) == _HELD_OUT
    return held


def train(problems: Sequence[Problem], lessons: LeafLessons, reader: LanguageReader, seed: int) -> LanguageLeaves:
    """Fit the weights on the problems that the language model did not learn from.

    Args:
        problems: Problems with gold trees.
        lessons: Their premises as numbers.
    """
    held = np.flatnonzero(is_held_out(problems)).tolist()
    rows = [
        _read(problems[place], lessons.gold[place], lessons.belief[place], reader)
        for place in track(held, "Reading", len(held))
    ]
    weights, premises = fit(rows)
    return LanguageLeaves(weights, Origin({"problems": len(rows), "premises": premises, "reader": reader.name}, seed))


def _read(
    problem: Problem, gold: NDArray[np.bool_], belief: Matrix, reader: LanguageReader
) -> tuple[Matrix, NDArray[np.float64]]:
    """Return the columns of the most probable premises, and 1 for leaves, else 0."""
    first = np.argsort(-belief, kind="stable")[:MOST_READ]
    text = fitting_aim(reader.fits, problem) or ""
    read = readings(reader, text, [problem.premises[place].text for place in first.tolist()])
    return columns(belief[first], read), gold[first].astype(np.float64)
