"""All features of steps, as one array."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.learn.feature import Feature
from explanans.verify.steps.features import content, order
from explanans.verify.steps.step import StepView, TermStatistics

GROUPS: dict[str, tuple[Feature, ...]] = {
    "coverage": content.COVERAGE,
    "order": order.ORDER,
    "polarity": content.POLARITY,
    "neighbours": order.NEIGHBOURS,
}
"""The features by what they look at, in the order of their columns."""

NAMES: tuple[str, ...] = tuple(feature.name for group in GROUPS.values() for feature in group)

_VALUES = (content.coverage_values, order.order_values, content.polarity_values, order.neighbour_values)


def columns(steps: Sequence[tuple[Sequence[str], str]], words: TermStatistics) -> NDArray[np.float32]:
    """Return the features of steps; shape (steps, features).

    Args:
        steps: The premises of each, one or more, and its conclusion.
        words: What is known of words.
    """
    views = [StepView.of(premises, conclusion, words) for premises, conclusion in steps]
    rows = [[value for values in _VALUES for value in values(view)] for view in views]
    return np.array(rows, dtype=np.float32).reshape(len(rows), len(NAMES))
