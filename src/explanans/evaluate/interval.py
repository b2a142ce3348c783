"""How far a mean over questions might be another with other questions."""

from collections.abc import Hashable, Iterator, Sequence

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
    return np.concatenate([times @ table for times in resample_counts(len(table), seed)])


def resample_counts(rows: int, seed: int = 0) -> Iterator[NDArray[np.intp]]:
    """Yield how often each resample draws each row, for figures that are no sums either.

    The resamples are those of ``resampled_sums``.

    Args:
        rows: How many rows there are; one or more.
        seed: Seeds numpy's default generator.

    Yields:
        Some of the 10,000 resamples by rows.

    Example:
        >>> sum(len(times) for times in resample_counts(3)), next(resample_counts(1))[0].tolist()
        (10000, [1])
    """
    generator = np.random.default_rng(seed)
    at_once = max(1, DRAWS_AT_ONCE // rows)
    for start in range(0, RESAMPLES, at_once):
        resamples = min(at_once, RESAMPLES - start)
        drawn = generator.integers(rows, size=(resamples, rows)) + rows * np.arange(resamples)[:, None]
        yield np.bincount(drawn.ravel(), minlength=resamples * rows).reshape(resamples, rows)


def clustered_interval(values: Sequence[float], clusters: Sequence[Hashable], seed: int = 0) -> tuple[float, float]:
    """Return the 95% percentile bootstrap interval of a mean of values that are not independent.

    Whole clusters are drawn with replacement, since values of one source rise and fall together (Cameron, Gelbach &
    Miller 2008, section III).

    Args:
        values: One value a case; one or more.
        clusters: The source of each.
        seed: Seeds numpy's default generator.

    Returns:
        The lower and the upper end.

    Example:
        >>> low, high = clustered_interval([0.0, 0.0, 1.0, 1.0] * 50, [number // 2 for number in range(200)])
        >>> round(low, 1), round(high, 1)
        (0.4, 0.6)
    """
    number = {cluster: place for place, cluster in enumerate(dict.fromkeys(clusters))}
    table = np.zeros((len(number), 2))
    for value, cluster in zip(values, clusters, strict=True):
        table[number[cluster]] += (value, 1)
    sums = resampled_sums(table, seed)
    low, high = np.percentile(sums[:, 0] / sums[:, 1], (2.5, 97.5))
    return float(low), float(high)
