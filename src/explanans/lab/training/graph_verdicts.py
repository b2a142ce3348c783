"""Verdicts: whether a graph supports a belief, counters it, or is incorrect (Saha et al. 2021, section 6)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from explanans.formats.explagraphs import Refinement
from explanans.graphs.links import DENYING, RELATIONS
from explanans.graphs.model import GraphModel
from explanans.graphs.stance import graph_columns
from explanans.learning.boosted_trees import predict
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance


class Verdict(IntEnum):
    """The class that a verifier assigns to a belief and a graph."""

    SUPPORT = 0
    COUNTER = 1
    INCORRECT = 2


def verdicts(graphs: Sequence[ExplanationGraph], model: GraphModel) -> NDArray[np.float64]:
    """Return how likely each verdict is; shape (graphs, 3).

    Args:
        graphs: The graphs, each with one edge or more; their stances are not looked at.
    """
    if not graphs:
        return np.zeros((0, len(Verdict)))
    return predict(model.verdicts, graph_columns(graphs))


def importance(
    graph: ExplanationGraph, judge: Callable[[Sequence[ExplanationGraph]], NDArray[np.float64]]
) -> list[float]:
    """Return how much less sure of a graph's stance a judge is without each of its edges.

    This leaves one edge out at a time, as the edge importance of Saha et al. 2021, section 6, does.

    Args:
        graph: The graph, with two edges or more.
        judge: Returns the probability that each graph supports; takes graphs, returns shape (graphs,).
    """
    edges = graph.edges
    parts = [replace(graph, edges=edges[:place] + edges[place + 1 :]) for place in range(len(edges))]
    sure = judge([graph, *parts])
    if graph.stance is Stance.COUNTER:
        sure = 1 - sure
    return [float(sure[0] - value) for value in sure[1:]]


def lessons(
    graphs: Sequence[ExplanationGraph], refinements: Sequence[Refinement], seed: int
) -> list[tuple[ExplanationGraph, Verdict]]:
    """Return graphs with the verdicts that a verifier is to give.

    Gold graphs have their stance. Rejected graphs are incorrect, and so is a copy of every other gold graph with one
    relation turned into its opposite, or with a concept of another graph in the place of one of its own.
    """
    chance = np.random.default_rng(seed)
    found = [(graph, Verdict.SUPPORT if graph.stance is Stance.SUPPORT else Verdict.COUNTER) for graph in graphs]
    found += [(graph, Verdict.INCORRECT) for item in refinements for graph in item.rejected]
    for place in range(0, len(graphs), 2):
        graph, other = graphs[place], graphs[int(chance.integers(len(graphs)))]
        edges = list(graph.edges)
        number = int(chance.integers(len(edges)))
        if chance.random() < 0.5:
            edges[number] = edges[number]._replace(relation=opposite(edges[number].relation))
        else:
            old, new = edges[number].target, other.concepts()[-1]
            edges = [Edge(*(new if end == old else end for end in edge)) for edge in edges]  # type: ignore[arg-type]
        found.append((replace(graph, edges=tuple(edges)), Verdict.INCORRECT))
    return found


def opposite(relation: Relation) -> Relation:
    """Return the opposite of a relation.

    Example:
        >>> [opposite(relation).value for relation in (Relation.IS_A, Relation.NOT_CAUSES, Relation.ANTONYM_OF)]
        ['is not a', 'causes', 'synonym of']
    """
    pairs = {Relation.ANTONYM_OF: Relation.SYNONYM_OF, Relation.SYNONYM_OF: Relation.ANTONYM_OF}
    if relation in pairs:
        return pairs[relation]
    words = [word for word in relation.value.split() if word != "not"]
    return next(
        other
        for other in RELATIONS
        if [word for word in other.value.split() if word != "not"] == words
        and (other in DENYING) != (relation in DENYING)
    )
