"""What a report of explanation graphs tells beside its scores."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from explanans.graph import ExplanationGraph, GraphPrediction


class Level(StrEnum):
    """How far a prediction gets in the three-level evaluation of Saha et al. 2021, section 6."""

    STANCE = "wrong stance"
    STRUCTURE = "wrong structure"
    PASSING = "passing"


@dataclass(frozen=True, slots=True)
class PlacedGraph:
    """One example with what was predicted for it.

    Attributes:
        gold: The first gold graph.
        predicted: What was predicted.
        level: How far the prediction gets.
        faults: The structural rules that it breaks, a sentence each.
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
    """What a report of graphs tells beside its scores; ``docs/measures.md`` defines the measures.

    The breakdowns of such a report are by what the first gold graph is like: ``depth``, the longest chain of edges
    (``1-3``, ``4-5``, ``6+``); ``shape`` (``linear``, ``non-linear``); ``external``, how many concepts are neither of
    the belief nor of the argument (``0``, ``1``, ``2+``).

    Attributes:
        trivial: The means of trivial runs by measure: ``constant chain``, ``random chain`` and ``word chain``, with the
            stances of the run, and ``gold-stance chain``, a word chain with the gold stance.
        baseline: The trivial run with the stances of the run whose graph F1 is highest; ``gain`` is measured from it.
        passing: How many examples pass.
        inexact: For how many graphs time ran out before the edit distance was known.
        faults: How many graphs with the right stance break each structural rule.
        errors: How many graphs have each kind of error as their gravest; see ``evaluate.graphs.errors``.
        graphs: The examples, in order.
    """

    trivial: Mapping[str, Mapping[str, float | None]]
    baseline: str
    passing: int
    inexact: int
    faults: Mapping[str, int]
    errors: Mapping[str, int]
    graphs: tuple[PlacedGraph, ...]
