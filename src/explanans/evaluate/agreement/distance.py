"""How far apart two ratings are: what tells the kinds of kappa and alpha from one another."""

import numpy as np
from numpy.typing import NDArray


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
