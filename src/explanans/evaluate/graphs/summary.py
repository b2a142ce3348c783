"""The means of a run, over all of it and over examples of one kind."""

from collections.abc import Callable, Sequence
from statistics import fmean

from explanans.evaluate.graphs.matching import Match
from explanans.evaluate.graphs.scores import NOTHING, GraphScores, Measures
from explanans.graph import ExplanationGraph
from explanans.graph_report import GraphFigures, JudgedFigures, Level, MatchFigures


def summarize(scores: Sequence[GraphScores], measures: Measures) -> GraphFigures:
    """Return the means of a run.

    Args:
        scores: What each example scores; one or more.
        measures: How it was measured.
    """
    passing = [item for item in scores if item.level is Level.PASSING]
    right = len(scores) - sum(item.level is Level.STANCE for item in scores)
    return GraphFigures(
        examples=len(scores),
        stance_accuracy=right / len(scores),
        structural_accuracy=len(passing) / len(scores),
        structural_accuracy_paper=fmean(item.proper for item in scores),
        structural_accuracy_given_stance=len(passing) / right if right else None,
        edit_distance=fmean(item.edit_distance for item in scores),
        edit_distance_low=fmean(item.edit_distance_low for item in scores),
        edit_distance_passing=fmean(item.edit_distance for item in passing) if passing else None,
        inexact=sum(item.distance is not None and not item.distance.exact for item in passing),
        graph_f1=_match([item.graph_f1 for item in scores], [item.graph_f1 for item in passing]),
        matches={
            name: _match([item.matches.get(name, NOTHING) for item in scores], [item.matches[name] for item in passing])
            for name in measures.similarities
        },
        semantic_accuracy=_judged([item.semantic for item in passing], len(scores))
        if measures.judges.semantic
        else None,
        edge_importance=_judged([item.importance for item in passing], len(scores)) if measures.judges.stance else None,
    )


def _match(matches: Sequence[Match], passing: Sequence[Match]) -> MatchFigures:
    return MatchFigures(
        precision=fmean(match.precision for match in matches),
        recall=fmean(match.recall for match in matches),
        f1=fmean(match.f1 for match in matches),
        f1_passing=fmean(match.f1 for match in passing) if passing else None,
    )


def _judged(values: Sequence[float], examples: int) -> JudgedFigures:
    return JudgedFigures(sum(values) / examples, fmean(values) if values else None)


def break_down(
    gold: Sequence[ExplanationGraph], scores: Sequence[GraphScores], measures: Measures
) -> dict[str, dict[str, GraphFigures]]:
    """Return the means over examples of one kind, by what their gold graphs are like.

    Saha et al. 2021 look at depth (table 8), which is the longest chain of edges, and at whether a graph is a single
    chain (table 9); the number of concepts from neither belief nor argument tells how much had to be known.

    Args:
        gold: The first gold graph of each example.
        scores: What each example scores, an item each.
        measures: How it was measured.

    Returns:
        The figures of each kind that occurs, for ``depth``, ``shape`` and ``external``.
    """
    return {
        name: {
            kind: summarize(chosen, measures)
            for kind in kinds
            if (chosen := [item for graph, item in zip(gold, scores, strict=True) if kind_of(graph) == kind])
        }
        for name, (kind_of, kinds) in _KINDS.items()
    }


def depth(graph: ExplanationGraph) -> int:
    """Return how many edges the longest chain of a graph without cycles has.

    Args:
        graph: The graph.

    Example:
        >>> from explanans.codecs import brackets
        >>> from explanans.graph import Stance
        >>> edges = brackets.decode("(a; is a; b)(b; is a; c)(a; is a; c)", "note")
        >>> depth(ExplanationGraph("", "", Stance.SUPPORT, edges))
        2
    """
    depths = dict.fromkeys(graph.concepts(), 0)
    # No chain is longer than there are edges; after as many rounds every concept is as deep as it gets.
    for _ in graph.edges:
        for edge in graph.edges:
            depths[edge.target] = max(depths[edge.target], min(depths[edge.source] + 1, len(graph.edges)))
    return max(depths.values(), default=0)


def _depth(graph: ExplanationGraph) -> str:
    deep = depth(graph)
    return "1-3" if deep <= 3 else "4-5" if deep <= 5 else "6+"


def _shape(graph: ExplanationGraph) -> str:
    return "linear" if depth(graph) == len(graph.edges) == len(graph.concepts()) - 1 else "non-linear"


def _external(graph: ExplanationGraph) -> str:
    texts = (graph.belief.lower(), graph.argument.lower())
    count = sum(not any(concept.lower() in text for text in texts) for concept in graph.concepts())
    return str(count) if count < 2 else "2+"


_KINDS: dict[str, tuple[Callable[[ExplanationGraph], str], tuple[str, ...]]] = {
    "depth": (_depth, ("1-3", "4-5", "6+")),
    "shape": (_shape, ("linear", "non-linear")),
    "external": (_external, ("0", "1", "2+")),
}
