"""Topics of beliefs, which ExplaGraphs' files do not tell: clusters of sentence vectors in their place."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.learning.embedder import Embedder
from explanans.structures.graphs import ExplanationGraph

TOPICS = 53
"""Number of topics in the training split (Saha et al. 2021, section 4)."""
_ROUNDS = 20
_HELD_OUT = 10
"""Every how many topics one is held out."""


def without_a_tenth(
    graphs: Sequence[ExplanationGraph], seed: int
) -> tuple[list[ExplanationGraph], list[ExplanationGraph]]:
    """Return the graphs to learn from, and those of every tenth topic, by which to see how well they are learnt."""
    held = topics(graphs, seed) % _HELD_OUT == _HELD_OUT - 1
    learnt = [graph for graph, out in zip(graphs, held, strict=True) if not out]
    return learnt, [graph for graph, out in zip(graphs, held, strict=True) if out]


def topics(graphs: Sequence[ExplanationGraph], seed: int) -> NDArray[np.intp]:
    """Return the number of the topic of each graph, by its belief and argument; shape (graphs,)."""
    vectors = Embedder.shipped().embed([f"{graph.belief} {graph.argument}" for graph in graphs])
    return clusters(vectors, min(TOPICS, len(graphs)), seed)


def clusters(vectors: NDArray[np.float32], count: int, seed: int) -> NDArray[np.intp]:
    """Return the number of the cluster of each vector, by spherical k-means (Dhillon & Modha 2001); shape (vectors,).

    Args:
        vectors: Vectors of length 1; shape (vectors, width).
        count: The maximum number of clusters.

    Example:
        >>> vectors = np.array([[1, 0], [0, 1], [0.8, 0.6], [0.6, 0.8]], dtype=np.float32)
        >>> first, second, third, fourth = clusters(vectors, 2, 0).tolist()
        >>> first == third, second == fourth, first == second
        (True, True, False)
    """
    centres = vectors[np.random.default_rng(seed).choice(len(vectors), count, replace=False)]
    found = np.zeros(len(vectors), dtype=np.intp)
    for _ in range(_ROUNDS):
        found = (vectors @ centres.T).argmax(axis=1)
        sums = np.zeros_like(centres)
        np.add.at(sums, found, vectors)
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        centres = np.where(lengths > 0, sums / np.maximum(lengths, 1e-9), centres)
    return found
