"""Weights of what is believed of statements and of their readings by a language model."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from explanans.learning.model import LinearModel

WEIGHTS = ("constant", "belief", "reading")
_LEAST = 1e-3
"""Probabilities closer to 0 or 1 count as this close."""


class ReadingWeights(LinearModel):
    """A logistic model of what other features make probable and of how a language model reads it.

    Its weights are a constant, and those of the log-odds of both.
    """

    names = WEIGHTS

    def read_on(
        self, belief: NDArray[np.float64], read: Callable[[list[int]], NDArray[np.float64]], most: int
    ) -> NDArray[np.float64]:
        """Return probabilities of statements of which the most probable are read; shape (statements,).

        One that is not read counts as if the language model found it as likely as the least likely of those that it
        read.

        Args:
            belief: Their probabilities before; shape (statements,).
            read: Returns how probable the language model finds the statements of some numbers.
            most: Maximum number of statements that are read.
        """
        if not len(belief):
            return belief
        first = np.argsort(-belief, kind="stable")[:most]
        found = read(first.tolist())
        readings = np.full(len(belief), found.min())
        readings[first] = found
        odds = columns(belief, readings) @ np.array([self.weights[name] for name in WEIGHTS])
        refined: NDArray[np.float64] = 1 / (1 + np.exp(-odds))
        return refined


def columns(belief: NDArray[np.float64], readings: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the columns that the weights of `WEIGHTS` multiply; shape (statements, 3)."""
    return np.column_stack([np.ones(len(belief)), _log_odds(belief), _log_odds(readings)])


def _log_odds(probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
    bounded = np.clip(probabilities, _LEAST, 1 - _LEAST)
    odds: NDArray[np.float64] = np.log(bounded / (1 - bounded))
    return odds
