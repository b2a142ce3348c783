"""Grow boosted trees with LightGBM, the same from the same data and seed, and draw folds."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import lightgbm


Objective = Callable[[NDArray[np.float64], "lightgbm.Dataset"], tuple[NDArray[np.float64], NDArray[np.float64]]]
"""Returns the gradient and the second derivative of a loss, both of the shape of the scores."""


_REPRODUCIBLE: dict[str, Any] = {
    "max_bin": 63,
    "num_threads": 1,
    "deterministic": True,
    "force_row_wise": True,
    "verbosity": -1,
}
"""The same data and seed give the same bytes."""


@dataclass(frozen=True, slots=True)
class Growth:
    """Hyperparameters of boosted trees.

    Attributes:
        trees: Number of trees; per class if there are more than two classes.
        leaves: Maximum number of leaves per tree.
        objective: LightGBM's name of the objective, or a custom gradient.
        least_rows: Minimum number of rows per leaf.
        features: The share of features sampled per tree.
        rows: The share of rows sampled per tree.
        penalty: L2 regularization of leaf values.
    """

    trees: int
    leaves: int
    rate: float
    objective: str | Objective = "binary"
    classes: int = 2
    least_rows: int = 20
    features: float = 1.0
    rows: float = 1.0
    penalty: float = 5.0
    categorical: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()

    def parameters(self, seed: int) -> dict[str, Any]:
        """Return LightGBM's parameters.

        Example:
            >>> Growth(trees=10, leaves=7, rate=0.1, classes=3).parameters(0)["num_class"]
            3
        """
        several = {"objective": "multiclass", "num_class": self.classes} if self.classes > 2 else {}
        return {
            "objective": self.objective,
            "num_leaves": self.leaves,
            "learning_rate": self.rate,
            "min_data_in_leaf": self.least_rows,
            "feature_fraction": self.features,
            "bagging_fraction": self.rows,
            "bagging_freq": int(self.rows < 1),
            "lambda_l2": self.penalty,
            "seed": seed,
            **_REPRODUCIBLE,
            **several,
            **dict(self.options),
        }


class Rows(NamedTuple):
    """Training data of boosted trees.

    Attributes:
        columns: The features; shape (rows, features).
        labels: The class, grade or value of each row; shape (rows,).
        weights: The weight of each row, shape (rows,); uniform if None.
        groups: Number of rows of each question, for ranking objectives.
    """

    columns: NDArray[Any]
    labels: NDArray[Any]
    weights: NDArray[np.float64] | None = None
    groups: Sequence[int] | None = None


def join(parts: Iterable[Rows]) -> Rows:
    """Return rows of several parts as one table.

    Args:
        parts: The rows, neither weighted nor grouped; one part or more.
    """
    columns, labels = zip(*((part.columns, part.labels) for part in parts), strict=True)
    return Rows(np.concatenate(columns), np.concatenate(labels))


def grow(rows: Rows, names: Sequence[str], growth: Growth, seed: int) -> "lightgbm.Booster":
    """Return boosted trees grown on labelled rows."""
    import lightgbm  # noqa: PLC0415 - most of a second, and only what grows trees needs it

    parameters = growth.parameters(seed)
    data = lightgbm.Dataset(
        rows.columns,
        rows.labels,
        weight=rows.weights,
        group=rows.groups,
        feature_name=list(names),
        categorical_feature=[number for number, name in enumerate(names) if name in growth.categorical],
        params=parameters,
    )
    return lightgbm.train(parameters, data, growth.trees)


def draw_places(keys: Sequence[Iterable[Hashable]], seed: int) -> NDArray[np.intp]:
    """Return a place drawn for each item, the same for items that belong together; shape (items,).

    The fold of an item is its place modulo the number of folds.

    Args:
        keys: The keys of each item. Items that share one belong together, as do those linked by others.

    Example:
        >>> places = draw_places([["id 1", "ice floats"], ["id 2"], ["id 3", "ice floats"]], seed=0)
        >>> bool(places[0] == places[2])
        True
    """
    first: dict[Hashable, int] = {}
    leaders = np.arange(len(keys))
    for number, names in enumerate(keys):
        for name in names:
            leaders[leaders == leaders[number]] = leaders[first.setdefault(name, number)]
    drawn: NDArray[np.intp] = np.random.default_rng(seed).permutation(len(keys))
    return drawn[leaders]


def draw_folds(groups: Sequence[Hashable], count: int, chance: np.random.Generator) -> NDArray[np.intp]:
    """Return the number of the fold of each item, the same for items of one group; shape (items,).

    Example:
        >>> numbers = draw_folds(["zoos", "cats", "zoos"], 2, np.random.default_rng(0))
        >>> bool(numbers[0] == numbers[2])
        True
    """
    places = {group: place for place, group in enumerate(dict.fromkeys(groups))}
    drawn: NDArray[np.intp] = chance.permutation(len(places)) % count
    return drawn[[places[group] for group in groups]]
