"""A trained judge of stances: by words alone, or with a graph beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.compose.graphs import reading
from explanans.compose.graphs.boosting import predict
from explanans.compose.graphs.stance import features
from explanans.compose.graphs.stance.features import Ties
from explanans.graph import ExplanationGraph, Stance
from explanans.learn import model as boosted
from explanans.learn.model import BoostedModel, Origin

_FEATURES = {"words": features.NAMES, "graph": (*features.NAMES, *reading.NAMES)}


@dataclass(frozen=True, slots=True)
class _Known:
    weights: dict[str, float]
    ties: Ties


@dataclass(frozen=True, slots=True)
class StanceModel:
    """What tells support from counter.

    Attributes:
        words: Boosted trees that look at belief and argument.
        graph: Boosted trees that look at a graph beside them.
        weights: How telling each lemma is.
        ties: Which lemmas gold graphs link.
        origin: What the model was made from.
    """

    words: lightgbm.Booster
    graph: lightgbm.Booster
    weights: Mapping[str, float]
    ties: Ties
    origin: Origin

    def supporting(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        """Return how likely each argument supports its belief; shape (pairs,).

        Args:
            pairs: Beliefs, each with an argument.
        """
        return predict(self.words, features.columns(pairs, self.weights, self.ties))

    def supporting_by_graph(self, graphs: Sequence[ExplanationGraph]) -> NDArray[np.float64]:
        """Return how likely each argument supports its belief, given a graph whose stance is not looked at.

        Args:
            graphs: The graphs, each with one edge or more.
        """
        return predict(self.graph, columns_with_graphs(graphs, self.weights, self.ties))

    def save(self, folder: Path) -> None:
        """Write the model into a folder, which takes its name only when it is complete.

        Args:
            folder: The folder to make; a model that is there already is replaced.

        Raises:
            InputError: The folder holds something that is no model.
            StorageError: It cannot be written.
        """
        known = _Known(dict(self.weights), self.ties)
        BoostedModel("stance", {"words": self.words, "graph": self.graph}, known, self.origin).save(folder)


def columns_with_graphs(
    graphs: Sequence[ExplanationGraph], weights: Mapping[str, float], ties: Ties
) -> NDArray[np.float32]:
    """Return the features of beliefs, arguments and graphs; shape (graphs, features).

    Args:
        graphs: The graphs, one or more.
        weights: How telling each lemma is.
        ties: Which lemmas gold graphs link.
    """
    words = features.columns([(graph.belief, graph.argument) for graph in graphs], weights, ties)
    return np.hstack((words, np.array([reading.row(graph) for graph in graphs], dtype=np.float32)))


def stance_of(supporting: float) -> Stance:
    """Return the likelier stance.

    Args:
        supporting: How likely support is.

    Example:
        >>> stance_of(0.4).value
        'counter'
    """
    return Stance.SUPPORT if supporting >= 0.5 else Stance.COUNTER


def load(folder: Path) -> StanceModel:
    """Return the model of a folder.

    Args:
        folder: The folder.

    Raises:
        InputError: The folder is no such model, is one of another format, is damaged, or asks for other features.
    """
    found = boosted.load(folder, "stance", _Known, _FEATURES)
    return StanceModel(
        found.boosters["words"], found.boosters["graph"], found.known.weights, found.known.ties, found.origin
    )


@cache
def shipped() -> StanceModel:
    """Return the model that comes with the package, trained on the training split of ExplaGraphs."""
    with as_file(files("explanans.compose.graphs") / "models" / "stance") as folder:
        return load(folder)
