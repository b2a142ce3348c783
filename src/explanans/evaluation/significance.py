"""Bootstrap intervals of means, and significance tests of differences between systems."""

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from explanans.structures.reports import Comparison

RESAMPLES = 10_000
DRAWS_AT_ONCE = 1_000_000
"""Random numbers; more would take more memory and no less time."""
_MOST_KEPT = 10_000_000
"""Random numbers that are kept from one measure to the next: 80 MB."""


def bootstrap_interval(values: Sequence[float], seed: int = 0) -> tuple[float, float]:
    """Return the 95% percentile bootstrap interval of a mean (Efron & Tibshirani 1993, section 13.3).

    As many values as there are, drawn with replacement, make one resample; the interval holds the means of the middle
    95% of 10,000 resamples. It tells how much the mean owes to the questions asked; it says nothing of other sources
    of chance, such as the training of a ranker.

    Args:
        values: One value a question; at least one.

    Returns:
        The lower and the upper end.

    Example:
        >>> low, high = bootstrap_interval([0.0, 0.5, 0.5, 1.0] * 25)
        >>> round(low, 2), round(high, 2)
        (0.43, 0.57)
    """
    sample = np.asarray(values, dtype=np.float64)
    kept = len(sample) * RESAMPLES <= _MOST_KEPT
    means = [sample[drawn].mean(axis=1) for drawn in (_kept_draws if kept else _draws)(len(sample), seed)]
    low, high = np.percentile(np.concatenate(means), (2.5, 97.5))
    return float(low), float(high)


def _draws(count: int, seed: int) -> Iterator[NDArray[np.int64]]:
    generator = np.random.default_rng(seed)
    at_once = max(1, DRAWS_AT_ONCE // count)
    for start in range(0, RESAMPLES, at_once):
        yield generator.integers(count, size=(min(at_once, RESAMPLES - start), count))


@lru_cache(maxsize=1)
def _kept_draws(count: int, seed: int) -> tuple[NDArray[np.int64], ...]:
    """Return the draws of all resamples, which the measures of one report share."""
    return tuple(_draws(count, seed))


def resampled_sums(table: NDArray[np.float64], seed: int = 0) -> NDArray[np.float64]:
    """Return the sums of the columns of a table in each resample of its rows, for figures that are no means.

    The resamples are those of ``bootstrap_interval`` for as many values and the same seed.

    Args:
        table: Rows, one a question, by columns; one row or more.

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
        rows: Number of rows; at least one.

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
        values: One value a case; at least one.

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


ASSIGNMENTS = 10_000
"""Maximum number of sign assignments; if there are more, this many are sampled."""
_TOLERANCE = 1e-12


def compare(
    values: Sequence[float], others: Sequence[float], seed: int = 0, *, lower_is_better: bool = False
) -> Comparison:
    """Compare one value a question of one run with those of another.

    The interval is that of ``bootstrap_interval`` for the mean of the differences, so that questions are drawn in
    pairs. The p-value is that of Fisher's two-sided paired randomisation test (Smucker, Allan & Carterette 2007): the
    share of all assignments of signs to the differences whose mean is as far from 0 as that found, or further. Where
    there are more than 10,000 assignments, 10,000 are drawn, and what was found counts as one more, so that the p-value
    is never 0 (Phipson & Smyth 2010). Differences of 0 have no sign and change nothing.

    Args:
        values: One value a question; at least one.

    Example:
        >>> compared = compare([0.9, 0.8, 0.7, 0.5], [0.5, 0.6, 0.4, 0.5])
        >>> compared.wins, compared.ties, compared.losses, compared.p_value, compared.exact
        (3, 1, 0, 0.25, True)
    """
    differences = np.subtract(values, others, dtype=np.float64)
    differences[np.abs(differences) <= _TOLERANCE] = 0.0
    p_value, assignments, exact = _randomisation_test(differences[differences != 0], seed)
    higher, lower = int((differences > 0).sum()), int((differences < 0).sum())
    wins, losses = (lower, higher) if lower_is_better else (higher, lower)
    return Comparison(
        other=fmean(others),
        difference=float(differences.mean()),
        interval=bootstrap_interval(differences.tolist(), seed),
        p_value=p_value,
        assignments=assignments,
        exact=exact,
        wins=wins,
        ties=int((differences == 0).sum()),
        losses=losses,
    )


def _randomisation_test(differences: NDArray[np.float64], seed: int) -> tuple[float, int, bool]:
    """Return the p-value, over how many assignments it was counted, and whether these are all there are."""
    exact = 2 ** len(differences) <= ASSIGNMENTS
    drawn = _every_assignment(len(differences)) if exact else _some_assignments(len(differences), seed)
    # Turning the sign of a difference takes it away twice.
    sums = differences.sum() - 2 * np.concatenate([turned @ differences for turned in drawn])
    extreme = int((np.abs(sums) >= abs(differences.sum()) - _TOLERANCE).sum())
    found = 0 if exact else 1
    return (extreme + found) / (len(sums) + found), len(sums), exact


def _every_assignment(count: int) -> Iterator[NDArray[np.int64]]:
    yield (np.arange(2**count)[:, None] >> np.arange(count)) & 1


def _some_assignments(count: int, seed: int) -> Iterator[NDArray[np.int64]]:
    generator = np.random.default_rng(seed)
    at_once = max(1, DRAWS_AT_ONCE // count)
    for start in range(0, ASSIGNMENTS, at_once):
        yield generator.integers(2, size=(min(at_once, ASSIGNMENTS - start), count))
