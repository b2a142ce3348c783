"""Find the highest scores without sorting all."""

import numpy as np
from numpy.typing import NDArray


def top(scores: NDArray[np.float64], limit: int) -> NDArray[np.intp]:
    """Return where the highest scores are, best first; ties keep their order.

    Args:
        scores: Any scores; shape (scores,).
        limit: How many to return at most.

    Returns:
        Places; shape (min(scores, limit),).

    Example:
        >>> top(np.array([0.1, 0.7, 0.3, 0.7, 0.3]), 3).tolist()
        [1, 3, 2]
    """
    if not 0 < limit < len(scores):
        return np.argsort(-scores, kind="stable")[:limit]
    lowest = np.partition(scores, len(scores) - limit)[len(scores) - limit]
    higher = np.flatnonzero(scores > lowest)
    ties = np.flatnonzero(scores == lowest)[: limit - len(higher)]
    return np.concatenate([higher[np.argsort(-scores[higher], kind="stable")], ties])
