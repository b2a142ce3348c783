"""The stance classifier that combines words, graphs and a language model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from shutil import copytree
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from explanans.graphs.composer import Order
from explanans.graphs.links import Ties
from explanans.graphs.stance import FEATURES, READING, columns_with_graphs, stance_of, word_columns
from explanans.learning.boosted_trees import Booster, predict
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.neural.graphs.frames import NAMES, FrameReader
from explanans.structures.graphs import Edge, ExplanationGraph, Stance

_LEAST = 1e-6
_PLAIN = 2 + len(NAMES)
"""Number of weights if the language model gives no stance."""
_ADAPTER = "adapter"
"""Folder of the adapter within that of the model."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """A logistic model of the scores of boosted trees and of a language model.

    Attributes:
        words: The weights without a graph: a constant, the log-odds of the trees, and each reading. Where the language
            model has learnt to say the stance, that is another reading, the last.
        graph: The same with a graph; the stance that is said after it, if any is, is one more reading.
    """

    words: tuple[float, ...]
    graph: tuple[float, ...]

    @property
    def says(self) -> bool:
        """Return whether the adapter is trained to predict the stance."""
        return len(self.words) > _PLAIN


@dataclass(frozen=True, slots=True)
class _Parameters:
    weights: dict[str, float]
    ties: Ties
    mixture: Mixture
    language_model: str


@dataclass(frozen=True, slots=True)
class ReadingStanceModel(TrainedModel[_Parameters]):
    """Classifies stances by words, by features of a language model, and by a graph if there is one.

    Attributes:
        orders: The orders of stance and graph that it is made for, the usual one first.
        words: Boosted trees that look at belief and argument.
        graph: Boosted trees with features of a graph, too.
        mixture: How the log-odds of the trees and the readings are weighed.
        language_model: The name of the language model; see ``load_language_model``.
        adapter: The folder of what the language model has learnt; None if it reads as it is.
    """

    kind: ClassVar = READING
    home: ClassVar = Path(__file__).parents[2] / "graphs" / "models" / "smollm2"
    known: ClassVar = _Parameters
    features: ClassVar = FEATURES
    orders: ClassVar = (Order.RATIONALISING, Order.REASONING)

    words: Booster
    graph: Booster
    weights: Mapping[str, float]
    ties: Ties
    mixture: Mixture
    language_model: str
    origin: Origin
    adapter: Path | None = None

    def __call__(self, belief: str, argument: str, edges: Sequence[Edge] = ()) -> Stance:
        """Return the more probable stance."""
        if edges:
            graph = ExplanationGraph(belief, argument, Stance.SUPPORT, tuple(edges))
            chances = predict(self.graph, columns_with_graphs([graph], self.weights, self.ties))
        else:
            chances = predict(self.words, word_columns([(belief, argument)], self.weights, self.ties))
        rows = mixed(chances, self.readings(belief, argument, edges))
        scores = float(rows[0] @ np.array(self.mixture.graph if edges else self.mixture.words))
        return stance_of(float(1 / (1 + np.exp(-scores))))

    def readings(self, belief: str, argument: str, edges: Sequence[Edge] = ()) -> NDArray[np.float32]:
        """Return the features of a pair by the language model; shape (1, readings)."""
        found = _read(self.language_model, self.adapter, belief, argument)
        if not self.mixture.says:
            return found
        scores = frame_reader(self.language_model, self.adapter).tell([(belief, argument, edges)])
        return np.hstack((found, scores[:, : 2 if edges else 1]))

    def contents(self) -> tuple[Mapping[str, Booster], _Parameters]:
        """Return its boosted trees, by the names of their files, and what else it knows."""
        known = _Parameters(dict(self.weights), self.ties, self.mixture, self.language_model)
        return {"words": self.words, "graph": self.graph}, known

    def write(self, folder: Path) -> None:
        """Write the model and the adapter into an existing folder."""
        super(ReadingStanceModel, self).write(folder)
        if self.adapter:
            copytree(self.adapter, folder / _ADAPTER)

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Return the model of a folder and the path of its adapter."""
        found = super(ReadingStanceModel, cls).load(folder)
        learnt = folder / _ADAPTER
        return replace(found, adapter=learnt) if learnt.is_dir() else found

    @classmethod
    def of(cls, found: BoostedModel[_Parameters]) -> Self:
        """Return the model that a folder holds."""
        known = found.known
        return cls(
            words=found.boosters["words"],
            graph=found.boosters["graph"],
            weights=known.weights,
            ties=known.ties,
            mixture=known.mixture,
            language_model=known.language_model,
            origin=found.origin,
        )


def mixed(chances: NDArray[np.float64], readings: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the features: a constant, log-odds and readings; shape (pairs, 2 + readings).

    Args:
        chances: How likely trees hold support; shape (pairs,).
        readings: See ``FrameReader.read``.
    """
    sure = np.clip(chances, _LEAST, 1 - _LEAST)
    return np.column_stack((np.ones(len(sure)), np.log(sure / (1 - sure)), readings.astype(np.float64)))


@cache
def frame_reader(name: str, adapter: Path | None = None) -> FrameReader:
    """Return the reader of a language model, which is opened once."""
    return FrameReader.open(name, adapter)


@lru_cache(maxsize=1024)
def _read(name: str, adapter: Path | None, belief: str, argument: str) -> NDArray[np.float32]:
    """Return the readings of a pair, which are the same with any graph; shape (1, readings)."""
    return frame_reader(name, adapter).read([(belief, argument)])
