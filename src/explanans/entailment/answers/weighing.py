"""Weigh the choices of a question against one another: how probable each is the right one of those given."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.answers.choice_features import NAMES
from explanans.learning.boosted_trees import Booster
from explanans.learning.model import BoostedModel, Origin, TrainedModel

MANY = 1000
"""Minimum number of facts for the choice model; with fewer, the judge reads every fact, and its support is better."""


@dataclass(frozen=True, slots=True)
class Weighing(TrainedModel[dict[str, float]]):
    """A weight for each feature of a choice; the weighted sums make chances (McFadden 1974: conditional logit).

    Attributes:
        weights: The weights, in the order of ``describer.NAMES``; shape (features,).
        origin: Its training data and settings.
    """

    kind = "answers"
    home = Path(__file__).parent / "models" / "weighing"
    known = dict[str, float]
    features: ClassVar = {}

    weights: NDArray[np.float64]
    origin: Origin

    def contents(self) -> tuple[Mapping[str, Booster], dict[str, float]]:
        """Return its weights by name; it has no boosted trees."""
        return {}, dict(zip(NAMES, self.weights.tolist(), strict=True))

    @classmethod
    def of(cls, found: BoostedModel[dict[str, float]]) -> Self:
        """Return the model that a folder holds.

        Args:
            found: The loaded content.

        Raises:
            ValueError: It weighs other features, or a weight is no number.
        """
        if set(found.known) != set(NAMES) or not np.isfinite(list(found.known.values())).all():
            raise ValueError("weights of other features, or none; accepted: those that 'lab train answers' writes")
        return cls(np.array([found.known[name] for name in NAMES]), found.origin)

    def chances(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how probable each choice of a question is the right one; shape (choices,), summing to 1.

        Args:
            features: The features of its choices, see ``describer.describe``; shape (choices, features).

        Example:
            >>> Weighing.shipped().chances(np.zeros((4, len(NAMES)))).tolist()
            [0.25, 0.25, 0.25, 0.25]
        """
        return softmax(features @ self.weights)


def softmax(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return numbers as probabilities that sum to 1, in the ratio of their exponentials; shape (numbers,).

    Args:
        sums: Any numbers; one or more.

    Example:
        >>> softmax(np.array([0.0, 0.0])).tolist()
        [0.5, 0.5]
    """
    powers = np.exp(sums - sums.max())
    found: NDArray[np.float64] = powers / powers.sum()
    return found
