"""Measures that ask a classifier: semantic correctness and the importance of edges."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explanans.formats import brackets
from explanans.structures.graphs import Edge, ExplanationGraph, Stance

Classifier = Callable[[Sequence[tuple[str, str]]], NDArray[np.float64]]
"""Takes pairs of texts; returns the probabilities of support, counter and maybe incorrect, shape (pairs, 2 or 3)."""

_STANCES = (Stance.SUPPORT, Stance.COUNTER)


@dataclass(frozen=True, slots=True)
class Judges:
    """The classifiers that judge graphs.

    Attributes:
        semantic: Classifies a belief and a graph as support, counter or incorrect.
        stance: Classifies a belief and an argument with a graph as support or counter.
    """

    semantic: Classifier | None = None
    stance: Classifier | None = None


def semantic_correctness(
    gold: Sequence[ExplanationGraph], edges: Sequence[Sequence[Edge]], judge: Classifier
) -> list[float]:
    """Return 1 for each graph from which a classifier infers the gold stance, else 0.

    This is the semantic correctness (SeCA) of Saha et al. 2021, section 6. As in the released scorer, the classifier
    reads the belief and the bracketed graph in lower case, depth first.

    Args:
        gold: Beliefs and stances; at least one.
        edges: The predicted graph of each.
        judge: Returns probabilities of support, counter and incorrect.

    Example:
        >>> from explanans.structures.graphs import Relation
        >>> rain = ExplanationGraph("Rain is bad.", "Mud.", Stance.COUNTER, (Edge("rain", Relation.CAUSES, "mud"),))
        >>> semantic_correctness([rain], [rain.edges], lambda pairs: np.array([[0.2, 0.5, 0.3]] * len(pairs)))
        [1.0]
    """
    texts = [semantic_pair(graph.belief, predicted) for graph, predicted in zip(gold, edges, strict=True)]
    chosen = judge(texts).argmax(axis=1)
    return [float(_STANCES.index(graph.stance) == choice) for graph, choice in zip(gold, chosen.tolist(), strict=True)]


def edge_importance(
    gold: Sequence[ExplanationGraph], edges: Sequence[Sequence[Edge]], judge: Classifier
) -> list[float]:
    """Return the share of each graph's edges that matter (EA; Saha et al. 2021, section 6).

    An edge matters when a classifier that reads belief, argument and graph is less sure of the gold stance without it.
    As in the released scorer, the edges are sentences after the argument, depth first and in lower case.

    Args:
        gold: Beliefs, arguments and stances; at least one.
        edges: The predicted graph of each.
        judge: Returns probabilities of support and counter.

    Example:
        >>> from explanans.structures.graphs import Relation
        >>> rain = ExplanationGraph("Rain is bad.", "Mud.", Stance.SUPPORT, (Edge("rain", Relation.CAUSES, "mud"),))
        >>> edge_importance([rain], [rain.edges], lambda pairs: np.array([[len(text) / 99, 0] for _, text in pairs]))
        [1.0]
    """
    shares: list[float] = []
    for graph, predicted in zip(gold, edges, strict=True):
        ordered = brackets.depth_first(_lower(predicted))
        parts = [ordered, *(ordered[:number] + ordered[number + 1 :] for number in range(len(ordered)))]
        texts = [(graph.belief, _appended(graph.argument, part)) for part in parts]
        sure = judge(texts)[:, _STANCES.index(graph.stance)]
        shares.append(float((sure[1:] < sure[0]).mean()) if ordered else 0.0)
    return shares


def semantic_pair(belief: str, edges: Sequence[Edge]) -> tuple[str, str]:
    """Return the input for semantic correctness: belief and bracketed graph, in lower case and depth first."""
    return belief.lower(), brackets.encode(brackets.depth_first(_lower(edges)))


def importance_pair(belief: str, argument: str, edges: Sequence[Edge]) -> tuple[str, str]:
    """Return the input for the importance of edges: the belief, and the argument with the edges as sentences.

    Example:
        >>> from explanans.structures.graphs import Relation
        >>> importance_pair("Rain is bad.", "Mud.", [Edge("Rain", Relation.CAUSES, "mud")])
        ('Rain is bad.', 'Mud. rain causes mud. ')
    """
    return belief, _appended(argument, brackets.depth_first(_lower(edges)))


def _appended(argument: str, edges: Sequence[Edge]) -> str:
    return f"{argument} " + "".join(f"{edge.source} {edge.relation} {edge.target}. " for edge in edges)


def _lower(edges: Sequence[Edge]) -> list[Edge]:
    return [Edge(edge.source.lower(), edge.relation, edge.target.lower()) for edge in edges]
