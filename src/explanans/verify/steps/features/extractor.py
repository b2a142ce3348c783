"""All features of steps, as one array."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.verify.steps.features import coverage, neighbours, order, turns
from explanans.verify.steps.features.feature import Feature, Seen, Words

GROUPS: dict[str, tuple[Feature, ...]] = {
    "coverage": coverage.FEATURES,
    "order": order.FEATURES,
    "turns": turns.FEATURES,
    "neighbours": neighbours.FEATURES,
}
"""The features by what they look at, in the order of their columns."""

NAMES: tuple[str, ...] = tuple(feature.name for group in GROUPS.values() for feature in group)


def columns(steps: Sequence[tuple[Sequence[str], str]], words: Words) -> NDArray[np.float32]:
    """Return the features of steps; shape (steps, features).

    Args:
        steps: The premises of each, one or more, and its conclusion.
        words: What is known of words.
    """
    rows = [_row(Seen.of(premises, conclusion, words)) for premises, conclusion in steps]
    return np.array(rows, dtype=np.float32).reshape(len(rows), len(NAMES))


def _row(seen: Seen) -> list[float]:
    return [
        *coverage.coverage(seen),
        *order.order(seen),
        *turns.turns(seen),
        *neighbours.neighbours(seen),
    ]
