"""Find the highest scores of many."""

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
    # Most facts share no word with a question and score alike, the worst case of a partition: they stand apart.
    higher = scores > scores.min(initial=np.inf)
    first = np.flatnonzero(higher)
    if 0 < limit < len(first):
        lowest = np.partition(scores[first], len(first) - limit)[len(first) - limit]
        first = first[scores[first] >= lowest]
    first = first[np.argsort(-scores[first], kind="stable")][:limit]
    return np.concatenate([first, np.flatnonzero(~higher)[: limit - len(first)]])
