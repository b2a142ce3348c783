"""Fit a small logistic model."""

import numpy as np
from numpy.typing import NDArray

_PENALTY = 1e-3
_STEPS = 25
_TOLERANCE = 1e-9


def fit_logistic(features: NDArray[np.float64], labels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights of a logistic model, with a small penalty on their squares, by Newton's method.

    Source: Hastie, Tibshirani & Friedman 2009, section 4.4.1.

    Args:
        features: One row an example, a constant among its columns; shape (examples, features).
        labels: 1 or true for what is to be recognised, else 0; shape (examples,).

    Returns:
        One weight a feature; shape (features,); all 0 where there is no example.

    Example:
        >>> ones = np.ones((4, 1))
        >>> weights = fit_logistic(ones, np.array([1, 0, 0, 0]))
        >>> probabilities(ones, weights)[0].round(2)
        np.float64(0.25)
    """
    count, size = max(len(features), 1), features.shape[1]
    weights = np.zeros(size)
    for _ in range(_STEPS):
        chance = probabilities(features, weights)
        slope = features.T @ (labels - chance) / count - _PENALTY * weights
        curvature = (features * (chance * (1 - chance))[:, None]).T @ features / count + _PENALTY * np.eye(size)
        step = np.linalg.solve(curvature, slope)
        weights += step
        if np.abs(step).max() < _TOLERANCE:
            break
    return weights


def probabilities(features: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what a logistic model says of examples; shape (examples,).

    Args:
        features: One row an example; shape (examples, features).
        weights: One weight a feature; shape (features,).
    """
    return np.asarray(0.5 * (1 + np.tanh(0.5 * (features @ weights))))
