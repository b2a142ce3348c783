"""Details of the graph report."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from explanans.structures.graphs import ExplanationGraph, GraphPrediction


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
        predicted: The prediction.
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
        passing: Number of examples that pass.
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
