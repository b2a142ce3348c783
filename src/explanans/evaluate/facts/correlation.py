"""How far two measures go together over the same questions."""

from collections.abc import Sequence

import numpy as np

_CONSTANT = 1e-12


def pearson(values: Sequence[float], others: Sequence[float]) -> float | None:
    """Return Pearson's correlation of two measures; None where either is the same throughout.

    The covariance over the product of the standard deviations.

    Args:
        values: One value a question.
        others: The other measure's, for the same questions in the same order.

    Example:
        >>> round(pearson([1, 2, 3], [2, 4, 7]), 4), pearson([1, 2, 3], [1, 1, 1])
        (0.9934, None)
    """
    if not values or min(np.ptp(values), np.ptp(others)) <= _CONSTANT:
        return None
    first, second = (np.subtract(column, np.mean(column)) for column in (values, others))
    return float(np.clip(first @ second / (np.linalg.norm(first) * np.linalg.norm(second)), -1, 1))


def spearman(values: Sequence[float], others: Sequence[float]) -> float | None:
    """Return Spearman's rank correlation of two measures; None where either is the same throughout.

    Pearson's correlation of the ranks, where equal values share the mean of the ranks that they take up.

    Args:
        values: One value a question.
        others: The other measure's, for the same questions in the same order.

    Example:
        >>> round(spearman([1, 2, 3, 3], [2, 4, 90, 90]), 4)
        1.0
    """
    return pearson(_mean_ranks(values), _mean_ranks(others))


def _mean_ranks(values: Sequence[float]) -> list[float]:
    _, places, times = np.unique(values, return_inverse=True, return_counts=True)
    ranks: list[float] = (np.cumsum(times) - (times - 1) / 2)[places].tolist()
    return ranks
