"""Boosted trees for graphs and stances."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.learn.model import REPRODUCIBLE

_PARAMETERS: dict[str, Any] = {
    "min_data_in_leaf": 20,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    **REPRODUCIBLE,
}


class Growth(NamedTuple):
    """How boosted trees are grown.

    Attributes:
        trees: How many, for each class.
        leaves: How many leaves each has at most.
        rate: How much each adds.
        classes: How many classes they tell apart.
    """

    trees: int
    leaves: int
    rate: float
    classes: int = 2


def fit(
    columns: NDArray[np.float32],
    labels: NDArray[np.intp],
    names: Sequence[str],
    growth: Growth,
    seed: int,
) -> lightgbm.Booster:
    """Return boosted trees that tell how likely each class is.

    Args:
        columns: The features; shape (rows, features).
        labels: The number of the class of each row; shape (rows,).
        names: The names of the features.
        growth: How to grow them.
        seed: Seeds the choice of rows and features of each tree.
    """
    parameters = {**_PARAMETERS, "num_leaves": growth.leaves, "learning_rate": growth.rate, "seed": seed}
    parameters |= (
        {"objective": "binary"} if growth.classes == 2 else {"objective": "multiclass", "num_class": growth.classes}
    )
    data = lightgbm.Dataset(columns, labels.astype(np.int32), feature_name=list(names), params=parameters)
    return lightgbm.train(parameters, data, growth.trees)


def predict(booster: lightgbm.Booster, columns: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return how likely the second class of two is, shape (rows,), or each class of more, shape (rows, classes).

    Args:
        booster: The boosted trees.
        columns: The features; shape (rows, features).
    """
    if not len(columns):
        return np.zeros((0,))
    return np.asarray(booster.predict(columns, num_threads=1), dtype=np.float64)
