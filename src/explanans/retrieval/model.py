"""Trained rankers in folders: boosted trees, and optionally a dual encoder."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from explanans.learning.boosted_trees import Booster, predict
from explanans.learning.embedder import Embedder
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.retrieval.dual_encoder import DualEncoder
from explanans.retrieval.features.extractor import FEATURES

POINTER = "pointer"
"""Folder of a model's dual encoder."""


@dataclass(frozen=True, slots=True)
class _Settings:
    """Settings of a model.

    Attributes:
        with_explanations: Whether it uses the gold explanations of the knowledge base that it ranks.
        with_pointer: Whether they are computed by the dual encoder in the folder ``POINTER``.
    """

    stages: int
    with_explanations: bool
    with_vectors: bool
    with_pointer: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """Boosted trees and their features.

    Attributes:
        features: Names of the features in column order.
    """

    booster: Booster
    features: tuple[str, ...]

    def scores(self, columns: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return one raw score per row.

        Args:
            columns: The features; shape (candidates, features).
        """
        return predict(self.booster, columns)


@dataclass(frozen=True)
class RankingModel(TrainedModel[_Settings]):
    """A trained ranker.

    Attributes:
        stages: Its stages in order.
        with_explanations: Whether it uses the gold explanations of the knowledge base that it ranks.
        pointer: The folder of its dual encoder; None if it uses the shipped network.
    """

    kind = "ranker"
    known = _Settings

    stages: tuple[Stage, ...]
    with_explanations: bool
    origin: Origin
    with_vectors: bool = False
    pointer: Path | None = None

    @property
    def embedder(self) -> Embedder:
        """The encoder of its sentence vectors.

        Raises:
            InputError: Its pointer is missing or damaged.
        """
        return Embedder.shipped() if self.pointer is None else DualEncoder.open(self.pointer)

    def first(self, count: int | None) -> Self:
        """Return the model of the first stages alone.

        Args:
            count: Number of stages; all if None.
        """
        return replace(self, stages=self.stages[:count])

    def contents(self) -> tuple[Mapping[str, Booster], _Settings]:
        """Return the trees of each stage and the settings."""
        boosters = {f"stage{number}": stage.booster for number, stage in enumerate(self.stages, 1)}
        return boosters, _Settings(
            len(self.stages),
            self.with_explanations,
            self.with_vectors,
            self.pointer is not None,
        )

    def write(self, folder: Path) -> None:
        """Write the model and its dual encoder into an existing folder."""
        super().write(folder)
        if self.pointer is not None:
            shutil.copytree(self.pointer, folder / POINTER)

    @classmethod
    def of(cls, found: BoostedModel[_Settings]) -> Self:
        """Return the model of a folder without the path of its dual encoder.

        Raises:
            ValueError: The stages differ from the manifest, or a feature is unknown.
        """
        features = found.features()
        stages = [f"stage{number}" for number in range(1, found.known.stages + 1)]
        if not stages or set(stages) != set(features):
            raise ValueError("has other stages than it says")
        unknown = {name for stage in features.values() for name in stage}.difference(item.name for item in FEATURES)
        if unknown:
            raise ValueError(f"a model with unknown features ({', '.join(sorted(unknown))})")
        return cls(
            tuple(Stage(found.boosters[stage], features[stage]) for stage in stages),
            found.known.with_explanations,
            found.origin,
            found.known.with_vectors,
            Path(POINTER) if found.known.with_pointer else None,
        )

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Return the model of a folder.

        Args:
            folder: A folder written by ``save``.

        Raises:
            InputError: The folder is no ranker, is one of another format, is damaged, or asks for unknown features.
        """
        model = super().load(folder)
        return replace(model, pointer=None if model.pointer is None else folder / model.pointer)
