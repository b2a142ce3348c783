"""Train the model that draws and judges graphs, so that no belief profits from its own gold graph."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import IntEnum
from functools import partial
from hashlib import sha256
from typing import TypeVar

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError, amount
from explanans.formats import explagraphs
from explanans.formats.explagraphs import Refinement
from explanans.graphs import concepts, links
from explanans.graphs.composer import GraphModel
from explanans.graphs.concepts import ConceptCounts, Memory, external_concepts
from explanans.graphs.links import DENYING, RELATIONS, LinkCounts
from explanans.graphs.stance import GRAPH_NAMES, graph_columns
from explanans.lab.boosting import Growth, Rows, draw_folds, grow, join
from explanans.learning.boosted_trees import predict
from explanans.learning.model import Origin
from explanans.runtime.progress import track
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance

FOLDS = 5


class Verdict(IntEnum):
    """The class that a verifier assigns to a belief and a graph."""

    SUPPORT = 0
    COUNTER = 1
    INCORRECT = 2


def verdicts(graphs: Sequence[ExplanationGraph], model: GraphModel) -> NDArray[np.float64]:
    """Return how likely each verdict is; shape (graphs, 3)."""
    if not graphs:
        return np.zeros((0, len(Verdict)))
    return predict(model.verdicts, graph_columns(graphs))


def importance(
    graph: ExplanationGraph, judge: Callable[[Sequence[ExplanationGraph]], NDArray[np.float64]]
) -> list[float]:
    """Return how much less sure of a graph's stance a judge is without each of its edges.

    This leaves one edge out at a time, as the edge importance of Saha et al. 2021, section 6, does.

    Args:
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


growth = partial(Growth, features=0.5, rows=0.7)
"""Growth of the trees of graphs and stances, except their number, size and rate."""
_CONCEPTS = growth(trees=120, leaves=15, rate=0.06)
_EXTERNAL = growth(trees=60, leaves=7, rate=0.05)
_EDGES = growth(trees=100, leaves=15, rate=0.06)
_RELATIONS = growth(trees=16, leaves=7, rate=0.1, classes=len(links.RELATIONS))
VERDICTS = growth(trees=60, leaves=7, rate=0.06, classes=3)
"""Chosen on the training split of ExplaGraphs by cross-validation, with an eye to the size of the files."""


Counts = TypeVar("Counts")


def train(
    graphs: Sequence[ExplanationGraph],
    refinements: Sequence[Refinement],
    *,
    seed: int,
) -> GraphModel:
    """Train on gold graphs and on what became of others.

    Args:
        refinements: Graphs that people found wrong, with what they made of them; there may be none.
    """
    graphs = [lower(graph) for graph in graphs]
    numbers = belief_folds(graphs, seed)
    present = _out_of_fold(graphs, numbers, ConceptCounts.of, _concept_rows)
    added = _out_of_fold(graphs, numbers, Memory.of, _external_rows)
    if not len(added.labels):
        found = f"{amount(len(graphs), 'graph')}, in which no concept from outside recurs"
        raise InputError(f"{found}; accepted: more graphs")
    edges, relations = train_links(graphs, numbers, seed)
    return GraphModel(
        concepts=grow(present, concepts.NAMES, _CONCEPTS, seed),
        external=grow(added, concepts.EXTERNAL_NAMES, _EXTERNAL, seed),
        edges=edges,
        relations=relations,
        verdicts=grow(verdict_rows(lessons(graphs, refinements, seed)), GRAPH_NAMES, VERDICTS, seed),
        concept_counts=ConceptCounts.of(graphs),
        memory=Memory.of(graphs),
        link_counts=LinkCounts.of(graphs),
        origin=Origin(_data(graphs, refinements), seed),
    )


