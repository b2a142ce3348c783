"""A trained ranker in a folder: boosted trees, and the sentence encoder where it uses one."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.exceptions import InputError
from explanans.files import write_folder
from explanans.learn import model as boosted
from explanans.learn.model import MANIFEST, BoostedModel, Origin

ENCODER = "encoder"
"""The folder of a model's sentence encoder."""

_KIND = "ranker"


@dataclass(frozen=True, slots=True)
class _Known:
    """What a model needs beside its trees.

    Attributes:
        stages: How many stages it has.
        with_explanations: Whether it uses the gold explanations of the knowledge base that it ranks.
        with_encoder: Whether it uses a sentence encoder, which lies in the folder ``ENCODER``.
    """

    stages: int
    with_explanations: bool
    with_encoder: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """Boosted trees and the features that they look at.

    Attributes:
        booster: The trees.
        features: The names of their features, in the order of their columns.
    """

    booster: lightgbm.Booster
    features: tuple[str, ...]

    def scores(self, columns: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return one score a row, on the trees' own scale.

        Args:
            columns: The features; shape (candidates, features).
        """
        return np.asarray(self.booster.predict(columns, num_threads=1), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class RankingModel:
    """A trained ranker.

    Attributes:
        stages: Its stages, in the order they are run.
        with_explanations: Whether it uses the gold explanations of the knowledge base that it ranks.
        origin: What it was made from.
        encoder: The folder of the sentence encoder that it uses; None where it uses none.
    """

    stages: tuple[Stage, ...]
    with_explanations: bool
    origin: Origin
    encoder: Path | None = None

    def first(self, count: int | None) -> "RankingModel":
        """Return the model of the first stages alone.

        Args:
            count: How many stages; all where None.
        """
        return replace(self, stages=self.stages[:count])

    def save(self, folder: Path) -> None:
        """Write the model into a folder, which takes its name only when it is complete.

        Args:
            folder: The folder to make; a model that is there already is replaced.

        Raises:
            InputError: The folder holds something that is no model.
            StorageError: It cannot be written.
        """
        boosters: Mapping[str, lightgbm.Booster] = {
            f"stage{number}": stage.booster for number, stage in enumerate(self.stages, 1)
        }
        known = _Known(len(self.stages), self.with_explanations, self.encoder is not None)
        with write_folder(folder, MANIFEST) as new:
            BoostedModel(_KIND, boosters, known, self.origin).write(new)
            if self.encoder is not None:
                shutil.copytree(self.encoder, new / ENCODER)


def load(folder: Path, names: Sequence[str]) -> RankingModel:
    """Return the model of a folder.

    Args:
        folder: The folder.
        names: The names of the features that can be computed.

    Raises:
        InputError: The folder is no model, is one of another format, is damaged, or asks for unknown features.
    """
    found = boosted.load(folder, _KIND, _Known)
    features = found.features()
    stages = [f"stage{number}" for number in range(1, found.known.stages + 1)]
    if not stages or set(stages) != set(features):
        raise InputError(f"{folder}: has other stages than it says; {boosted.again(_KIND)}")
    unknown = sorted({name for stage in features.values() for name in stage}.difference(names))
    if unknown:
        raise InputError(f"{folder}: a model with unknown features ({', '.join(unknown)}); {boosted.again(_KIND)}")
    return RankingModel(
        tuple(Stage(found.boosters[stage], features[stage]) for stage in stages),
        found.known.with_explanations,
        found.origin,
        folder / ENCODER if found.known.with_encoder else None,
    )
