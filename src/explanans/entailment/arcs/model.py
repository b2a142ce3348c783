"""The scorer that ships: boosted trees over features of an arc."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.arcs.features import NAMES, columns
from explanans.learning.boosted_trees import predict
from explanans.learning.model import TreesModel
from explanans.registry import takes
from explanans.structures.syntax import Arc, Parse


class ArcModel(TreesModel):
    """Scores an arc by boosted trees over what is known of it in view of the source."""

    kind = "arcs"
    home = Path(__file__).parent / "models" / "features"
    features: ClassVar = {"trees": NAMES}

    @property
    def name(self) -> str:
        """The name of the scorer, and the start of the digest of its trees."""
        return f"features ({sha256(self.trees.model_to_string().encode()).hexdigest()[:12]})"

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        """Return how probable it is that the source supports each arc; see ``ArcScorer``."""
        return predict(self.trees, columns(source, claim, arcs)) if arcs else np.zeros(0)


@takes("FOLDER")
def features(model: str = "") -> ArcModel:
    """Return the scorer that ships, or one that was trained anew.

    Args:
        model: The folder of a model; the shipped one where empty.

    Raises:
        InputError: The folder is no such model.
    """
    return ArcModel.load(Path(model)) if model else ArcModel.shipped()
