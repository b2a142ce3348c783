"""Boosted trees that score joins: alone, or so that whole trees come out best."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.compose.search.chart import Charts
from explanans.compose.search.joins import Masks
from explanans.learn.model import REPRODUCIBLE

Columns = NDArray[np.float32]
Objective = Callable[[NDArray[np.float64], lightgbm.Dataset], tuple[NDArray[np.float64], NDArray[np.float64]]]

_PARAMETERS: dict[str, Any] = {
    "learning_rate": 0.08,
    "num_leaves": 15,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    **REPRODUCIBLE,
}
"""Chosen on EntailmentBank's training trees by cross-validation."""

_LEAST_CURVATURE = 0.005
"""Keeps leaves of certain joins from taking endless steps."""


class Lesson(NamedTuple):
    """The joins of one problem.

    Attributes:
        leaves: How many leaves it has.
        joins: Its joins; shape (joins, 3).
        columns: Their features; shape (joins, features).
        gold: Which of them the gold tree makes; shape (joins,).
    """

    leaves: int
    joins: Masks
    columns: Columns
    gold: NDArray[np.bool_]


def fit_alone(
    columns: Columns, gold: NDArray[np.bool_], names: Sequence[str], seed: int, trees: int
) -> lightgbm.Booster:
    """Return boosted trees that tell how probable it is that a row is gold, whatever the others are.

    Args:
        columns: The features; shape (rows, features).
        gold: Which rows are gold; shape (rows,).
        names: The names of the features.
        seed: Seeds the choice of rows and features of each tree.
        trees: How many trees.
    """
    parameters = {**_PARAMETERS, "objective": "binary", "seed": seed}
    data = lightgbm.Dataset(columns, gold.astype(np.int32), feature_name=list(names), params=parameters)
    return lightgbm.train(parameters, data, trees)


def fit_together(lessons: Sequence[Lesson], names: Sequence[str], seed: int, trees: int) -> lightgbm.Booster:
    """Return boosted trees whose sums over whole trees make the gold trees probable.

    A tree is as probable as exp of the sum of its joins' scores; the gradient of the gold trees' log-probability is
    the probability of a join less 1 where it is gold (Lafferty et al. 2001, section 4; boosted as in Dietterich et al.
    2004).

    Args:
        lessons: The joins of each problem, one or more, the gold ones among them.
        names: The names of the features.
        seed: Seeds the choice of rows and features of each tree.
        trees: How many trees.
    """
    charts = Charts([lesson.leaves for lesson in lessons], [lesson.joins for lesson in lessons])
    gold = np.concatenate([lesson.gold for lesson in lessons]).astype(np.float64)

    def objective(scores: NDArray[np.float64], _: lightgbm.Dataset) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        probable = charts.marginals(scores)
        return probable - gold, np.maximum(probable * (1 - probable), _LEAST_CURVATURE)

    parameters = {**_PARAMETERS, "objective": objective, "seed": seed}
    columns = np.concatenate([lesson.columns for lesson in lessons])
    data = lightgbm.Dataset(columns, gold.astype(np.int32), feature_name=list(names), params=parameters)
    return lightgbm.train(parameters, data, trees)