def train_links(
    graphs: Sequence[ExplanationGraph], numbers: NDArray[np.intp], seed: int
) -> tuple[lightgbm.Booster, lightgbm.Booster]:
    """Return the model of edges and the model of relations."""
    columns, labels, *_ = _out_of_fold(graphs, numbers, LinkCounts.of, link_rows)
    there = labels >= 0
    linked = Rows(columns[:, : len(links.NAMES)], there.astype(np.intp))
    edges = grow(linked, links.NAMES, _EDGES, seed)
    return edges, grow(Rows(columns[there], labels[there]), links.RELATION_NAMES, _RELATIONS, seed)


def _data(graphs: Sequence[ExplanationGraph], refinements: Sequence[Refinement]) -> dict[str, int | str]:
    return {"graphs": len(graphs), "refinements": len(refinements), "sha256": digest(graphs)}


def belief_folds(graphs: Sequence[ExplanationGraph], seed: int) -> NDArray[np.intp]:
    """Return the number of the fold of each graph, the same for all of one belief; shape (graphs,)."""
    numbers = draw_folds([graph.belief.lower() for graph in graphs], FOLDS, np.random.default_rng(seed))
    if len(set(numbers.tolist())) < FOLDS:
        raise InputError(f"{amount(len(graphs), 'graph')} about too few beliefs; accepted: {FOLDS} beliefs or more")
    return numbers


def digest(graphs: Sequence[ExplanationGraph]) -> str:
    """Return the digest of a set of graphs, in hexadecimal."""
    return sha256("\n".join(explagraphs.encode((graph,) for graph in graphs)).encode()).hexdigest()


def _concept_rows(graph: ExplanationGraph, counts: ConceptCounts) -> Rows:
    """Return the features of the spans of belief and argument, and which are concepts of the graph."""
    spans, gold = concepts.spans(graph.belief, graph.argument), set(graph.concepts())
    return Rows(concepts.columns(spans, counts), np.array([span.concept in gold for span in spans], dtype=np.intp))


def _external_rows(graph: ExplanationGraph, memory: Memory) -> Rows:
    """Return the features of the external concepts that are retrieved, and which the graph has."""
    found, gold = memory.retrieve(graph.belief, graph.argument), set(external_concepts(graph))
    return Rows(found.columns, np.array([concept in gold for concept in found.concepts], dtype=np.intp))


def link_rows(graph: ExplanationGraph, counts: LinkCounts) -> Rows:
    """Return the features of all pairs of a graph's concepts, and the number of their relation, or -1."""
    names = graph.concepts()
    pairs = links.all_links(graph.belief, graph.argument, graph.stance, names, counts)
    return Rows(pairs.relations, links.labels(graph.edges, names, pairs))


def verdict_rows(lessons: Sequence[tuple[ExplanationGraph, Verdict]]) -> Rows:
    """Return the features of graphs, and their verdicts."""
    columns = graph_columns([graph for graph, _ in lessons])
    return Rows(columns, np.array([verdict for _, verdict in lessons], dtype=np.intp))


def _out_of_fold(
    graphs: Sequence[ExplanationGraph],
    numbers: NDArray[np.intp],
    count: Callable[[list[ExplanationGraph]], Counts],
    rows: Callable[[ExplanationGraph, Counts], Rows],
) -> Rows:
    """Return the features and labels of graphs, each by counts over the other folds only."""
    found: list[Rows] = []
    for fold in track(range(FOLDS), "Reading", FOLDS):
        counts = count([graph for graph, number in zip(graphs, numbers, strict=True) if number != fold])
        found += [rows(graph, counts) for graph, number in zip(graphs, numbers, strict=True) if number == fold]
    return join(found)


def lower(graph: ExplanationGraph) -> ExplanationGraph:
    """Return a graph whose concepts are in lower case, as measures compare them."""
    edges = tuple(Edge(edge.source.lower(), edge.relation, edge.target.lower()) for edge in graph.edges)
    return ExplanationGraph(graph.belief, graph.argument, graph.stance, edges, graph.id)
