"""What was measured of predicted explanation graphs: figures that a machine, a terminal or a page can show."""

from dataclasses import dataclass
from enum import StrEnum

from explanans.graph import ExplanationGraph, GraphPrediction

Interval = tuple[float, float]


class Level(StrEnum):
    """How far a prediction gets in the three-level evaluation of Saha et al. 2021, section 6."""

    STANCE = "wrong stance"
    STRUCTURE = "wrong structure"
    PASSING = "passing"


@dataclass(frozen=True, slots=True)
class MatchFigures:
    """How well predicted graphs match gold graphs; means over examples, from 0 to 1.

    Attributes:
        precision: Mean precision over all examples, where those that do not pass count 0.
        recall: Mean recall over all examples, in the same way.
        f1: Mean F1 over all examples, in the same way: the official figure.
        f1_passing: Mean F1 over the examples that pass; None where none does.
    """

    precision: float
    recall: float
    f1: float
    f1_passing: float | None


@dataclass(frozen=True, slots=True)
class JudgedFigures:
    """What a classifier says of predicted graphs.

    Attributes:
        value: The mean over all examples, where those that do not pass count 0: the official figure.
        passing: The mean over the examples that pass; None where none does.
    """

    value: float
    passing: float | None


@dataclass(frozen=True, slots=True)
class GraphFigures:
    """The figures of one run, or of a trivial one.

    Attributes:
        examples: How many examples there are.
        stance_accuracy: The share of examples with the right stance.
        structural_accuracy: The share with the right stance and, as the released scorer reads the rules, the right
            structure: those that pass.
        structural_accuracy_paper: The share of all examples that pass and also keep the rules as the paper words them.
        structural_accuracy_given_stance: The share of passing examples among those with the right stance; None where
            no stance is right.
        edit_distance: Mean normalised edit distance, where examples that do not pass count 1.
        edit_distance_low: The same from below; lower where time ran out for some graphs.
        edit_distance_passing: The mean over the examples that pass; None where none does.
        inexact: For how many graphs time ran out.
        graph_f1: How well concepts and relations match those of the gold graph: the measure that does not saturate.
        matches: How well edges match as sentences, by the measure that compares them: ``bleu``, ``rouge`` and any
            ``bert_score(ENCODER)``.
        semantic_accuracy: The share of passing graphs that a classifier reads as the gold stance (SeCA); None where no
            classifier was given.
        edge_importance: The mean share of edges without which a classifier is less sure of the gold stance (EA); None
            where no classifier was given.
    """

    examples: int
    stance_accuracy: float
    structural_accuracy: float
    structural_accuracy_paper: float
    structural_accuracy_given_stance: float | None
    edit_distance: float
    edit_distance_low: float
    edit_distance_passing: float | None
    inexact: int
    graph_f1: MatchFigures
    matches: dict[str, MatchFigures]
    semantic_accuracy: JudgedFigures | None
    edge_importance: JudgedFigures | None


@dataclass(frozen=True, slots=True)
class PlacedGraph:
    """One example with what was predicted for it.

    Attributes:
        gold: The first gold graph.
        predicted: What was predicted.
        level: How far the prediction gets.
        faults: The structural rules that it breaks, a sentence each.
        edit_distance: Its share of ``edit_distance``.
        graph_f1: Its share of the F1 of ``graph_f1``.
        matches: Its share of the F1 of each of ``matches``.
        semantic_accuracy: Its share of ``semantic_accuracy``; None where no classifier was given.
        edge_importance: Its share of ``edge_importance``; None where no classifier was given.
    """

    gold: ExplanationGraph
    predicted: GraphPrediction
    level: Level
    faults: tuple[str, ...]
    edit_distance: float
    graph_f1: float
    matches: dict[str, float]
    semantic_accuracy: float | None
    edge_importance: float | None


@dataclass(frozen=True, slots=True)
class GraphComparison:
    """How two runs differ in one measure of the same examples.

    Attributes:
        other: The mean of the other run.
        difference: How much higher that of the run is; below 0 where the other one's is higher.
        interval: The 95% bootstrap interval of the difference.
        p_value: How often runs that do not differ would differ at least as much, either way.
        exact: Whether that was counted over all assignments of signs, rather than over some drawn ones.
        wins: How many graphs of the run are better: nearer to gold, where distance is measured.
        ties: How many are equally good.
        losses: How many are worse.
    """

    other: float
    difference: float
    interval: Interval
    p_value: float
    exact: bool
    wins: int
    ties: int
    losses: int


@dataclass(frozen=True, slots=True)
class GraphReport:
    """How well explanation graphs were predicted; ``docs/measures.md`` defines the measures.

    Attributes:
        figures: The figures of the run.
        trivial: Those of trivial runs: ``constant chain``, ``random chain`` and ``word chain``, with the stances of the
            run, and ``gold-stance chain``, a word chain with the gold stance.
        breakdown: The figures of the run over examples of one kind, by what their first gold graph is like: ``depth``,
            the longest chain of edges (``1-3``, ``4-5``, ``6+``); ``shape`` (``linear``, ``non-linear``); ``external``,
            how many concepts are neither of the belief nor of the argument (``0``, ``1``, ``2+``).
        gain: How much higher the F1 of ``graph_f1`` is than that of ``baseline``.
        baseline: The trivial run with the stances of the run whose F1 is highest.
        intervals: The 95% bootstrap intervals of ``stance_accuracy``, ``structural_accuracy``, ``edit_distance``,
            ``graph_f1`` and ``gain``.
        examples: How many examples there are.
        passing: How many pass.
        faults: How many graphs with the right stance break each structural rule.
        graphs: The examples, in order.
        comparison: How the run differs from another, by the name of the measure; empty where there is no other.
        signature: What reproduces the report.
    """

    figures: GraphFigures
    trivial: dict[str, GraphFigures]
    breakdown: dict[str, dict[str, GraphFigures]]
    gain: float
    baseline: str
    intervals: dict[str, Interval]
    examples: int
    passing: int
    faults: dict[str, int]
    graphs: tuple[PlacedGraph, ...]
    comparison: dict[str, GraphComparison]
    signature: str
