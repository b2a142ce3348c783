"""A trained judge of steps, and its judgement of the steps of trees."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.learn.model import BoostedModel, Origin, TrainedModel
from explanans.learn.trees import predict
from explanans.tree import EntailmentTree
from explanans.verdict import StepVerdict
from explanans.verify.steps.features.extractor import NAMES, columns
from explanans.verify.steps.step import TermStatistics


@dataclass(frozen=True, slots=True)
class StepModel(TrainedModel[TermStatistics]):
    """A judge of how probable it is that a conclusion follows.

    Attributes:
        trees: Boosted trees over the features of a step.
        words: What is known of words.
        origin: What the model was made from.

    Example:
        >>> premises = "a frog is a kind of amphibian", "amphibians have moist skin"
        >>> steps = [(premises, "a frog has moist skin"), (premises, "a frog has dry skin")]
        >>> right, wrong = StepModel.shipped().follows(steps)
        >>> bool(right > 0.9), bool(wrong < 0.5)
        (True, True)
    """

    kind = "steps"
    home = Path(__file__).parent / "models"
    known = TermStatistics
    features: ClassVar = {"steps": NAMES}

    trees: lightgbm.Booster
    words: TermStatistics
    origin: Origin

    def contents(self) -> tuple[dict[str, lightgbm.Booster], TermStatistics]:
        """Return its boosted trees and what it knows of words."""
        return {"steps": self.trees}, self.words

    @classmethod
    def of(cls, found: BoostedModel[TermStatistics]) -> "StepModel":
        """Return the model that a folder holds.

        Args:
            found: What was found there.
        """
        return cls(found.boosters["steps"], found.known, found.origin)

    def follows(self, steps: Sequence[tuple[Sequence[str], str]]) -> NDArray[np.float64]:
        """Return how much each step looks like one that people drew, not like one made wrong; shape (steps,).

        From 0 to 1; among as many right steps as wrong ones, made as ``train.steps`` makes them, it is the share of
        right ones.

        Args:
            steps: The premises of each, one or more, and its conclusion.
        """
        return predict(self.trees, columns(steps, self.words))


def judged(tree: EntailmentTree, verdicts: Iterable[StepVerdict]) -> tuple[StepVerdict, ...]:
    """Return verdicts that also say how likely each step's conclusion follows, as the model that ships judges.

    Args:
        tree: A valid tree.
        verdicts: One verdict a step, in order.

    Example:
        >>> from explanans.fact import Fact
        >>> from explanans.tree import ROOT, Step
        >>> leaves = Fact("f1", "a frog is a kind of amphibian"), Fact("f2", "amphibians have moist skin")
        >>> step = Step(("f1", "f2"), ROOT, "a frog has moist skin")
        >>> (verdict,) = judged(EntailmentTree(step.text, leaves, (step,)), [StepVerdict(ROOT, supported=True)])
        >>> verdict.follows > 0.9
        True
    """
    texts = tree.texts()
    steps = [([texts[name] for name in step.premises], step.text) for step in tree.steps]
    follows = StepModel.shipped().follows(steps).tolist()
    return tuple(replace(verdict, follows=value) for verdict, value in zip(verdicts, follows, strict=True))
