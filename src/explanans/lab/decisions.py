"""The best threshold of scores, and the calibration of probabilities."""

from collections.abc import Sequence

import numpy as np


def best_threshold(scores: Sequence[float], right: Sequence[bool]) -> float:
    """Return the minimum accepted score with the highest balanced accuracy; the lowest of equals.

    It is the midpoint of two scores.

    Args:
        scores: One score a case; at least one.

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


BINS = 10


def calibration_error(probabilities: Sequence[float], right: Sequence[bool], bins: int = BINS) -> float:
    """Return the expected calibration error.

    Cases are sorted by probability and split into bins of equal size. The error is the mean over the cases of the
    difference between the mean probability of their bin and its share of positive cases (Naeini, Cooper & Hauskrecht
    2015, section 3; Nguyen & O'Connor 2015, section 2.2, for bins of equal mass). Cases of equal probability are
    averaged.

    Args:
        probabilities: One probability per case, from 0 to 1.
        bins: Number of bins; fewer if there are fewer cases.

    Returns:
        From 0 to 1; 0 if there is no case.

    Example:
        >>> calibration_error([0.5] * 4, [True, False, True, False])
        0.0
        >>> calibration_error([1.0, 1.0, 0.0, 0.0], [True, False, False, False], bins=2)
        0.25
    """
    if not len(probabilities):
        return 0.0
    values, places = np.unique(np.asarray(probabilities, dtype=np.float64), return_inverse=True)
    counts = np.bincount(places)
    shares = np.bincount(places, np.asarray(right, dtype=np.float64)) / counts
    predicted, true = np.repeat(values, counts), np.repeat(shares, counts)
    parts = zip(np.array_split(predicted, bins), np.array_split(true, bins), strict=True)
    return float(sum(abs((part - came).sum()) for part, came in parts) / len(predicted))
