"""All features of steps, as one array."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.steps import content_features as content
from explanans.entailment.steps import order_features as order
from explanans.entailment.steps.step import StepView, TermStatistics
from explanans.entailment.steps.surface_features import WORDING, wording_values
from explanans.learning.features import Feature
from explanans.structures.verdicts import NliScores

GROUPS: dict[str, tuple[Feature, ...]] = {
    "coverage": content.COVERAGE,
    "order": order.ORDER,
    "polarity": content.POLARITY,
    "neighbours": order.NEIGHBOURS,
}
"""The features by what they look at, in the order of their columns."""

NAMES: tuple[str, ...] = tuple(feature.name for group in GROUPS.values() for feature in group)

LOOKS = (
    *WORDING,
    Feature("likeness", "how much it looks like a step that people drew, as log-odds"),
    Feature("supported", "probability that the premises support the conclusion, by the judge, as a logarithm"),
    Feature("contradicted", "probability that they contradict it, by the judge, as a logarithm"),
    Feature("unknown", "probability that they say neither, by the judge, as a logarithm"),
)
"""Additional features of the model of graded steps, besides `NAMES`."""

GRADED_NAMES: tuple[str, ...] = (*NAMES, *(feature.name for feature in LOOKS))

Step = tuple[Sequence[str], str]
"""The premises, one or more, and the conclusion."""

_LEAST = 1e-4

_VALUES = (content.coverage_values, order.order_values, content.polarity_values, order.neighbour_values)


def columns(steps: Sequence[Step], words: TermStatistics) -> NDArray[np.float32]:
    """Return the features of steps; shape (steps, features).

    Args:
        steps: The premises of each, one or more, and its conclusion.
        words: Statistics of words.
    """
    views = [StepView.of(premises, conclusion, words) for premises, conclusion in steps]
    rows = [[value for values in _VALUES for value in values(view)] for view in views]
    return np.array(rows, dtype=np.float32).reshape(len(rows), len(NAMES))


def graded_columns(
    steps: Sequence[Step],
    words: TermStatistics,
    likeness: NDArray[np.float64],
    judgements: Sequence[NliScores | None],
) -> NDArray[np.float32]:
    """Return all features of steps, with scores of other models; shape (steps, features), NaN without a score.

    Args:
        steps: The premises of each, one or more, and its conclusion.
        words: Statistics of words.
        likeness: How much each looks like a step that people drew, from 0 to 1; shape (steps,).
        judgements: A judge's scores of each conclusion, given its premises; None without a judge.
    """
    worded = [wording_values(StepView.of(premises, conclusion, words)) for premises, conclusion in steps]
    said = [judgement or (np.nan, np.nan, np.nan) for judgement in judgements]
    likely = np.clip(likeness, _LEAST, 1 - _LEAST)
    parts = (
        columns(steps, words),
        np.array(worded, dtype=np.float32).reshape(len(steps), len(WORDING)),
        np.log(likely / (1 - likely)).reshape(-1, 1),
        np.log(np.clip(np.array(said, dtype=np.float64).reshape(len(steps), 3), _LEAST, 1)),
    )
    return np.concatenate(parts, axis=1, dtype=np.float32)
