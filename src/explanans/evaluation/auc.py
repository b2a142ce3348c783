"""Area under the ROC curve, with a bootstrap interval."""

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.evaluation.significance import resample_counts


def auc(scores: Sequence[float], right: Sequence[bool]) -> float:
    """Return the area under the ROC curve: the probability that a positive case scores higher than a negative one.

    Ties count half (Hanley & McNeil 1982).

    Args:
        scores: One score a case.
        right: Whether each case is positive.

    Returns:
        From 0 to 1; 0.5 if all cases have the same class.

    Example:
        >>> auc([0.9, 0.4, 0.4, 0.1], [True, True, False, False])
        0.875
    """
    wins, rights, wrongs = _compared(scores, right, [0] * len(scores))
    return _area(wins.sum(), rights.sum() * wrongs.sum())


def auc_interval(
    scores: Sequence[float], right: Sequence[bool], clusters: Sequence[Hashable], seed: int = 0
) -> tuple[float, float]:
    """Return the 95% percentile bootstrap interval of the area, with resampling of clusters.

    See ``clustered_interval`` for why.

    Args:
        scores: One score a case; at least one.
        right: Whether each case is positive.
        clusters: Cluster of each case, such as its source.
        seed: Random seed.

    Returns:
        The lower and the upper end.

    Example:
        >>> low, high = auc_interval([0.9, 0.2, 0.8, 0.3] * 20, [True, False] * 40, range(80))
        >>> low == high == 1.0
        True
    """
    wins, rights, wrongs = _compared(scores, right, clusters)
    areas = [
        _area(won, compared)
        for times in resample_counts(len(rights), seed)
        for won, compared in zip(((times @ wins) * times).sum(axis=1), (times @ rights) * (times @ wrongs), strict=True)
    ]
    low, high = np.percentile(areas, (2.5, 97.5))
    return float(low), float(high)


def _compared(
    scores: Sequence[float], right: Sequence[bool], clusters: Sequence[Hashable]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the wins of positives of each cluster over negatives of each, and both counts per cluster."""
    number = {cluster: place for place, cluster in enumerate(dict.fromkeys(clusters))}
    cluster = np.array([number[name] for name in clusters], dtype=np.intp)
    values, is_right = np.asarray(scores, dtype=np.float64), np.asarray(right, dtype=np.bool_)
    wins = np.zeros((len(number), len(number)))
    for place, value in zip(cluster[is_right], values[is_right], strict=True):
        won = (value > values[~is_right]) + 0.5 * (value == values[~is_right])
        wins[place] += np.bincount(cluster[~is_right], won, minlength=len(number))
    rights, wrongs = (np.bincount(cluster[which], minlength=len(number)) for which in (is_right, ~is_right))
    return wins, rights.astype(np.float64), wrongs.astype(np.float64)


def _area(won: float, compared: float) -> float:
    return float(won / compared) if compared else 0.5
