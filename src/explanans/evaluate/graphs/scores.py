"""What each predicted graph scores by itself, level by level, and the means over a run."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from explanans.evaluate.graphs.alignment import SECONDS
from explanans.evaluate.graphs.edit_distance import EditDistance, edit_distance
from explanans.evaluate.graphs.graph_f1 import graph_f1
from explanans.evaluate.graphs.judging import Classifier, Judges, edge_importance, semantic_correctness
from explanans.evaluate.graphs.matching import Match, Similarity, bleu, match_edges, rouge
from explanans.evaluate.graphs.structure import Fault, structural_faults
from explanans.graph import Edge, ExplanationGraph, GraphPrediction
from explanans.graph_report import GraphFigures, JudgedFigures, Level, MatchFigures

_NOTHING = Match(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Measures:
    """How graphs are measured.

    Attributes:
        similarities: What compares edges as sentences, by name.
        judges: The classifiers that graphs are shown to.
        seconds: How long to search for the edit distance of two graphs, and for their best alignment.
    """

    similarities: Mapping[str, Similarity] = field(default_factory=lambda: {"bleu": bleu, "rouge": rouge})
    judges: Judges = field(default_factory=Judges)
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class GraphScores:
    """What one predicted graph scores. Examples that do not pass have no distance and match nothing.

    Attributes:
        level: How far it gets.
        faults: The structural rules that it breaks, as the released scorer reads them.
        proper: Whether it passes and also keeps the rules as the paper words them.
        distance: The edit distance to the gold graph that is nearest; None where it does not pass.
        graph_f1: Its graph F1 against the gold graph that it is most like.
        matches: How well its edges match those of the best gold graph, by measure.
    """

    level: Level
    faults: tuple[Fault, ...]
    proper: bool
    distance: EditDistance | None = None
    graph_f1: Match = _NOTHING
    matches: Mapping[str, Match] = field(default_factory=dict)

    @property
    def edit_distance(self) -> float:
        """The normalised edit distance; 1 where the example does not pass."""
        return 1.0 if self.distance is None else self.distance.normalised

    @property
    def edit_distance_low(self) -> float:
        """The same from below."""
        return 1.0 if self.distance is None else self.distance.low / self.distance.normaliser


def score(gold: Sequence[ExplanationGraph], predicted: GraphPrediction, measures: Measures) -> GraphScores:
    """Return what a predicted graph scores.

    Args:
        gold: The gold graphs of one belief, argument and stance; one or more.
        predicted: What was predicted.
        measures: How to measure.
    """
    first = gold[0]
    faults = structural_faults(predicted, first.belief, first.argument)
    if predicted.stance is not first.stance:
        return GraphScores(Level.STANCE, faults, proper=False)
    if faults:
        return GraphScores(Level.STRUCTURE, faults, proper=False)
    edges = predicted.edges
    return GraphScores(
        Level.PASSING,
        (),
        proper=not ExplanationGraph(first.belief, first.argument, first.stance, edges).faults(),
        distance=_nearest(gold, edges, measures.seconds),
        graph_f1=_best(graph_f1(graph.edges, edges, measures.seconds) for graph in gold),
        matches={
            name: _best(match_edges(graph.edges, edges, similarity) for graph in gold)
            for name, similarity in measures.similarities.items()
        },
    )


def _nearest(gold: Sequence[ExplanationGraph], edges: Sequence[Edge], seconds: float) -> EditDistance:
    return min((edit_distance(graph.edges, edges, seconds) for graph in gold), key=lambda found: found.normalised)


def _best(matches: Iterable[Match]) -> Match:
    return max(matches, key=lambda match: match.f1)


def summarize(
    gold: Sequence[Sequence[ExplanationGraph]],
    predicted: Sequence[GraphPrediction],
    scores: Sequence[GraphScores],
    measures: Measures,
) -> GraphFigures:
    """Return the means of a run.

    Args:
        gold: The gold graphs of each example; one example or more.
        predicted: What was predicted, an item each.
        scores: What that scores, an item each.
        measures: How it was measured; the classifiers are asked here, about all passing graphs at once.
    """
    passing = [item for item in scores if item.level is Level.PASSING]
    right = len(scores) - sum(item.level is Level.STANCE for item in scores)
    judged = [
        (graphs[0], item.edges)
        for graphs, item, result in zip(gold, predicted, scores, strict=True)
        if result.level is Level.PASSING
    ]
    return GraphFigures(
        stance_accuracy=right / len(scores),
        structural_accuracy=len(passing) / len(scores),
        structural_accuracy_paper=fmean(item.proper for item in scores),
        structural_accuracy_given_stance=len(passing) / right if right else None,
        edit_distance=fmean(item.edit_distance for item in scores),
        edit_distance_low=fmean(item.edit_distance_low for item in scores),
        edit_distance_passing=fmean(item.edit_distance for item in passing) if passing else None,
        inexact=sum(item.distance is not None and not item.distance.exact for item in passing),
        graph_f1=_figures([item.graph_f1 for item in scores], [item.graph_f1 for item in passing]),
        matches={
            name: _figures(
                [item.matches.get(name, _NOTHING) for item in scores], [item.matches[name] for item in passing]
            )
            for name in measures.similarities
        },
        semantic_accuracy=_judged(judged, len(scores), semantic_correctness, measures.judges.semantic),
        edge_importance=_judged(judged, len(scores), edge_importance, measures.judges.stance),
    )


def _figures(matches: Sequence[Match], passing: Sequence[Match]) -> MatchFigures:
    return MatchFigures(
        precision=fmean(match.precision for match in matches),
        recall=fmean(match.recall for match in matches),
        f1=fmean(match.f1 for match in matches),
        f1_passing=fmean(match.f1 for match in passing) if passing else None,
    )


def _judged(
    graphs: Sequence[tuple[ExplanationGraph, Sequence[Edge]]],
    examples: int,
    measure: Callable[[Sequence[ExplanationGraph], Sequence[Sequence[Edge]], Classifier], list[float]],
    judge: Classifier | None,
) -> JudgedFigures | None:
    if judge is None:
        return None
    if not graphs:
        return JudgedFigures(0.0, None)
    gold, edges = zip(*graphs, strict=True)
    values = measure(gold, edges, judge)
    return JudgedFigures(sum(values) / examples, fmean(values))
