"""How far a mean over questions might be another with other questions."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 10_000
DRAWS_AT_ONCE = 1_000_000
"""Random numbers; more would take more memory and no less time."""


def bootstrap_interval(values: Sequence[float], seed: int = 0) -> tuple[float, float]:
    """Return the 95% percentile bootstrap interval of a mean (Efron & Tibshirani 1993, section 13.3).

    As many values as there are, drawn with replacement, make one resample; the interval holds the means of the middle
    95% of 10,000 resamples. It tells how much the mean owes to the questions asked; it says nothing of other sources
    of chance, such as the training of a ranker.

    Args:
        values: One value a question; one or more.
        seed: Seeds numpy's default generator.

    Returns:
        The lower and the upper end.

    Example:
        >>> low, high = bootstrap_interval([0.0, 0.5, 0.5, 1.0] * 25)
        >>> round(low, 2), round(high, 2)
        (0.43, 0.57)
    """
    generator = np.random.default_rng(seed)
    sample = np.asarray(values, dtype=np.float64)
    at_once = max(1, DRAWS_AT_ONCE // len(sample))
    means = [
        sample[generator.integers(len(sample), size=(min(at_once, RESAMPLES - start), len(sample)))].mean(axis=1)
        for start in range(0, RESAMPLES, at_once)
    ]
    low, high = np.percentile(np.concatenate(means), (2.5, 97.5))
    return float(low), float(high)


def resampled_sums(table: NDArray[np.float64], seed: int = 0) -> NDArray[np.float64]:
    """Return the sums of the columns of a table in each resample of its rows, for figures that are no means.

    The resamples are those of ``bootstrap_interval`` for as many values and the same seed.

    Args:
        table: Rows, one a question, by columns; one row or more.
        seed: Seeds numpy's default generator.

    Returns:
        10,000 resamples by columns.

    Example:
        >>> resampled_sums(np.array([[1.0, 2.0], [1.0, 2.0]]))[0].tolist()
        [2.0, 4.0]
    """
    generator = np.random.default_rng(seed)
    rows = len(table)
    at_once = max(1, DRAWS_AT_ONCE // rows)
    sums = []
    for start in range(0, RESAMPLES, at_once):
        resamples = min(at_once, RESAMPLES - start)
        drawn = generator.integers(rows, size=(resamples, rows)) + rows * np.arange(resamples)[:, None]
        times = np.bincount(drawn.ravel(), minlength=resamples * rows).reshape(resamples, rows)
        sums.append(times @ table)
    return np.concatenate(sums)
