"""Judgements by two questions: whether a claim is supported, and if it is not, whether it is contradicted."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Self

import numpy as np
from numpy.typing import NDArray

from explanans.learning.boosted_trees import Booster, predict
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.structures.verdicts import NliScores


@dataclass(frozen=True, slots=True)
class TwoQuestions(TrainedModel[None]):
    """Boosted trees that make a judgement of features by two questions: is it supported, and else, is it contradicted?

    Attributes:
        supported: Tells how probable it is that a claim is supported.
        contradicted: Tells how probable it is that a claim is contradicted, if it is not supported.
    """

    kind = "judge"

    supported: Booster
    contradicted: Booster
    origin: Origin

    def contents(self) -> tuple[dict[str, Booster], None]:
        """Return its boosted trees; it knows nothing else."""
        return {"supported": self.supported, "contradicted": self.contradicted}, None

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of its features, which both questions look at."""
        return tuple((cls.features or {})["supported"])

    @classmethod
    def of(cls, found: BoostedModel[None]) -> Self:
        """Return the model that a folder holds."""
        return cls(found.boosters["supported"], found.boosters["contradicted"], found.origin)

    @property
    def name(self) -> str:
        """The start of the digest of its trees."""
        texts = (booster.model_to_string().encode() for booster in self.contents()[0].values())
        return f"{type(self).__name__.lower()}({sha256(b''.join(texts)).hexdigest()[:8]})"

    def judge(self, columns: Sequence[NDArray[np.float32]]) -> list[NliScores]:
        """Return one judgement for each claim.

        Args:
            columns: The features of each; shape (claims, features).
        """
        if not columns:
            return []
        rows = np.stack(columns)
        supported = predict(self.supported, rows)
        contradicted = (1 - supported) * predict(self.contradicted, rows)
        unknown = 1 - supported - contradicted
        return [NliScores(*row) for row in np.column_stack([supported, contradicted, unknown]).tolist()]
