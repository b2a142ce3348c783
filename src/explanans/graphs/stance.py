"""The stance model: by words alone, or with a graph."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from explanans.graphs.features import GRAPH_NAMES, WORD_NAMES, graph_columns, word_columns
from explanans.graphs.links import Ties
from explanans.learning.boosted_trees import predict
from explanans.learning.booster import Booster
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.structures.graphs import ExplanationGraph, Stance

FEATURES = {"words": WORD_NAMES, "graph": (*WORD_NAMES, *GRAPH_NAMES)}
"""The names of the features of each of the model's boosted trees."""


ADAPTER = "stances:language-model"
"""Purpose of a stance adapter in its manifest."""


READING = "reading-stance"
"""The kind of model that asks a language model too; see ``neural.reading``."""


@dataclass(frozen=True, slots=True)
class _Parameters:
    weights: dict[str, float]
    ties: Ties


@dataclass(frozen=True, slots=True)
class StanceModel(TrainedModel[_Parameters]):
    """Classifies stances: support or counter.

    Attributes:
        words: Boosted trees that look at belief and argument.
        graph: Boosted trees with features of a graph, too.
        weights: The weight of each lemma.
        ties: Which lemmas gold graphs link.
        origin: Its training data and settings.
    """

    kind: ClassVar = "stance"
    home: ClassVar = Path(__file__).parent / "models" / "stance"
    known: ClassVar = _Parameters
    features: ClassVar = FEATURES

    words: Booster
    graph: Booster
    weights: Mapping[str, float]
    ties: Ties
    origin: Origin

    def supporting(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        """Return how likely each argument supports its belief; shape (pairs,).

        Args:
            pairs: Beliefs, each with an argument.
        """
        return predict(self.words, word_columns(pairs, self.weights, self.ties))

    def supporting_by_graph(self, graphs: Sequence[ExplanationGraph]) -> NDArray[np.float64]:
        """Return how likely each argument supports its belief, given a graph whose stance is not looked at.

        Args:
            graphs: The graphs, each with one edge or more.
        """
        return predict(self.graph, columns_with_graphs(graphs, self.weights, self.ties))

    def contents(self) -> tuple[Mapping[str, Booster], _Parameters]:
        """Return its boosted trees, by the names of their files, and what else it knows."""
        return {"words": self.words, "graph": self.graph}, _Parameters(dict(self.weights), self.ties)

    @classmethod
    def of(cls, found: BoostedModel[_Parameters]) -> Self:
        """Return the model that a folder holds.

        Args:
            found: The loaded content.
        """
        return cls(**found.boosters, weights=found.known.weights, ties=found.known.ties, origin=found.origin)


def columns_with_graphs(
    graphs: Sequence[ExplanationGraph], weights: Mapping[str, float], ties: Ties
) -> NDArray[np.float32]:
    """Return the features of beliefs, arguments and graphs; shape (graphs, features).

    Args:
        graphs: The graphs, at least one.
        weights: The weight of each lemma.
        ties: Which lemmas gold graphs link.
    """
    words = word_columns([(graph.belief, graph.argument) for graph in graphs], weights, ties)
    return np.hstack((words, graph_columns(graphs)))


def stance_of(supporting: float) -> Stance:
    """Return the likelier stance.

    Args:
        supporting: How likely support is.

    Example:
        >>> stance_of(0.4).value
        'counter'
    """
    return Stance.SUPPORT if supporting >= 0.5 else Stance.COUNTER
