"""How probable it is that each of the best facts belongs to the explanation: boosted trees over the curve of scores."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import lightgbm
import numpy as np

from explanans.explanation import ScoredFact
from explanans.learn import model as boosted
from explanans.learn.model import BoostedModel, Origin
from explanans.rank.selection.curve import FEATURES, Curve, columns
from explanans.rank.selection.ensemble import expected_f1

SHIPPED = Path(__file__).parents[1] / "models" / "selection"
"""The model that comes with the package, made by ``explanans train cut-off``."""

_KIND = "cut-off"
_TREES = "trees"


@dataclass(frozen=True, slots=True)
class Selection:
    """Chooses those of the best facts that make the explanation.

    Attributes:
        booster: The trees.
        origin: What they were made from.
    """

    booster: lightgbm.Booster
    origin: Origin

    @classmethod
    def open(cls, folder: Path = SHIPPED) -> "Selection":
        """Read a model.

        Args:
            folder: A folder written by ``save``.

        Raises:
            InputError: The folder is no such model, is one of another format, or is damaged.
        """
        found = boosted.load(folder, _KIND, type(None), {_TREES: FEATURES})
        return cls(found.boosters[_TREES], found.origin)

    def save(self, folder: Path) -> None:
        """Write the model into a folder, which takes its name only when it is complete.

        Args:
            folder: The folder to make; a model that is there already is replaced.

        Raises:
            InputError: The folder holds something that is no model.
            StorageError: It cannot be written.
        """
        BoostedModel(_KIND, {_TREES: self.booster}, None, self.origin).save(folder)

    def probable(self, found: Curve, weight: Callable[[str], float]) -> tuple[ScoredFact, ...]:
        """Return the facts of a curve with the probability that each is gold, the most probable first.

        Args:
            found: The best facts of a question.
            weight: How telling a lemma is.
        """
        if not found.facts:
            return ()
        values = np.asarray(self.booster.predict(columns(found, weight), num_threads=1), dtype=np.float64)
        order = np.argsort(-values, kind="stable")
        return tuple(ScoredFact(found.facts[number].fact, float(values[number])) for number in order)


@cache
def shipped() -> Selection:
    """Return the model that comes with the package, read once."""
    return Selection.open()


def cut(probabilities: Sequence[float]) -> int:
    """Return how many of some facts to take so that the expected F1 is highest; of equals the fewest.

    Args:
        probabilities: How probable it is that each fact is gold, falling.

    Example:
        >>> cut([0.9, 0.8, 0.2, 0.1]), cut([])
        (2, 0)
    """
    total = sum(probabilities)
    return max(range(len(probabilities) + 1), key=lambda count: (expected_f1(probabilities[:count], total), -count))
