"""Put the first facts of a ranking into another order."""

import numpy as np
from numpy.typing import NDArray


def reordered(scores: NDArray[np.float64], first: NDArray[np.intp], keys: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return scores by which the first facts of a ranking stand in another order, and all others where they stood.

    The scores of the first facts stay the same numbers; they change hands.

    Args:
        scores: One score a fact; shape (facts,).
        first: The numbers of the first facts, best first; shape (first,).
        keys: What to order them by, lowest first; equal keys keep their order; shape (first,).

    Example:
        >>> reordered(np.array([0.9, 0.5, 0.7, 0.1]), np.array([0, 2, 1]), np.array([2.0, 1.0, 3.0])).tolist()
        [0.7, 0.5, 0.9, 0.1]
    """
    changed = scores.copy()
    changed[first[np.argsort(keys, kind="stable")]] = scores[first]
    return changed
