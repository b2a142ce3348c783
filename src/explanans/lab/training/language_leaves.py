"""Teach a language model which premises are leaves, and how its readings are weighed: ``lab train language-leaves``."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from explanans.lab.judge.examples import TrainingClaim, TrainingExample
from explanans.lab.training.language_relevance import fit
from explanans.lab.training.trees import LeafLessons, folds, leaf_lessons
from explanans.learning.language_reader import MOST_READ, LanguageReader, columns
from explanans.learning.model import Origin
from explanans.runtime.progress import track
from explanans.structures.trees import Problem
from explanans.structures.verdicts import Status
from explanans.trees.language_relevance import LanguageLeaves, fitting_aim, readings, spelt_fact
from explanans.trees.problem_matrix import Matrix, log_odds
from explanans.trees.terms import TermWeights

_HELD_OUT = 0
"""The fold of the problems that no language model learns from, by which its readings are weighed."""
_NOISE = 0.6
"""The standard deviation of what is added to log-odds to draw the order of premises."""
_UNASKED = 3
"""Every third problem is read without its question."""
_LEAST = 1e-3
"""Probabilities closer to 0 or 1 count as this close."""


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


def leaf_examples(problems: Sequence[Problem], fits: Callable[[str], bool], seed: int) -> Iterator[TrainingExample]:
    """Yield hypotheses beside the most probable of their premises in turn, each a leaf or not.

    Args:
        problems: Problems with gold trees, as those of EntailmentBank's task 2; those that are held out are not learnt.
        fits: Returns whether the language model reads a text whole.
    """
    chance, lessons = np.random.default_rng(seed), lessons_of(problems, seed)
    rows = zip(problems, lessons.gold, lessons.belief, is_held_out(problems).tolist(), strict=True)
    for number, (problem, gold, belief, is_held) in enumerate(rows):
        if is_held:
            continue
        odds = log_odds(belief, _LEAST)
        order = np.argsort(-(odds + chance.normal(0.0, _NOISE, len(odds))), kind="stable")[:MOST_READ]
        claims = tuple(
            TrainingClaim(
                spelt_fact(problem.premises[place].text),
                frozenset((Status.SUPPORTED if gold[place] else Status.UNKNOWN,)),
            )
            for place in order.tolist()
        )
        asked = replace(problem, question="") if number % _UNASKED == 0 else problem
        if (text := fitting_aim(fits, asked)) is not None:
            yield TrainingExample((text,), claims, is_sequence=True)


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
