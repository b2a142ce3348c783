"""LambdaMART: boosted trees that learn to order the candidates of a question."""

from collections.abc import Sequence
from typing import NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.learn.model import REPRODUCIBLE
from explanans.rank.model import Stage

_PARAMETERS = {
    "objective": "lambdarank",
    "min_data_in_leaf": 50,
    "feature_fraction": 0.4,
    "lambda_l2": 5.0,
    "lambdarank_truncation_level": 50,
    **REPRODUCIBLE,
}


class Growth(NamedTuple):
    """How boosted trees are grown.

    Attributes:
        trees: How many.
        leaves: How many leaves each has at most.
        rate: How much each adds.
    """

    trees: int
    leaves: int
    rate: float


FIRST = Growth(trees=350, leaves=31, rate=0.07)
LATER = Growth(trees=300, leaves=15, rate=0.04)
"""A later stage has fewer candidates to learn from, and the scores of the one before; both were chosen, with the
parameters above, on WorldTree's training questions by cross-validation."""


class Example(NamedTuple):
    """The candidates of one question.

    Attributes:
        columns: Their features; shape (candidates, features).
        gold: Which of them explain it; shape (candidates,).
    """

    columns: NDArray[np.float32]
    gold: NDArray[np.bool_]


def fit(examples: Sequence[Example], features: Sequence[str], seed: int, growth: Growth = FIRST) -> Stage:
    """Return boosted trees that put the gold facts of the examples first (Burges 2010, section 7).

    Args:
        examples: The candidates of each question; one or more.
        features: The names of their features.
        seed: Seeds the choice of rows and features of each tree.
        growth: How to grow them.
    """
    # An odd shape of the data, such as a column of one value, is no concern of the user's.
    parameters = {**_PARAMETERS, "num_leaves": growth.leaves, "learning_rate": growth.rate, "seed": seed}
    data = lightgbm.Dataset(
        np.concatenate([example.columns for example in examples]),
        np.concatenate([example.gold for example in examples]).astype(np.int32),
        group=[len(example.gold) for example in examples],
        feature_name=list(features),
        params=parameters,
    )
    return Stage(lightgbm.train(parameters, data, growth.trees), tuple(features))
