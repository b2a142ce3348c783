"""A trained chooser of conclusions in a folder, with its fluency model."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.compose.conclusions import edits
from explanans.compose.conclusions.features import HYPOTHESIS_NAMES, NAMES
from explanans.compose.conclusions.fluency import Fluency
from explanans.exceptions import InputError
from explanans.learn import model as boosted
from explanans.learn.model import BoostedModel, Origin

_KIND = "trees"
_FEATURES = {
    # Names of features hold no spaces in the files of boosted trees.
    trees: tuple(name.replace(" ", "_") for name in names)
    for trees, names in (
        ("edits", edits.NAMES),
        ("with-hypothesis", NAMES + HYPOTHESIS_NAMES),
        ("without-hypothesis", NAMES),
    )
}


@dataclass(frozen=True, slots=True)
class ConclusionModel:
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

    def save(self, folder: Path) -> None:
        """Write the model into a folder, which takes its name only when it is complete.

        Args:
            folder: The folder to make; a model that is there already is replaced.

        Raises:
            InputError: The folder holds something that is no model.
            StorageError: It cannot be written.
        """
        boosters = {
            "edits": self.editor.booster,
            "with-hypothesis": self.informed,
            "without-hypothesis": self.blind,
        }
        BoostedModel(_KIND, boosters, self.fluency.encode(), self.origin).save(folder)


def load(folder: Path) -> ConclusionModel:
    """Return the model of a folder.

    Args:
        folder: The folder.

    Raises:
        InputError: The folder is no model, is one of another format, or is damaged.
    """
    found = boosted.load(folder, _KIND, dict, _FEATURES)
    try:
        fluency = Fluency.decode(found.known)
    except (KeyError, ValueError) as error:
        raise InputError(f"{folder}: damaged ({error}); {boosted.again(_KIND)}") from None
    return ConclusionModel(
        fluency,
        edits.Editor(found.boosters["edits"]),
        found.boosters["with-hypothesis"],
        found.boosters["without-hypothesis"],
        found.origin,
    )


@cache
def shipped() -> ConclusionModel:
    """Return the model that comes with the package, trained on EntailmentBank's training trees."""
    with as_file(files("explanans.compose") / "models" / "conclusions") as folder:
        return load(folder)
