"""Probability that a phrase answers a question, by boosted trees."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from explanans.learning.boosted_trees import Booster, predict
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.pipeline.proposals.features import NAMES


@dataclass(frozen=True, slots=True)
class Fit(TrainedModel[None]):
    """Boosted trees over the features of a phrase and a question.

    Attributes:
        trees: The trees.
        origin: Its training data and settings.
    """

    kind = "proposals"
    home = Path(__file__).parent / "models" / "fit"
    features: ClassVar = {"fit": NAMES}

    trees: Booster
    origin: Origin

    def contents(self) -> tuple[Mapping[str, Booster], None]:
        """Return its trees."""
        return {"fit": self.trees}, None

    @classmethod
    def of(cls, found: BoostedModel[None]) -> Self:
        """Return the model that a folder holds.

        Args:
            found: The loaded content.
        """
        return cls(found.boosters["fit"], found.origin)

    def chances(self, columns: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return how probable it is that each phrase is the answer; shape (phrases,).

        Args:
            columns: Their features, see ``features.NAMES``; shape (phrases, features).
        """
        return predict(self.trees, columns)
