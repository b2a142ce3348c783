"""Train the boosted trees that tell stances, with features out of fold by belief."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.graphs.concepts import telling
from explanans.graphs.links import LinkCounts
from explanans.graphs.stance import FEATURES, WORD_NAMES, StanceModel, columns_with_graphs
from explanans.lab.boosting import Rows, grow
from explanans.lab.training.graphs import FOLDS, belief_folds, digest, growth
from explanans.learning.model import Origin
from explanans.structures.graphs import ExplanationGraph, Stance

GROWTH = growth(trees=110, leaves=7, rate=0.04)
"""Chosen on the training split of ExplaGraphs by cross-validation."""


def train(graphs: Sequence[ExplanationGraph], *, seed: int) -> StanceModel:
    """Train on gold graphs."""
    columns, weights = out_of_fold(graphs, seed)
    labels = supports(graphs)
    words = grow(Rows(columns[:, : len(WORD_NAMES)], labels), FEATURES["words"], GROWTH, seed)
    graph = grow(Rows(columns, labels), FEATURES["graph"], GROWTH, seed)
    data: dict[str, int | str] = {"graphs": len(graphs), "sha256": digest(graphs)}
    return StanceModel(words, graph, weights, LinkCounts.of(graphs).ties, Origin(data, seed))


def out_of_fold(graphs: Sequence[ExplanationGraph], seed: int) -> tuple[NDArray[np.float32], dict[str, float]]:
    """Return the features of graphs, each by links of other beliefs' graphs, and how telling each lemma is.

    Returns:
        Shape (graphs, features), and weights by lemma.
    """
    numbers = belief_folds(graphs, seed)
    weights = telling(graphs)
    columns = np.zeros((len(graphs), len(FEATURES["graph"])), dtype=np.float32)
    for fold in range(FOLDS):
        ties = LinkCounts.of(graph for graph, number in zip(graphs, numbers, strict=True) if number != fold).ties
        held = np.flatnonzero(numbers == fold)
        columns[held] = columns_with_graphs([graphs[place] for place in held.tolist()], weights, ties)
    return columns, weights


def supports(graphs: Sequence[ExplanationGraph]) -> NDArray[np.intp]:
    """Return 1 for each graph whose argument supports, else 0; shape (graphs,)."""
    return np.array([graph.stance is Stance.SUPPORT for graph in graphs], dtype=np.intp)
