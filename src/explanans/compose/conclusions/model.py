"""A trained chooser of conclusions in a folder, with its fluency model."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.compose.conclusions import edits
from explanans.compose.conclusions.features import HYPOTHESIS_NAMES, NAMES
from explanans.compose.conclusions.fluency import Fluency
from explanans.learn.model import BoostedModel, Origin, TrainedModel


@dataclass(frozen=True, slots=True)
class ConclusionModel(TrainedModel[dict[str, Any]]):
    """What chooses among conclusions.

    Attributes:
        fluency: How well a sentence reads.
        editor: What proposes learned edits.
        informed: Trees for steps towards a known hypothesis.
        blind: Trees for steps without one.
        origin: What they were made from.
    """

    fluency: Fluency
    editor: edits.Editor
    informed: lightgbm.Booster
    blind: lightgbm.Booster
    origin: Origin

    def scores(self, columns: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how good each candidate is likely to be, on the scale of the training's likeness.

        Args:
            columns: The features; shape (candidates, features), with or without those that need a hypothesis.
        """
        booster = self.informed if columns.shape[1] > len(NAMES) else self.blind
        return np.asarray(booster.predict(columns, num_threads=1), dtype=np.float64)

    kind = "trees"
    home = Path(__file__).parents[1] / "models" / "conclusions"
    known = dict
    features: ClassVar = {
        # Names of features hold no spaces in the files of boosted trees.
        trees: tuple(name.replace(" ", "_") for name in names)
        for trees, names in (
            ("edits", edits.NAMES),
            ("with-hypothesis", NAMES + HYPOTHESIS_NAMES),
            ("without-hypothesis", NAMES),
        )
    }

    def contents(self) -> tuple[dict[str, lightgbm.Booster], dict[str, Any]]:
        """Return its boosted trees and what it knows of fluency."""
        boosters = {"edits": self.editor.booster, "with-hypothesis": self.informed, "without-hypothesis": self.blind}
        return boosters, self.fluency.encode()

    @classmethod
    def of(cls, found: BoostedModel[dict[str, Any]]) -> "ConclusionModel":
        """Return the model that a folder holds.

        Args:
            found: What was found there.

        Raises:
            ValueError: What is known of fluency is damaged.
        """
        try:
            fluency = Fluency.decode(found.known)
        except (KeyError, ValueError) as error:
            raise ValueError(f"damaged ({error})") from None
        edits_, informed, blind = (found.boosters[name] for name in cls.features)
        return cls(fluency, edits.Editor(edits_), informed, blind, found.origin)
