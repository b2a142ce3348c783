"""Correctness of predicted graphs: structure by rules, content by a classifier, and sheets for manual judgment.

See ``ExplanationGraph.faults`` for the rules of the paper.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from graphlib import CycleError, TopologicalSorter
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.errors import amount
from explanans.formats import explagraphs
from explanans.structures.graphs import Edge, ExplanationGraph, GraphPrediction, Stance
from explanans.structures.labels import SheetRow

FEWEST_EDGES = 3
MOST_WORDS = 3
FEWEST_CONCEPTS = 2
"""Minimum number of concepts from the belief, and from the argument."""


class Rule(StrEnum):
    """A rule for the structure of a graph."""

    READABLE = "readable"
    EDGES = "edges"
    WORDS = "words"
    BELIEF = "belief"
    ARGUMENT = "argument"
    CONNECTED = "connected"
    ACYCLIC = "acyclic"


class Fault(NamedTuple):
    """A rule that a graph breaks, and how, with the edge or concept at fault."""

    rule: Rule
    detail: str


def structural_faults(prediction: GraphPrediction, belief: str, argument: str) -> tuple[Fault, ...]:
    """Return the rules that a predicted graph breaks; empty for a structurally correct one.

    The rules are those of Saha et al. 2021, section 6, as the released scorer reads them: three edges or more and no
    upper limit; concepts of one to three words; relations among the 28; two concepts or more that are raw substrings of
    the belief, and two of the argument, where one concept may count for both; connected, and without a directed cycle.
    Case makes no difference.

    Example:
        >>> from explanans.structures.graphs import Relation, Stance
        >>> edges = (Edge("rain", Relation.CAUSES, "mud"), Edge("mud", Relation.IS_A, "rain"))
        >>> prediction = GraphPrediction(Stance.SUPPORT, edges)
        >>> [fault.rule.value for fault in structural_faults(prediction, "Rain is bad.", "Mud is wet.")]
        ['edges', 'belief', 'argument', 'acyclic']
    """
    if prediction.unreadable:
        return (Fault(Rule.READABLE, prediction.unreadable),)
    edges = [Edge(edge.source.lower(), edge.relation, edge.target.lower()) for edge in prediction.edges]
    return tuple(_faults(edges, belief.lower(), argument.lower()))


def _faults(edges: Sequence[Edge], belief: str, argument: str) -> Iterator[Fault]:
    concepts = list(dict.fromkeys(concept for edge in edges for concept in (edge.source, edge.target)))
    if len(edges) < FEWEST_EDGES:
        yield Fault(Rule.EDGES, f"{amount(len(edges), 'edge')} instead of three or more")
    for concept in concepts:
        if not 1 <= len(concept.split()) <= MOST_WORDS:
            yield Fault(Rule.WORDS, f"concept {concept!r} has {len(concept.split())} words instead of one to three")
    for rule, text in ((Rule.BELIEF, belief), (Rule.ARGUMENT, argument)):
        found = [concept for concept in concepts if concept in text]
        if len(found) < FEWEST_CONCEPTS:
            named = f"only {found[0]!r} is" if found else "no concept is"
            yield Fault(rule, f"{named} from the {rule}, where two are wanted")
    if apart := _apart(edges, concepts):
        yield Fault(Rule.CONNECTED, f"nothing links {concepts[0]!r} to {', '.join(map(repr, apart))}")
    if cycle := _cycle(edges):
        yield Fault(Rule.ACYCLIC, f"a cycle: {' → '.join(cycle)}")


def _apart(edges: Sequence[Edge], concepts: Sequence[str]) -> list[str]:
    """Return the concepts that nothing links to the first one, whatever the direction of the edges."""
    reached = set(concepts[:1])
    while grown := {concept for edge in edges for concept in edge[::2] if reached & set(edge[::2])} - reached:
        reached |= grown
    return [concept for concept in concepts if concept not in reached]


def _cycle(edges: Sequence[Edge]) -> list[str]:
    """Return the concepts of a directed cycle, the first one again at the end; empty if there is none."""
    sorter = TopologicalSorter[str]()
    for edge in edges:
        sorter.add(edge.target, edge.source)
    try:
        sorter.prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1]
        return cycle
    return []


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
        judge: Returns probabilities of support and counter.

    Example:
        >>> from explanans.structures.graphs import Relation
        >>> rain = ExplanationGraph("Rain is bad.", "Mud.", Stance.SUPPORT, (Edge("rain", Relation.CAUSES, "mud"),))
        >>> edge_importance([rain], [rain.edges], lambda pairs: np.array([[len(text) / 99, 0] for _, text in pairs]))
        [1.0]
    """
    shares: list[float] = []
    for graph, predicted in zip(gold, edges, strict=True):
        ordered = explagraphs.depth_first(_lower(predicted))
        parts = [ordered, *(ordered[:number] + ordered[number + 1 :] for number in range(len(ordered)))]
        texts = [(graph.belief, _appended(graph.argument, part)) for part in parts]
        sure = judge(texts)[:, _STANCES.index(graph.stance)]
        shares.append(float((sure[1:] < sure[0]).mean()) if ordered else 0.0)
    return shares


def semantic_pair(belief: str, edges: Sequence[Edge]) -> tuple[str, str]:
    """Return the input for semantic correctness: belief and bracketed graph, in lower case and depth first."""
    return belief.lower(), explagraphs.encode_graph(explagraphs.depth_first(_lower(edges)))


def importance_pair(belief: str, argument: str, edges: Sequence[Edge]) -> tuple[str, str]:
    """Return the input for the importance of edges: the belief, and the argument with the edges as sentences.

    Example:
        >>> from explanans.structures.graphs import Relation
        >>> importance_pair("Rain is bad.", "Mud.", [Edge("Rain", Relation.CAUSES, "mud")])
        ('Rain is bad.', 'Mud. rain causes mud. ')
    """
    return belief, _appended(argument, explagraphs.depth_first(_lower(edges)))


def _appended(argument: str, edges: Sequence[Edge]) -> str:
    return f"{argument} " + "".join(f"{edge.source} {edge.relation} {edge.target}. " for edge in edges)


def _lower(edges: Sequence[Edge]) -> list[Edge]:
    return [Edge(edge.source.lower(), edge.relation, edge.target.lower()) for edge in edges]


def graphs_to_label(
    examples: Sequence[tuple[ExplanationGraph, ...]],
    predictions: Sequence[GraphPrediction],
    number: int = 100,
    seed: int = 0,
) -> list[SheetRow]:
    """Sample structurally correct graphs, with the predicted stance as automatic label.

    Args:
        predictions: One per example, in the same order.

    Example:
        >>> from explanans.structures.graphs import Edge, Relation, Stance
        >>> edge = Edge("mud", Relation.IS_A, "dirt")
        >>> graph = ExplanationGraph("Rain is bad.", "Mud is dirty.", Stance.SUPPORT, (edge,), "dev.tsv:1")
        >>> graphs_to_label([(graph,)], [GraphPrediction(Stance.SUPPORT, (edge,))])
        []
    """
    rows = [
        SheetRow("graph", gold.id or str(place), _graph_text(gold.belief, prediction), str(prediction.stance))
        for place, ((gold, *_), prediction) in enumerate(zip(examples, predictions, strict=True), 1)
        if not structural_faults(prediction, gold.belief, gold.argument)
    ]
    return Random(seed).sample(rows, min(number, len(rows)))  # noqa: S311 - nothing secret is drawn


def _graph_text(belief: str, prediction: GraphPrediction) -> str:
    return f"{belief} | {'. '.join(' '.join(edge) for edge in prediction.edges)}."
