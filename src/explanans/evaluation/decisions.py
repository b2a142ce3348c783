"""Balanced accuracy of threshold decisions, for classes of different frequency."""

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.evaluation.significance import resampled_sums


def balanced_accuracy(accepted: Sequence[bool], right: Sequence[bool]) -> float:
    """Return the balanced accuracy: the mean of sensitivity and specificity.

    See Brodersen et al. 2010. Where all cases are right, or all are wrong, it is the one share that there is.

    Args:
        accepted: Whether each case was accepted.
        right: Whether each case is positive.

    Returns:
        From 0 to 1; 0.5 if there is no case.

    Example:
        >>> balanced_accuracy([True, True, True, False], [True, True, False, False])
        0.75
    """
    return float(_balanced(_counts(accepted, right).sum(axis=0)))


def best_threshold(scores: Sequence[float], right: Sequence[bool]) -> float:
    """Return the minimum accepted score with the highest balanced accuracy; the lowest of equals.

    It is the midpoint of two scores.

    Args:
        scores: One score a case; at least one.
        right: Whether each case is positive.

    Example:
        >>> best_threshold([0.9, 0.7, 0.3, 0.1], [True, True, False, False])
        0.5
    """
    values = np.unique(np.asarray(scores, dtype=np.float64))
    thresholds = np.concatenate([values[:1], (values[:-1] + values[1:]) / 2])
    places, is_right = np.searchsorted(values, scores), np.asarray(right, dtype=np.bool_)
    rights = np.bincount(places[is_right], minlength=len(values))
    wrongs = np.bincount(places[~is_right], minlength=len(values))
    kept = rights[::-1].cumsum()[::-1] / max(1, rights.sum())
    refused = (wrongs.cumsum() - wrongs) / max(1, wrongs.sum())
    return float(thresholds[int(np.argmax(kept + refused))])


def balanced_interval(
    parts: Sequence[tuple[Sequence[bool], Sequence[bool], Sequence[Hashable]]], seed: int = 0
) -> tuple[float, float]:
    """Return the 95% percentile bootstrap interval of the mean balanced accuracy of parts, resampling clusters.

    See ``significance.clustered_interval`` for why.

    Args:
        parts: For each part, the accepted cases, the positive cases, and the cluster of each case.
        seed: Random seed.

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
