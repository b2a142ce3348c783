"""Measures of binary decisions by scores: area under the ROC curve and balanced accuracy."""

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.evaluation.significance import resample_counts, resampled_sums


def balanced_accuracy(accepted: Sequence[bool], right: Sequence[bool]) -> float:
    """Return the balanced accuracy: the mean of sensitivity and specificity.

    See Brodersen et al. 2010. Where all cases are right, or all are wrong, it is the one share that there is.

    Returns:
        From 0 to 1; 0.5 if there is no case.

    Example:
        >>> balanced_accuracy([True, True, True, False], [True, True, False, False])
        0.75
    """
    return float(_balanced(_counts(accepted, right).sum(axis=0)))


def balanced_interval(
    parts: Sequence[tuple[Sequence[bool], Sequence[bool], Sequence[Hashable]]], seed: int = 0
) -> tuple[float, float]:
    """Return the 95% percentile bootstrap interval of the mean balanced accuracy of parts, resampling clusters.

    See ``significance.clustered_interval`` for why.

    Returns:
        The lower and the upper end.

    Example:
        >>> balanced_interval([([True, False] * 20, [True, False] * 20, range(40))])
        (1.0, 1.0)
    """
    names = [(number, cluster) for number, (_, _, clusters) in enumerate(parts) for cluster in clusters]
    rows = {name: row for row, name in enumerate(dict.fromkeys(names))}
    table, places = np.zeros((len(rows), 4 * len(parts))), iter(names)
    for number, (accepted, right, _) in enumerate(parts):
        for counts in _counts(accepted, right):
            table[rows[next(places)], 4 * number : 4 * number + 4] += counts
    sums = resampled_sums(table, seed).reshape(-1, len(parts), 4)
    low, high = np.percentile(_balanced(sums).mean(axis=1), (2.5, 97.5))
    return float(low), float(high)


def _counts(accepted: Sequence[bool], right: Sequence[bool]) -> NDArray[np.float64]:
    """Return for each case: true positive, positive, true negative, negative; shape (cases, 4)."""
    said, true = np.asarray(accepted, dtype=np.bool_), np.asarray(right, dtype=np.bool_)
    return np.stack([said & true, true, ~said & ~true, ~true], axis=1).astype(np.float64)


def _balanced(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    kept, rights, refused, wrongs = np.moveaxis(counts, -1, 0)
    recall, specificity = kept / np.maximum(1, rights), refused / np.maximum(1, wrongs)
    both = (recall + specificity) / 2
    return np.where(rights == 0, np.where(wrongs == 0, 0.5, specificity), np.where(wrongs == 0, recall, both))


def auc(scores: Sequence[float], right: Sequence[bool]) -> float:
    """Return the area under the ROC curve: the probability that a positive case scores higher than a negative one.

    Ties count half (Hanley & McNeil 1982).

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
