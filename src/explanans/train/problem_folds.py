"""Folds of training problems: nothing that is learnt from a problem tells of the problem itself."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.problem import Problem

FOLDS = 10


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
    leader: dict[str, int] = {}
    places = np.arange(len(problems))
    for number, problem in enumerate(problems):
        for key in (f"id {problem.id}", f"hypothesis {problem.hypothesis}"):
            places[places == places[number]] = places[leader.setdefault(key, number)]
    drawn = np.random.default_rng(seed).permutation(len(problems))
    found: NDArray[np.intp] = drawn[places] % FOLDS
    return found
