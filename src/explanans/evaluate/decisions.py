"""How good decisions are that scores above a threshold make, where one answer may be much rarer than the other."""

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.evaluate.significance import resampled_sums


def balanced_accuracy(accepted: Sequence[bool], right: Sequence[bool]) -> float:
    """Return the mean of the share of right cases that were accepted and the share of wrong ones that were not.

    See Brodersen et al. 2010. Where all cases are right, or all are wrong, it is the one share that there is.

    Args:
        accepted: Which cases were accepted.
        right: Which cases are right.

    Returns:
        From 0 to 1; 0.5 where there is no case.

    Example:
        >>> balanced_accuracy([True, True, True, False], [True, True, False, False])
        0.75
    """
    return float(_balanced(_counts(accepted, right).sum(axis=0)))


def best_threshold(scores: Sequence[float], right: Sequence[bool]) -> float:
    """Return the threshold from which on to accept, so that the balanced accuracy is highest; of equals the lowest.

    It stands half way between two scores.

    Args:
        scores: One score a case; one or more.
        right: Which cases are right.

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
    """Return the 95% percentile bootstrap interval of the mean balanced accuracy of parts, whole clusters being drawn.

    See ``significance.clustered_interval`` for why.

    Args:
        parts: Of each part which cases were accepted, which are right, and what keeps cases together.
        seed: Seeds numpy's default generator.

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
    """Return of each case whether it is right and accepted, right, wrong and refused, and wrong; shape (cases, 4)."""
    said, true = np.asarray(accepted, dtype=np.bool_), np.asarray(right, dtype=np.bool_)
    return np.stack([said & true, true, ~said & ~true, ~true], axis=1).astype(np.float64)


def _balanced(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    kept, rights, refused, wrongs = np.moveaxis(counts, -1, 0)
    recall, specificity = kept / np.maximum(1, rights), refused / np.maximum(1, wrongs)
    both = (recall + specificity) / 2
    return np.where(rights == 0, np.where(wrongs == 0, 0.5, specificity), np.where(wrongs == 0, recall, both))
