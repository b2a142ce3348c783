"""A trained judge of steps: what a step looks like, and how likely its conclusion follows."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.steps.feature_extractor import GRADED_NAMES, NAMES, Step, columns, graded_columns
from explanans.entailment.steps.step import TermStatistics
from explanans.learning.boosted_trees import Booster, predict
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.structures.verdicts import NliScores


@dataclass(frozen=True, slots=True)
class StepModel(TrainedModel[TermStatistics]):
    """A judge of how likely it is that a conclusion follows.

    Attributes:
        trees: Boosted trees over the features of a step, grown on steps that people drew and on steps made wrong.
        graded: Boosted trees over these, the wording and what a judge says, grown on steps that were composed and
            graded.
        words: Statistics of words.
        origin: Its training data and settings.

    Example:
        >>> premises = "a frog is a kind of amphibian", "amphibians have moist skin"
        >>> steps = [(premises, "a frog has moist skin"), (premises, "a frog has dry skin")]
        >>> right, wrong = StepModel.shipped().likeness(steps)
        >>> bool(right > 0.9), bool(wrong < 0.5)
        (True, True)
    """

    kind = "steps"
    home = Path(__file__).parent / "models"
    known = TermStatistics
    features: ClassVar = {"graded": GRADED_NAMES, "steps": NAMES}

    trees: Booster
    graded: Booster
    words: TermStatistics
    origin: Origin

    def contents(self) -> tuple[dict[str, Booster], TermStatistics]:
        """Return its boosted trees and what it knows of words."""
        return {"graded": self.graded, "steps": self.trees}, self.words

    @classmethod
    def of(cls, found: BoostedModel[TermStatistics]) -> "StepModel":
        """Return the model that a folder holds.

        Args:
            found: The loaded content.
        """
        return cls(found.boosters["steps"], found.boosters["graded"], found.known, found.origin)

    def likeness(self, steps: Sequence[Step]) -> NDArray[np.float64]:
        """Return how much each step looks like one that people drew, not like one made wrong; shape (steps,).

        From 0 to 1; among as many right steps as wrong ones, made as ``train.steps`` makes them, it is the share of
        right ones.

        Args:
            steps: The premises of each, one or more, and its conclusion.
        """
        return predict(self.trees, columns(steps, self.words))

    def follows(self, steps: Sequence[Step], judgements: Sequence[NliScores | None]) -> NDArray[np.float64]:
        """Return how likely each conclusion follows and reads as a sentence; shape (steps,).

        From 0 to 1, calibrated on what this package composes.

        Args:
            steps: The premises of each, one or more, and its conclusion.
            judgements: A judge's scores of each conclusion, given its premises; None without a judge.
        """
        return predict(self.graded, graded_columns(steps, self.words, self.likeness(steps), judgements))
