"""Relations chosen together, so that a graph says what its stance is."""

from dataclasses import replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from explanans.compose.graphs.links import DENYING, RELATIONS
from explanans.compose.graphs.program import Candidates
from explanans.compose.graphs.stance.model import StanceModel
from explanans.graph import Edge, ExplanationGraph, Stance

WEIGHT = 2.0
"""How much it counts that the stance follows from the graph, beside how likely the relations are; chosen by
cross-validation on the training split of ExplaGraphs."""
_OPEN = 5
"""Edges whose polarity is least certain may change it."""
_LEAST = 1e-9
_DENYING = np.array([relation in DENYING for relation in RELATIONS])


def reworded(graph: ExplanationGraph, candidates: Candidates, judge: StanceModel) -> ExplanationGraph:
    """Return a graph with the relations that are likeliest and from which its stance follows best.

    Each edge has the likeliest relation that asserts something, or the likeliest that denies something.

    Args:
        graph: The graph, over concepts of the candidates.
        candidates: How likely each relation is.
        judge: Says how likely a graph supports.
    """
    numbers = {concept: number for number, concept in enumerate(candidates.concepts)}
    choices = [_choices(edge, candidates.relations[numbers[edge.source], numbers[edge.target]]) for edge in graph.edges]
    doubtful = sorted(range(len(choices)), key=lambda place: choices[place][0][1] - choices[place][1][1])[:_OPEN]
    open_choices = [items if place in doubtful else items[:1] for place, items in enumerate(choices)]
    variants, scores = [], []
    for chosen in product(*open_choices):
        variants.append(replace(graph, edges=tuple(edge for edge, _ in chosen)))
        scores.append(sum(score for _, score in chosen))
    supporting = judge.supporting_by_graph(variants)
    sure = supporting if graph.stance is Stance.SUPPORT else 1 - supporting
    best = int(np.argmax(np.array(scores) + WEIGHT * np.log(np.maximum(sure, _LEAST))))
    return variants[best]


def _choices(edge: Edge, chances: NDArray[np.float64]) -> list[tuple[Edge, float]]:
    """Return an edge with its likeliest relation of either polarity and the logarithm of its chance, likelier first."""
    found = []
    for denies in (False, True):
        number = int(np.where(denies == _DENYING, chances, -1.0).argmax())
        found.append((edge._replace(relation=RELATIONS[number]), float(np.log(max(chances[number], _LEAST)))))
    return sorted(found, key=lambda item: -item[1])
