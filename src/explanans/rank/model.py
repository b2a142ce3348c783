"""A trained ranker in a folder: boosted trees, and the pointer where it uses one."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from explanans.learn.booster import Booster
from explanans.learn.model import BoostedModel, Origin, TrainedModel
from explanans.learn.trees import predict
from explanans.meaning.embedder import Embedder
from explanans.rank.features.extractor import FEATURES
from explanans.rank.pointer import Pointer

POINTER = "pointer"
"""The folder of a model's pointer."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What a model needs beside its trees.

    Attributes:
        stages: How many stages it has.
        with_explanations: Whether it uses the gold explanations of the knowledge base that it ranks.
        with_vectors: Whether it uses sentence vectors.
        with_pointer: Whether a pointer, which lies in the folder ``POINTER``, makes them.
    """

    stages: int
    with_explanations: bool
    with_vectors: bool
    with_pointer: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """Boosted trees and the features that they look at.

    Attributes:
        booster: The trees.
        features: The names of their features, in the order of their columns.
    """

    booster: Booster
    features: tuple[str, ...]

    def scores(self, columns: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return one score a row, on the trees' own scale.

        Args:
            columns: The features; shape (candidates, features).
        """
        return predict(self.booster, columns)


@dataclass(frozen=True)
class RankingModel(TrainedModel[_Known]):
    """A trained ranker.

    Attributes:
        stages: Its stages, in the order they are run.
        with_explanations: Whether it uses the gold explanations of the knowledge base that it ranks.
        origin: What it was made from.
        with_vectors: Whether it uses sentence vectors.
        pointer: The folder of the pointer that makes them; None where the network of the package does.
    """

    kind = "ranker"
    known = _Known

    stages: tuple[Stage, ...]
    with_explanations: bool
    origin: Origin
    with_vectors: bool = False
    pointer: Path | None = None

    @property
    def embedder(self) -> Embedder:
        """What makes its sentence vectors.

        Raises:
            InputError: Its pointer is missing or damaged.
        """
        return Embedder.shipped() if self.pointer is None else Pointer.open(self.pointer)

    def first(self, count: int | None) -> Self:
        """Return the model of the first stages alone.

        Args:
            count: How many stages; all where None.
        """
        return replace(self, stages=self.stages[:count])

    def contents(self) -> tuple[Mapping[str, Booster], _Known]:
        """Return the trees of each stage, and what the model needs beside them."""
        boosters = {f"stage{number}": stage.booster for number, stage in enumerate(self.stages, 1)}
        return boosters, _Known(
            len(self.stages),
            self.with_explanations,
            self.with_vectors,
            self.pointer is not None,
        )

    def write(self, folder: Path) -> None:
        """Write the model with its pointer into a folder that is there, beside what is in it.

        Args:
            folder: An existing folder.
        """
        super().write(folder)
        if self.pointer is not None:
            shutil.copytree(self.pointer, folder / POINTER)

    @classmethod
    def of(cls, found: BoostedModel[_Known]) -> Self:
        """Return the model that a folder holds, without the place of its pointer.

        Args:
            found: What was found there.

        Raises:
            ValueError: It has other stages than it says, or looks at features that cannot be computed.
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
