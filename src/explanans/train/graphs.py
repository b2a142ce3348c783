"""Train what draws and judges graphs so that no belief profits from its own gold graph."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.codecs.explagraphs import Refinement
from explanans.compose.graphs import concepts, external, links, reading
from explanans.compose.graphs.boosting import Growth, fit
from explanans.compose.graphs.concepts import ConceptCounts, Span
from explanans.compose.graphs.external import Memory, external_concepts
from explanans.compose.graphs.links import LinkCounts
from explanans.compose.graphs.model import GraphModel, features
from explanans.compose.graphs.triples import TripleModel
from explanans.exceptions import InputError
from explanans.graph import Edge, ExplanationGraph
from explanans.learn.model import Origin
from explanans.progress import track
from explanans.train import triples as pretraining
from explanans.train.graph_folds import FOLDS, digest, folds
from explanans.train.graph_verdicts import lessons
from explanans.train.triples import pretrain

_CONCEPTS = Growth(trees=120, leaves=15, rate=0.06)
_EXTERNAL = Growth(trees=60, leaves=7, rate=0.05)
_EDGES = Growth(trees=100, leaves=15, rate=0.06)
_RELATIONS = Growth(trees=16, leaves=7, rate=0.1, classes=len(links.RELATIONS))
VERDICTS = Growth(trees=60, leaves=7, rate=0.06, classes=3)
"""Chosen on the training split of ExplaGraphs by cross-validation, with an eye to the size of the files."""

Columns = NDArray[np.float32]
Labels = NDArray[np.intp]
Item = TypeVar("Item")
Counts = TypeVar("Counts")


def train(
    graphs: Sequence[ExplanationGraph],
    refinements: Sequence[Refinement],
    triples: Sequence[Edge] = (),
    *,
    seed: int,
) -> GraphModel:
    """Train on gold graphs and on what became of others.

    Args:
        graphs: The gold graphs.
        refinements: Graphs that people found wrong, with what they made of them; there may be none.
        triples: What is known of concepts from elsewhere, such as ConceptNet's triples; edges and relations learn from
            them first.
        seed: Seeds the folds and the trees.

    Raises:
        InputError: There are fewer beliefs than folds, no concept from outside belief and argument recurs, or there are
            triples, but fewer than folds.
    """
    graphs = [lower(graph) for graph in graphs]
    numbers = folds([graph.belief for graph in graphs], seed)
    if len(set(numbers.tolist())) < FOLDS:
        raise InputError(f"{len(graphs)} graphs about too few beliefs; accepted: {FOLDS} beliefs or more")
    found = [marked_spans(graph) for graph in track(graphs, "Reading", len(graphs))]
    spans = list(zip(graphs, found, strict=True))
    boosters = {}
    columns, labels = _out_of_fold(spans, numbers, count_concepts, concept_rows)
    boosters["concepts"] = fit(columns, labels, concepts.NAMES, _CONCEPTS, seed)
    columns, labels = _out_of_fold(graphs, numbers, remember, external_rows)
    if not len(labels):
        raise InputError(f"{len(graphs)} graphs, in which no concept from outside recurs; accepted: more graphs")
    boosters["external"] = fit(columns, labels, external.NAMES, _EXTERNAL, seed)
    boosters["edges"], boosters["relations"], taught = train_links(graphs, numbers, triples, seed)
    examples = lessons(graphs, refinements, seed)
    rows = np.array([reading.row(graph) for graph, _ in examples], dtype=np.float32)
    verdicts = np.array([verdict for _, verdict in examples], dtype=np.intp)
    boosters["verdicts"] = fit(rows, verdicts, reading.NAMES, VERDICTS, seed)
    return GraphModel(
        **boosters,
        concept_counts=count_concepts(spans),
        memory=remember(graphs),
        link_counts=LinkCounts.of(graphs),
        origin=Origin(_data(graphs, refinements, triples), seed),
        triples=taught,
    )


def train_links(
    graphs: Sequence[ExplanationGraph], numbers: NDArray[np.intp], triples: Sequence[Edge], seed: int
) -> tuple[lightgbm.Booster, lightgbm.Booster, TripleModel | None]:
    """Return what tells edges, what tells their relations, and what triples have taught.

    Args:
        graphs: The gold graphs, in lower case.
        numbers: The number of the fold of each.
        triples: What is known of concepts from elsewhere; there may be none.
        seed: Seeds the trees.
    """
    taught = pretrain(triples, seed=seed) if triples else None
    names = features(with_triples=taught is not None)
    columns, labels = _out_of_fold(graphs, numbers, LinkCounts.of, partial(link_rows, triples=taught))
    there = labels >= 0
    edge_columns = columns[:, : len(names["edges"])]
    edges = fit(edge_columns, there.astype(np.intp), names["edges"], _EDGES, seed)
    return edges, fit(columns[there], labels[there], names["relations"], _RELATIONS, seed), taught


def _data(
    graphs: Sequence[ExplanationGraph], refinements: Sequence[Refinement], triples: Sequence[Edge]
) -> dict[str, int | str]:
    data: dict[str, int | str] = {"graphs": len(graphs), "refinements": len(refinements), "sha256": digest(graphs)}
    return data | ({"triples": len(triples), "triples_sha256": pretraining.digest(triples)} if triples else {})


Marked = list[tuple[Span, bool]]


def marked_spans(graph: ExplanationGraph) -> Marked:
    """Return the spans of a graph's belief and argument, and whether each is one of its concepts.

    Args:
        graph: The graph, in lower case.
    """
    gold = set(graph.concepts())
    return [(span, span.concept in gold) for span in concepts.spans(graph.belief, graph.argument)]


def count_concepts(items: Iterable[tuple[ExplanationGraph, Marked]]) -> ConceptCounts:
    """Return the counts of spans.

    Args:
        items: Graphs, with their spans.
    """
    items = list(items)
    texts = [text for graph, _ in items for text in (graph.belief, graph.argument)]
    return ConceptCounts.of((pair for _, spans in items for pair in spans), texts)


def concept_rows(item: tuple[ExplanationGraph, Marked], counts: ConceptCounts) -> tuple[Columns, Labels]:
    """Return the features of spans, and which are concepts.

    Args:
        item: A graph, with its spans.
        counts: What is known of spans.
    """
    spans = item[1]
    return concepts.columns([span for span, _ in spans], counts), np.array([gold for _, gold in spans], dtype=np.intp)


def remember(graphs: Iterable[ExplanationGraph]) -> Memory:
    """Return what gold graphs added.

    Args:
        graphs: The graphs.
    """
    graphs = list(graphs)
    return Memory.of(graphs, concepts.telling([text for graph in graphs for text in (graph.belief, graph.argument)]))


def external_rows(graph: ExplanationGraph, memory: Memory) -> tuple[Columns, Labels]:
    """Return the features of the external concepts that are retrieved, and which the graph has.

    Args:
        graph: The graph, in lower case.
        memory: What other gold graphs added.
    """
    found = memory.retrieve(graph.belief, graph.argument)
    gold = set(external_concepts(graph))
    return found.columns, np.array([concept in gold for concept in found.concepts], dtype=np.intp)


def link_rows(
    graph: ExplanationGraph, counts: LinkCounts, triples: TripleModel | None = None
) -> tuple[Columns, Labels]:
    """Return the features of all pairs of a graph's concepts, and the number of their relation, or -1.

    Args:
        graph: The graph, in lower case.
        counts: What is known of links.
        triples: What triples have taught.
    """
    names = graph.concepts()
    pairs = links.all_links(graph.belief, graph.argument, graph.stance, names, counts)
    pairs = triples.extend(pairs, names) if triples else pairs
    return pairs.relations, links.labels(graph.edges, names, pairs)


def _out_of_fold(
    items: Sequence[Item],
    numbers: NDArray[np.intp],
    count: Callable[[list[Item]], Counts],
    rows: Callable[[Item, Counts], tuple[Columns, Labels]],
) -> tuple[Columns, Labels]:
    """Return the features and labels of items, each by counts over the other folds only."""
    found: list[tuple[Columns, Labels]] = []
    for fold in range(FOLDS):
        counts = count([item for item, number in zip(items, numbers, strict=True) if number != fold])
        found += [rows(item, counts) for item, number in zip(items, numbers, strict=True) if number == fold]
    columns, labels = zip(*found, strict=True)
    return np.concatenate(columns), np.concatenate(labels)


def lower(graph: ExplanationGraph) -> ExplanationGraph:
    """Return a graph whose concepts are in lower case, as measures compare them.

    Args:
        graph: The graph.
    """
    edges = tuple(Edge(edge.source.lower(), edge.relation, edge.target.lower()) for edge in graph.edges)
    return ExplanationGraph(graph.belief, graph.argument, graph.stance, edges, graph.id)
