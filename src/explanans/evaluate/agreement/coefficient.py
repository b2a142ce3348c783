"""Agreement beyond chance: the disagreement that is observed, over that which chance would give.

How far apart two ratings are (nominal, linear, quadratic, ordinal) tells the kinds of kappa and alpha from one another.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.report import Interval


class Disagreement(NamedTuple):
    """How much disagreement there is, and how much there would be by chance; one number each, or one a resample."""

    observed: NDArray[np.float64]
    expected: NDArray[np.float64]

    def coefficient(self) -> float | None:
        """Return 1 less observed over expected disagreement; None where chance leaves no room to disagree.

        Example:
            >>> Disagreement(np.array(0.2), np.array(0.5)).coefficient()
            0.6
        """
        return float(1 - self.observed / self.expected) if self.expected > 0 else None

    def interval(self) -> Interval | None:
        """Return the middle 95% of the coefficients of the resamples that have one; None where none has."""
        defined = self.expected > 0
        if not defined.any():
            return None
        low, high = np.percentile(1 - self.observed[defined] / self.expected[defined], (2.5, 97.5))
        return float(low), float(high)


def kappa(confusion: NDArray[np.float64], distance: NDArray[np.float64]) -> Disagreement:
    """Return what Cohen's kappa is made of (Cohen 1960; with distances that are not nominal, Cohen 1968).

    Chance is two people who rate as often so and so as these do, one regardless of the other.

    Args:
        confusion: How many items have each pair of ratings, in the last two dimensions: rows are the first rater's.
        distance: How far apart two ratings are, by ratings.

    Example:
        >>> round(kappa(np.array([[20.0, 5.0], [10.0, 15.0]]), nominal(1)).coefficient(), 3)
        0.4
    """
    total = np.maximum(confusion.sum(axis=(-2, -1)), 1)
    chance = confusion.sum(axis=-1)[..., :, None] * confusion.sum(axis=-2)[..., None, :]
    return Disagreement(
        (confusion * distance).sum(axis=(-2, -1)) / total, (chance * distance).sum(axis=(-2, -1)) / total**2
    )


def alpha(coincidences: NDArray[np.float64], distance: NDArray[np.float64]) -> Disagreement:
    """Return what Krippendorff's alpha is made of (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability").

    Chance is all ratings, whoever gave them, drawn without putting them back.

    Args:
        coincidences: How often two ratings meet on the same item, in the last two dimensions: each ordered pair of an
            item's m ratings counts 1 / (m - 1).
        distance: How far apart two ratings are, by ratings; with the dimensions before them where it depends on these.

    Example:
        >>> round(alpha(np.array([[10.0, 4.0], [4.0, 2.0]]), nominal(1)).coefficient(), 3)
        0.095
    """
    marginals = coincidences.sum(axis=-1)
    total = np.maximum(marginals.sum(axis=-1), 2)
    chance = marginals[..., :, None] * marginals[..., None, :]
    return Disagreement(
        (coincidences * distance).sum(axis=(-2, -1)) / total,
        (chance * distance).sum(axis=(-2, -1)) / (total * (total - 1)),
    )


def nominal(highest: int) -> NDArray[np.float64]:
    """Return 0 for two ratings that are the same and 1 for any others.

    Args:
        highest: The highest rating; the lowest is 0.

    Example:
        >>> nominal(1).tolist()
        [[0.0, 1.0], [1.0, 0.0]]
    """
    return 1.0 - np.eye(highest + 1)


def linear(highest: int) -> NDArray[np.float64]:
    """Return the difference of any two ratings.

    Args:
        highest: The highest rating; the lowest is 0.
    """
    ratings = np.arange(highest + 1.0)
    return np.abs(ratings[:, None] - ratings)


def quadratic(highest: int) -> NDArray[np.float64]:
    """Return the square of the difference of any two ratings; alpha's *interval* distance.

    Args:
        highest: The highest rating; the lowest is 0.

    Example:
        >>> quadratic(2)[0].tolist()
        [0.0, 1.0, 4.0]
    """
    return linear(highest) ** 2


def ordinal(marginals: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the square of how many ratings lie between any two, themselves counted by half (Krippendorff 2011).

    Args:
        marginals: How often each rating occurs, in the last dimension.

    Returns:
        A matrix of ratings by ratings, for each of the other dimensions.

    Example:
        >>> ordinal(np.array([2.0, 6.0, 2.0]))[0].tolist()
        [0.0, 16.0, 64.0]
    """
    middles = np.cumsum(marginals, axis=-1) - marginals / 2
    return (middles[..., :, None] - middles[..., None, :]) ** 2
