"""Commonsense explanation graphs: why an argument supports or counters a belief; and details of the graph report."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from explanans.errors import amount
from explanans.structures.presentable import Presentable


class Stance(StrEnum):
    """The stance of an argument towards a belief."""

    SUPPORT = "support"
    COUNTER = "counter"


LEAST_CLEAR = 0.6
"""Minimum probability of a stance that is not called unclear."""


class Relation(StrEnum):
    """The 28 relations of ExplaGraphs (Saha et al. 2021, section 3)."""

    ANTONYM_OF = "antonym of"
    SYNONYM_OF = "synonym of"
    AT_LOCATION = "at location"
    NOT_AT_LOCATION = "not at location"
    CAPABLE_OF = "capable of"
    NOT_CAPABLE_OF = "not capable of"
    CAUSES = "causes"
    NOT_CAUSES = "not causes"
    CREATED_BY = "created by"
    NOT_CREATED_BY = "not created by"
    IS_A = "is a"
    IS_NOT_A = "is not a"
    DESIRES = "desires"
    NOT_DESIRES = "not desires"
    HAS_SUBEVENT = "has subevent"
    NOT_HAS_SUBEVENT = "not has subevent"
    PART_OF = "part of"
    NOT_PART_OF = "not part of"
    HAS_CONTEXT = "has context"
    NOT_HAS_CONTEXT = "not has context"
    HAS_PROPERTY = "has property"
    NOT_HAS_PROPERTY = "not has property"
    MADE_OF = "made of"
    NOT_MADE_OF = "not made of"
    RECEIVES_ACTION = "receives action"
    NOT_RECEIVES_ACTION = "not receives action"
    USED_FOR = "used for"
    NOT_USED_FOR = "not used for"


class Edge(NamedTuple):
    """One relation between two concepts."""

    source: str
    relation: Relation
    target: str


@dataclass(frozen=True, slots=True)
class ExplanationGraph(Presentable):
    """A commonsense explanation graph (Saha et al. 2021, section 3).

    Attributes:
        belief: The belief, one sentence.
        argument: An argument about the belief, one sentence.
        stance: Whether the argument supports or counters the belief.
        edges: Related concepts; read as sentences they explain the stance.
        id: Names the graph within its data set; empty if it has no name.
        probability: How probable the stance is, from 0 to 1; None if it was given, or predicted by a network that
            gives none.
        lacking: What the graph lacks to show the stance; empty if it lacks nothing, or if it was not judged.
    """

    belief: str
    argument: str
    stance: Stance
    edges: tuple[Edge, ...]
    id: str = ""
    probability: float | None = None
    lacking: str = ""

    @property
    def is_unclear(self) -> bool:
        """True if the stance was predicted, and is less probable than `LEAST_CLEAR`."""
        return self.probability is not None and self.probability < LEAST_CLEAR

    def concepts(self) -> tuple[str, ...]:
        """Return the concepts in the order in which the edges first name them."""
        return tuple(dict.fromkeys(concept for edge in self.edges for concept in (edge.source, edge.target)))

    def faults(self, *, shared: bool = False) -> tuple[str, ...]:
        """Return one sentence for each structural rule that the graph breaks; empty for a valid graph.

        The rules are those of Saha et al. 2021, section 3: three to eight edges, concepts of one to three words, a
        connected graph without a directed cycle, and two concepts or more from each of belief and argument.

        Args:
            shared: Whether a concept that stands in both belief and argument counts for both, as it does in two of
                five released graphs; else it counts for one of them only.

        Example:
            >>> edge = Edge("rain", Relation.CAUSES, "wet streets")
            >>> graph = ExplanationGraph("Rain is bad.", "Wet streets are slippery.", Stance.SUPPORT, (edge,))
            >>> graph.faults()
            ('1 edge instead of three to eight',
             "fewer than two concepts from the belief ('rain') and two others from the argument ('wet streets')")
        """
        return tuple(self._faults(shared=shared))

    def _faults(self, *, shared: bool) -> Iterator[str]:
        if not 3 <= len(self.edges) <= 8:
            yield f"{amount(len(self.edges), 'edge')} instead of three to eight"
        yield from (f"edge ({'; '.join(edge)}) occurs {n} times" for edge, n in Counter(self.edges).items() if n > 1)
        for concept in self.concepts():
            if not 1 <= len(concept.split()) <= 3:
                yield f"concept {concept!r} has {len(concept.split())} words instead of one to three"
        if self.edges and len(self._reached()) < len(self.concepts()):
            apart = ", ".join(repr(concept) for concept in self.concepts() if concept not in self._reached())
            yield f"not connected: nothing links {self.edges[0].source!r} to {apart}"
        try:
            sorter = TopologicalSorter[str]()
            for edge in self.edges:
                sorter.add(edge.target, edge.source)
            sorter.prepare()
        except CycleError as error:
            yield f"a cycle: {' → '.join(error.args[1])}"
        belief, argument = self._within(self.belief), self._within(self.argument)
        # By Hall's theorem two and two different concepts exist just when these three are enough.
        if len(belief) < 2 or len(argument) < 2 or (len({*belief, *argument}) < 4 and not shared):
            named, others = (", ".join(map(repr, found)) or "none" for found in (belief, argument))
            two = "two" if shared else "two others"
            yield f"fewer than two concepts from the belief ({named}) and {two} from the argument ({others})"

    def _reached(self) -> set[str]:
        """Return the concepts linked to the first one, whatever the direction of the edges."""
        reached = {self.edges[0].source}
        for _ in self.edges:
            for edge in self.edges:
                if reached & {edge.source, edge.target}:
                    reached |= {edge.source, edge.target}
        return reached

    def _within(self, text: str) -> list[str]:
        """Return the concepts that stand in a text."""
        return [concept for concept in self.concepts() if concept.lower() in text.lower()]


@dataclass(frozen=True, slots=True)
class ExplanationGraphs(Presentable):
    """Graphs of one belief and argument.

    Attributes:
        graphs: The graphs, the best first; one or more.
    """

    graphs: tuple[ExplanationGraph, ...]


@dataclass(frozen=True, slots=True)
class GraphPrediction:
    """The prediction of a system for a belief and an argument, which are known from elsewhere.

    Attributes:
        stance: The predicted stance; None if there is no prediction, which counts as wrong.
        edges: The edges of the predicted graph; empty if there is none that could be read.
        unreadable: Why the graph could not be read; empty if it could.
    """

    stance: Stance | None
    edges: tuple[Edge, ...]
    unreadable: str = ""


class Level(StrEnum):
    """The level a prediction reaches in the three-level evaluation of Saha et al. 2021, section 6."""

    STANCE = "wrong stance"
    STRUCTURE = "wrong structure"
    PASSING = "passing"


@dataclass(frozen=True, slots=True)
class PlacedGraph:
    """One example with its prediction and scores.

    Attributes:
        gold: The first gold graph.
        level: The level that the prediction reaches.
        faults: One sentence for each structural rule that it breaks.
        edit_distance: Its share of ``edit_distance``.
        graph_f1: Its share of ``graph_f1``.
    """

    gold: ExplanationGraph
    predicted: GraphPrediction
    level: Level
    faults: tuple[str, ...]
    edit_distance: float
    graph_f1: float


@dataclass(frozen=True, slots=True)
class GraphDetails:
    """Details of the graph report; ``docs/measures.md`` defines the measures.

    The breakdowns are by properties of the first gold graph: ``depth``, the longest chain of edges (``1-3``, ``4-5``,
    ``6+``); ``shape`` (``linear``, ``non-linear``); ``external``, the number of concepts in neither the belief nor the
    argument (``0``, ``1``, ``2+``).

    Attributes:
        trivial: The means of trivial runs by measure: ``constant chain``, ``random chain`` and ``word chain``, with the
            stances of the run, and ``gold-stance chain``, a word chain with the gold stance.
        baseline: The trivial run with the stances of the run whose graph F1 is highest; ``gain`` is measured from it.
        inexact: Number of graphs whose edit distance timed out.
        faults: For each structural rule, the number of graphs with the right stance that break it.
        errors: For each kind of error, the number of graphs whose gravest error it is.
        graphs: The examples, in order.
    """

    trivial: Mapping[str, Mapping[str, float | None]]
    baseline: str
    passing: int
    inexact: int
    faults: Mapping[str, int]
    errors: Mapping[str, int]
    graphs: tuple[PlacedGraph, ...]
