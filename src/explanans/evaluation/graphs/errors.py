"""Automatic error classes of predicted graphs: the first that applies, from stance to relations."""

from enum import StrEnum

from explanans.evaluation.graphs.graph_f1 import concept_similarity, concepts, relation_similarity
from explanans.structures.details.graphs import Level
from explanans.structures.graphs import Edge, ExplanationGraph, GraphPrediction

_ALIKE = 0.5
"""Minimum similarity of concepts that count as the same."""
_ENOUGH = 0.5
"""Minimum share of gold concepts, and of gold edges, in a graph."""


class GraphError(StrEnum):
    """Error classes of graphs, gravest first."""

    NO_GRAPH = "no_graph"
    """There is none, or none that can be read."""
    WRONG_STANCE = "wrong_stance"
    BROKEN_RULE = "broken_rule"
    """The stance is right, but the graph breaks a structural rule."""
    OTHER_CONCEPTS = "other_concepts"
    """Fewer than half of the gold concepts are named."""
    OTHER_LINKS = "other_links"
    """Fewer than half of the gold edges link what the graph links."""
    TURNED_RELATIONS = "turned_relations"
    """Some common edges have the opposite polarity of the gold ones."""
    OTHER_RELATIONS = "other_relations"
    """Some common edges have another relation."""


def graph_error(gold: ExplanationGraph, predicted: GraphPrediction, level: Level) -> GraphError | None:
    """Return the gravest error of a graph; None if it is nearly equal to the gold graph.

    Args:
        level: The highest level that it passes.

    Example:
        >>> from explanans.structures.graphs import Relation, Stance
        >>> edge = Edge("cages", Relation.CAUSES, "pain")
        >>> graph = ExplanationGraph("Cages hurt.", "They give pain.", Stance.SUPPORT, (edge,))
        >>> turned = GraphPrediction(Stance.SUPPORT, (edge._replace(relation=Relation.NOT_CAUSES),))
        >>> graph_error(graph, turned, Level.PASSING).value
        'turned_relations'
    """
    if not predicted.edges:
        return GraphError.NO_GRAPH
    if level is not Level.PASSING:
        return GraphError.WRONG_STANCE if level is Level.STANCE else GraphError.BROKEN_RULE
    named, wanted = concepts(predicted.edges), concepts(gold.edges)
    met = [(edge, other) for edge in gold.edges for other in predicted.edges if _links(edge, other)]
    tests = {
        GraphError.OTHER_CONCEPTS: sum(any(_same(one, other) for other in named) for one in wanted)
        < _ENOUGH * len(wanted),
        GraphError.OTHER_LINKS: len({edge for edge, _ in met}) < _ENOUGH * len(gold.edges),
        GraphError.TURNED_RELATIONS: not all(relation_similarity(one.relation, other.relation) for one, other in met),
        GraphError.OTHER_RELATIONS: any(one.relation is not other.relation for one, other in met),
    }
    return next((error for error, found in tests.items() if found), None)


def _same(first: str, second: str) -> bool:
    return concept_similarity(first.lower(), second.lower()) >= _ALIKE


def _links(first: Edge, second: Edge) -> bool:
    return _same(first.source, second.source) and _same(first.target, second.target)
