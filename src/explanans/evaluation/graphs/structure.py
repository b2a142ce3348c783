"""Structural correctness of predicted graphs by the rules of the released scorer of ExplaGraphs.

See ``ExplanationGraph.faults`` for the rules of the paper.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from explanans.structures.graphs import Edge, GraphPrediction

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

    Args:
        prediction: The predicted graph.
        belief: The belief it is about.
        argument: The argument it is about.

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
        yield Fault(Rule.EDGES, f"{len(edges)} edge{'s' * (len(edges) != 1)} instead of three or more")
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
