"""A trained judge of steps in a folder."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.learn import model as boosted
from explanans.learn.model import BoostedModel, Origin
from explanans.tree import EntailmentTree
from explanans.verdict import StepVerdict
from explanans.verify.steps.features.extractor import NAMES, columns
from explanans.verify.steps.features.feature import Words

_KIND = "steps"
_TREES = "steps"


@dataclass(frozen=True, slots=True)
class StepModel:
    """What tells how probable it is that a conclusion follows.

    Attributes:
        trees: Boosted trees over the features of a step.
        words: What is known of words.
        origin: What the model was made from.
    """

    trees: lightgbm.Booster
    words: Words
    origin: Origin

    def follows(self, steps: Sequence[tuple[Sequence[str], str]]) -> NDArray[np.float64]:
        """Return how much each step looks like one that people drew, not like one made wrong; shape (steps,).

        From 0 to 1; among as many right steps as wrong ones, made as ``training`` makes them, it is the share of right
        ones.

        Args:
            steps: The premises of each, one or more, and its conclusion.
        """
        if not steps:
            return np.zeros(0)
        return np.asarray(self.trees.predict(columns(steps, self.words), num_threads=1), dtype=np.float64)

    def save(self, folder: Path) -> None:
        """Write the model into a folder, which takes its name only when it is complete.

        Args:
            folder: The folder to make; a model that is there already is replaced.

        Raises:
            InputError: The folder holds something that is no model.
            StorageError: It cannot be written.
        """
        BoostedModel(_KIND, {_TREES: self.trees}, self.words, self.origin).save(folder)


def load(folder: Path) -> StepModel:
    """Return the model of a folder.

    Args:
        folder: The folder.

    Raises:
        InputError: The folder is no such model, is one of another format, is damaged, or asks for other features.
    """
    found = boosted.load(folder, _KIND, Words, {_TREES: NAMES})
    return StepModel(found.boosters[_TREES], found.known, found.origin)


@cache
def shipped() -> StepModel:
    """Return the model that comes with the package, trained on the training split of EntailmentBank.

    Example:
        >>> premises = "a frog is a kind of amphibian", "amphibians have moist skin"
        >>> right, wrong = shipped().follows([(premises, "a frog has moist skin"), (premises, "a frog has dry skin")])
        >>> bool(right > 0.9), bool(wrong < 0.5)
        (True, True)
    """
    with as_file(files("explanans.verify.steps") / "models") as folder:
        return load(folder)


def judged(tree: EntailmentTree, verdicts: Iterable[StepVerdict]) -> tuple[StepVerdict, ...]:
    """Return verdicts that also say how likely each step's conclusion follows from its premises.

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
    return tuple(
        replace(verdict, follows=follows)
        for verdict, follows in zip(verdicts, shipped().follows(steps).tolist(), strict=True)
    )
