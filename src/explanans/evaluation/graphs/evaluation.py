"""Evaluation of predicted explanation graphs against gold graphs and trivial baselines."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from explanans.errors import InputError
from explanans.evaluation.graphs.errors import GraphError, graph_error
from explanans.evaluation.graphs.measures import graph_measures
from explanans.evaluation.graphs.scores import GraphScores, Measures, score_runs
from explanans.evaluation.graphs.trivial import Chain, constant_chain, random_chain, word_chain
from explanans.evaluation.measure import Measure, Values, break_down, evaluate, mean
from explanans.evaluation.significance import RESAMPLES
from explanans.runtime.executors import SERIAL, WorkerConfig
from explanans.structures.details.graphs import GraphDetails, Level, PlacedGraph
from explanans.structures.graphs import ExplanationGraph, GraphPrediction
from explanans.structures.reports import Part, Report
from explanans.version import __version__

GOLD_STANCE = "gold-stance chain"
_PREDICTED = "the predictions"

Examples = Sequence[Sequence[ExplanationGraph]]


def evaluate_graphs(
    gold: Examples,
    predicted: Sequence[GraphPrediction],
    measures: Measures | None = None,
    *,
    seed: int = 0,
    hands: WorkerConfig = SERIAL,
) -> Report:
    """Measure predicted stances and graphs on three levels (Saha et al. 2021, section 6).

    An example passes when its stance is right and its graph is structurally correct. Every official mean runs over all
    examples, where those that do not pass have the worst value.

    Args:
        gold: The gold graphs of each example, all of one belief, argument and stance; the best one counts.
        predicted: One prediction per example, in the same order.
        measures: The similarity of edges, the classifiers, and the time limit of an edit distance, after which it
            is bounded instead; if None, ``Measures()``.
        seed: Random seed of the random chains and the bootstrap.
        hands: Workers that search for edit distances.

    Raises:
        InputError: There is no example, one has no gold graph or one without edges, there are more or fewer
            predictions than examples, or what is kept was made of others.
        StorageError: What is kept cannot be written.

    Example:
        >>> from explanans.structures.graphs import Edge, Relation, Stance
        >>> edges = (Edge("animals", Relation.DESIRES, "freedom"), Edge("freedom", Relation.NOT_AT_LOCATION, "cages"),
        ...          Edge("cages", Relation.PART_OF, "zoos"), Edge("zoos", Relation.RECEIVES_ACTION, "banned"))
        >>> graph = ExplanationGraph("Zoos should be banned.", "Animals suffer in cages.", Stance.SUPPORT, edges)
        >>> report = evaluate_graphs([(graph,)], [GraphPrediction(Stance.SUPPORT, edges)])
        >>> report["edit_distance"], report["graph_f1"], round(report.details.trivial["word chain"]["graph_f1"], 2)
        (0.0, 1.0, 0.63)
    """
    _check(gold, predicted)
    measures = measures or Measures()
    trivial = score_runs(gold, {_PREDICTED: predicted, **_trivial_runs(gold, predicted, seed)}, measures, hands)
    scores = trivial.pop(_PREDICTED)
    baseline = max(trivial.keys() - {GOLD_STANCE}, key=lambda name: (_f1(trivial[name]), name))
    scores = [
        replace(item, gain=item.graph_f1.f1 - other.graph_f1.f1)
        for item, other in zip(scores, trivial[baseline], strict=True)
    ]
    asked = graph_measures(measures)
    names = tuple(graphs[0].id or f"example {number}" for number, graphs in enumerate(gold, 1))
    found, values = evaluate(
        {f"example {number}": item for number, item in enumerate(scores, 1)}, (*asked, *measures.others), seed
    )
    return Report(
        "graphs",
        names,
        found,
        values,
        kinds(values, [graphs[0] for graphs in gold]),
        GraphDetails(
            trivial={name: _means(run, asked) for name, run in trivial.items()},
            baseline=baseline,
            passing=sum(item.level is Level.PASSING for item in scores),
            inexact=sum(item.distance is not None and not item.distance.exact for item in scores),
            faults=_count_faults(scores),
            errors=_count_errors(gold, predicted, scores),
            graphs=tuple(_placed(*item) for item in zip(gold, predicted, scores, strict=True)),
        ),
        signature=f"examples:{len(scores)}|gold-graphs:{sum(map(len, gold))}|measures:{'+'.join(measures.similarities)}"
        f"|seconds:{measures.seconds:g}|resamples:{RESAMPLES}|seed:{seed}|version:{__version__}",
    )


def _means(run: Sequence[GraphScores], measures: Iterable[Measure[GraphScores]]) -> dict[str, float | None]:
    """Return the means of a trivial run by measure."""
    return {item.name: mean([item.value(one) for one in run]) for item in measures if item.name != "gain"}


def _check(gold: Examples, predicted: Sequence[GraphPrediction]) -> None:
    if not gold or not all(gold):
        raise InputError(
            "there is an example without a gold graph, or none at all, so there is nothing to measure against"
        )
    for number, graphs in enumerate(gold, 1):
        if not all(graph.edges for graph in graphs):
            raise InputError(f"example {number} has a gold graph without edges; accepted: one edge or more")
    if len(gold) != len(predicted):
        raise InputError(
            f"{len(predicted)} predictions for {len(gold)} examples; accepted: one prediction an example, in order"
        )


def _f1(scores: Sequence[GraphScores]) -> float:
    return fmean(item.graph_f1.f1 for item in scores)


def _trivial_runs(gold: Examples, predicted: Sequence[GraphPrediction], seed: int) -> dict[str, list[GraphPrediction]]:
    chains: dict[str, Chain] = {
        "constant chain": constant_chain,
        "random chain": random_chain(seed),
        "word chain": word_chain,
    }
    firsts = [graphs[0] for graphs in gold]
    runs = {
        name: [
            GraphPrediction(item.stance, chain(graph.belief, graph.argument))
            for graph, item in zip(firsts, predicted, strict=True)
        ]
        for name, chain in chains.items()
    }
    runs[GOLD_STANCE] = [GraphPrediction(graph.stance, word_chain(graph.belief, graph.argument)) for graph in firsts]
    return runs


def _count_faults(scores: Sequence[GraphScores]) -> dict[str, int]:
    counts = Counter(
        fault.rule.value
        for item in scores
        if item.level is Level.STRUCTURE
        for fault in {fault.rule: fault for fault in item.faults}.values()
    )
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _count_errors(
    gold: Examples, predicted: Sequence[GraphPrediction], scores: Sequence[GraphScores]
) -> dict[str, int]:
    found = Counter(
        graph_error(graphs[0], item, score.level) for graphs, item, score in zip(gold, predicted, scores, strict=True)
    )
    return {error.value: found[error] for error in GraphError}


def _placed(gold: Sequence[ExplanationGraph], predicted: GraphPrediction, scores: GraphScores) -> PlacedGraph:
    return PlacedGraph(
        gold=gold[0],
        predicted=predicted,
        level=scores.level,
        faults=tuple(fault.detail for fault in scores.faults),
        edit_distance=scores.edit_distance,
        graph_f1=scores.graph_f1.f1,
    )


def kinds(values: Mapping[str, Values], gold: Sequence[ExplanationGraph]) -> dict[str, dict[str, Part]]:
    """Return the means over examples of one kind, for ``depth``, ``shape`` and ``external``.

    Saha et al. 2021 look at depth (table 8), which is the longest chain of edges, and at whether a graph is a single
    chain (table 9); the number of concepts from neither belief nor argument tells how much had to be known.

    Args:
        values: The value of each example, by the name of the measure.
        gold: The first gold graph of each example.
    """
    return {
        name: break_down(values, [kind_of(graph) for graph in gold], order) for name, (kind_of, order) in _KINDS.items()
    }


def depth(graph: ExplanationGraph) -> int:
    """Return the length of the longest path of an acyclic graph, in edges.

    Example:
        >>> from explanans.formats import brackets
        >>> from explanans.structures.graphs import Stance
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
