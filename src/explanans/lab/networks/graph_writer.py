"""Fine-tune a writer of graphs and keep it: ``explanans lab train graph-writer``."""

import logging
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import numpy as np

from explanans.errors import InputError
from explanans.evaluation.graphs.correctness import structural_faults
from explanans.formats.explagraphs import depth_first
from explanans.graphs.composer import Order
from explanans.lab.networks.fitting import Measure, Split, Trained
from explanans.lab.networks.lines import USUAL, Course, Lines, Matrices, fit_lines
from explanans.neural.core.checkpoint import Manifest, Schedule, check_place, versions
from explanans.neural.core.continuations import open_sequences
from explanans.neural.graphs.automaton import GraphAutomaton
from explanans.neural.graphs.writer import NETWORK, GraphWriter, read_line, vocabulary_of
from explanans.structures.graphs import Edge, ExplanationGraph, GraphPrediction

_log = logging.getLogger(__name__)

SCHEDULE = Schedule(epochs=6, batch=8, rate=3e-5, decay=0, warm_up=0)
"""As in the paper (appendix D), and as its library has what the paper does not tell."""


class EdgeOrder(StrEnum):
    """In which order the edges of a graph are written (Saha et al. 2021, appendix E.1)."""

    DEPTH_FIRST = "depth-first"
    BREADTH_FIRST = "breadth-first"
    TOPOLOGICAL = "topological"
    RANDOM = "random"


def arrange(edges: Sequence[Edge], order: EdgeOrder, chance: np.random.Generator) -> tuple[Edge, ...]:
    """Return the edges of a graph in an order.

    Depth first is ``formats.explagraphs.depth_first``. Breadth first starts from all concepts that no edge enters. In
    topological order the edges that leave a concept come after all that enter it; of a graph with a cycle, which has
    none, the edges stay as they are.

    Example:
        >>> from explanans.structures.graphs import Relation
        >>> edges = [Edge(*pair) for pair in (("b", Relation.IS_A, "d"), ("a", Relation.IS_A, "b"))]
        >>> edges.append(Edge("a", Relation.IS_A, "c"))
        >>> for order in (EdgeOrder.DEPTH_FIRST, EdgeOrder.BREADTH_FIRST):
        ...     [edge.source + edge.target for edge in arrange(edges, order, np.random.default_rng(0))]
        ['ab', 'bd', 'ac']
        ['ab', 'ac', 'bd']
    """
    match order:
        case EdgeOrder.DEPTH_FIRST:
            return depth_first(edges)
        case EdgeOrder.BREADTH_FIRST:
            return _breadth_first(edges)
        case EdgeOrder.TOPOLOGICAL:
            return _topological(edges)
        case EdgeOrder.RANDOM:
            return tuple(edges[number] for number in chance.permutation(len(edges)))


def _breadth_first(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    entered = {edge.target for edge in edges}
    found: dict[Edge, None] = {}
    for start in [edge.source for edge in edges if edge.source not in entered] + [edge.source for edge in edges]:
        waiting = deque([start])
        while waiting:
            concept = waiting.popleft()
            new = [edge for edge in edges if edge.source == concept and edge not in found]
            found.update(dict.fromkeys(new))
            waiting.extend(edge.target for edge in new)
    return tuple(found)


def _topological(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    sorter = TopologicalSorter[str]()
    for edge in edges:
        sorter.add(edge.target, edge.source)
    try:
        places = {concept: place for place, concept in enumerate(sorter.static_order())}
    except CycleError:
        return tuple(edges)
    return tuple(sorted(edges, key=lambda edge: places[edge.source]))


@dataclass(frozen=True, slots=True)
class GraphWriterTraining:
    """Training options of a writer of graphs.

    Attributes:
        checkpoint: The network to start from, see ``open_sequences``; in the paper, BART or T5 (base).
        order: Whether the stance or the graph comes first; with the stance first, the writer reads it.
        edge_order: In which order the edges are learnt; the paper found depth first to be best.
        matrices: The matrices that a language model learns; other networks learn all weights.
    """

    checkpoint: str
    order: Order = Order.RATIONALISING
    edge_order: EdgeOrder = EdgeOrder.DEPTH_FIRST
    schedule: Schedule = SCHEDULE
    matrices: Matrices = USUAL


def train_graph_writer(
    training: GraphWriterTraining, examples: Split[ExplanationGraph], folder: Path, data: str = ""
) -> Trained:
    """Fine-tune a writer by teacher forcing and write it into a folder, from which ``GraphWriter.open`` opens it.

    Graphs that are none, such as those with a concept of four words, are left out, and a warning says how many.

    Args:
        examples: Gold graphs to learn, and others to choose the epoch by; see ``fine_tune``.
        folder: A new or empty folder, or an older checkpoint to replace.
    """
    check_place(folder)
    network = open_sequences(training.checkpoint, "graph writer")
    # Two in five gold graphs count a concept for both sides: that they are graphs is enough to learn from them.
    automaton = GraphAutomaton(vocabulary_of(network), network.window - 1)
    chance = np.random.default_rng(training.schedule.seed)

    def lines(graphs: Iterable[ExplanationGraph]) -> Iterator[Lines]:
        """Yield the input and target lines of each graph that can be written."""
        for graph in graphs:
            edges = [Edge(edge.source.lower(), edge.relation, edge.target.lower()) for edge in graph.edges]
            tokens = automaton.vocabulary.tokens(arrange(edges, training.edge_order, chance))
            stance = graph.stance if training.order is Order.RATIONALISING else None
            if automaton.end(tokens):
                yield Lines(read_line(graph.belief, graph.argument, stance), tokens)

    learnt, judges = list(lines(examples.learnt)), list(lines(examples.held_out))
    if not learnt:
        raise InputError("none of the graphs can be written; accepted: three to eight edges, concepts of 1 to 3 words")
    if (left_out := len(examples.learnt) - len(learnt)) > 0:
        _log.warning("%d of %d graphs are not learnt: they cannot be written", left_out, len(examples.learnt))
    manifest = Manifest(
        network=f"{NETWORK}{training.order}",
        start=Path(training.checkpoint).name,
        data=data,
        examples=len(learnt),
        schedule=training.schedule,
        versions=versions(),
    )
    writer = GraphWriter(network, training.order, beams=1, free=True)
    measure = Measure("structural accuracy", lambda: structural_accuracy(writer, examples.held_out))
    return fit_lines(network, Course(learnt, judges, measure=measure), folder, manifest, training.matrices)


def structural_accuracy(writer: GraphWriter, graphs: Sequence[ExplanationGraph]) -> float:
    """Return the share of graphs without a fault (Saha et al. 2021, section 6) among those that a writer writes.

    Args:
        writer: The writer, which is not being trained; where it does not write freely, there are no faults.
        graphs: Graphs whose beliefs, arguments and stances it reads; at least one.
    """
    drawn = writer.each([(graph.belief, graph.argument, graph.stance) for graph in graphs])
    right = [
        not structural_faults(GraphPrediction(graph.stance, found.edges), graph.belief, graph.argument)
        for graph, found in zip(graphs, drawn, strict=True)
    ]
    return sum(right) / len(graphs)
