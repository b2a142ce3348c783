"""The scorer that ships: boosted trees over features of an arc."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.learn import model as boosted
from explanans.learn.model import BoostedModel, Origin
from explanans.parse import Arc, Parse
from explanans.registry import takes
from explanans.verify.arcs.features.extractor import NAMES, columns

SHIPPED = Path(__file__).parent / "models" / "features"
"""The model that comes with the package, made by ``explanans train arcs``."""

_KIND = "arcs"
_TREES = "trees"


@dataclass(frozen=True, slots=True)
class Boosted:
    """Scores an arc by boosted trees over what is known of it in view of the source.

    Attributes:
        booster: The trees.
        origin: What they were made from.
    """

    booster: lightgbm.Booster
    origin: Origin

    @classmethod
    def open(cls, folder: Path = SHIPPED) -> "Boosted":
        """Read a model.

        Args:
            folder: A folder written by ``save``.

        Raises:
            InputError: The folder is no such model, is one of another format, or is damaged.
        """
        found = boosted.load(folder, _KIND, type(None), {_TREES: NAMES})
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

    @property
    def name(self) -> str:
        """The name of the scorer, and the start of the digest of its trees."""
        return f"features ({sha256(self.booster.model_to_string().encode()).hexdigest()[:12]})"

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        """Return how probable it is that the source supports each arc; shape (arcs,).

        Args:
            source: The sentences of the source.
            claim: The claim.
            arcs: Arcs of the claim.
        """
        if not arcs:
            return np.zeros(0)
        return np.asarray(self.booster.predict(columns(source, claim, arcs), num_threads=1), dtype=np.float64)


@takes("FOLDER")
def features(model: str = "") -> Boosted:
    """Return the scorer that ships, or one that was trained anew.

    Args:
        model: The folder of a model; the shipped one where empty.

    Raises:
        InputError: The folder is no such model.
    """
    return Boosted.open(Path(model) if model else SHIPPED)
