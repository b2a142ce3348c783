"""Evaluation of predicted explanation graphs against gold graphs and trivial baselines, with error classes."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from statistics import fmean
from zlib import crc32

import numpy as np

from explanans.errors import InputError, amount
from explanans.evaluation.graphs.matching import concept_similarity, concepts, relation_similarity
from explanans.evaluation.graphs.scores import GraphScores, Measures, graph_measures, score_runs
from explanans.evaluation.measure import Measure, Values, break_down, evaluate, mean
from explanans.evaluation.significance import RESAMPLES
from explanans.language.tokens import is_function_word, lemma, tokens
from explanans.runtime.version import __version__
from explanans.runtime.writing import SERIAL, WorkerConfig
from explanans.structures.graphs import (
    Edge,
    ExplanationGraph,
    GraphDetails,
    GraphPrediction,
    Level,
    PlacedGraph,
    Relation,
)
from explanans.structures.reports import Part, Report

_ALIKE = 0.5
"""Minimum similarity of concepts that count as the same."""
_ENOUGH = 0.5
"""Minimum share of gold concepts, and of gold edges, in a graph."""


class GraphError(StrEnum):
    """Error classes of graphs, gravest first."""

    NO_GRAPH = "no_graph"
    """There is none, or none that can be read."""
    WRONG_STANCE = "wrong_stance"
    BROKEN_RULE = "broken_rule"
    """The stance is right, but the graph breaks a structural rule."""
    OTHER_CONCEPTS = "other_concepts"
    """Fewer than half of the gold concepts are named."""
    OTHER_LINKS = "other_links"
    """Fewer than half of the gold edges link what the graph links."""
    TURNED_RELATIONS = "turned_relations"
    """Some common edges have the opposite polarity of the gold ones."""
    OTHER_RELATIONS = "other_relations"
    """Some common edges have another relation."""


def graph_error(gold: ExplanationGraph, predicted: GraphPrediction, level: Level) -> GraphError | None:
    """Return the gravest error of a graph; None if it is nearly equal to the gold graph.

    Example:
        >>> from explanans.structures.graphs import Relation, Stance
        >>> edge = Edge("cages", Relation.CAUSES, "pain")
        >>> graph = ExplanationGraph("Cages hurt.", "They give pain.", Stance.SUPPORT, (edge,))
        >>> turned = GraphPrediction(Stance.SUPPORT, (edge._replace(relation=Relation.NOT_CAUSES),))
        >>> graph_error(graph, turned, Level.PASSING).value
        'turned_relations'
    """
    if not predicted.edges:
        return GraphError.NO_GRAPH
    if level is not Level.PASSING:
        return GraphError.WRONG_STANCE if level is Level.STANCE else GraphError.BROKEN_RULE
    named, wanted = concepts(predicted.edges), concepts(gold.edges)
    met = [(edge, other) for edge in gold.edges for other in predicted.edges if _links(edge, other)]
    tests = {
        GraphError.OTHER_CONCEPTS: sum(any(_same(one, other) for other in named) for one in wanted)
        < _ENOUGH * len(wanted),
        GraphError.OTHER_LINKS: len({edge for edge, _ in met}) < _ENOUGH * len(gold.edges),
        GraphError.TURNED_RELATIONS: not all(relation_similarity(one.relation, other.relation) for one, other in met),
        GraphError.OTHER_RELATIONS: any(one.relation is not other.relation for one, other in met),
    }
    return next((error for error, found in tests.items() if found), None)


def _same(first: str, second: str) -> bool:
    return concept_similarity(first.lower(), second.lower()) >= _ALIKE


def _links(first: Edge, second: Edge) -> bool:
    return _same(first.source, second.source) and _same(first.target, second.target)


Chain = Callable[[str, str], tuple[Edge, ...]]
"""Takes a belief and an argument and returns the edges of a graph."""

COMMONEST = Relation.CAPABLE_OF
"""The relation that is most common in the training split of ExplaGraphs."""
_LETTERS = ("a", "e", "t", "s")


def constant_chain(belief: str, argument: str) -> tuple[Edge, ...]:  # noqa: ARG001 - the same for all
    """Return the same chain of four letters for everything.

    Since the released scorer takes concepts for those of the belief if they are raw substrings of it, nearly every
    sentence holds all four.

    Example:
        >>> [edge.source for edge in constant_chain("Rain is bad.", "Mud is wet.")]
        ['a', 'e', 't']
    """
    return _chain(_LETTERS, [COMMONEST] * 3)


def word_chain(belief: str, argument: str) -> tuple[Edge, ...]:
    """Return a chain of the first and the last content word of the argument and of the belief.

    Where a text has fewer than two content words, its first function words stand in.

    Example:
        >>> [edge.source for edge in word_chain("Zoos should be banned.", "Animals suffer in cages.")]
        ['animals', 'cages', 'zoos']
    """
    ours = _ends(belief, ())
    concepts = (*_ends(argument, ours), *ours)
    return _chain(concepts, [COMMONEST] * (len(concepts) - 1))


def random_chain(seed: int) -> Chain:
    """Return a generator of chains of two random words of the belief and two of the argument, in random order.

    Words and relations depend only on the seed and the two texts.

    Args:
        seed: Random seed, at least 0.

    Example:
        >>> len(random_chain(0)("Zoos should be banned.", "Animals suffer in cages."))
        3
    """

    def chain(belief: str, argument: str) -> tuple[Edge, ...]:
        chance = np.random.default_rng((seed, crc32(f"{belief}\t{argument}".encode())))
        ours = _drawn(chance, dict.fromkeys(token.lower() for token in tokens(belief)))
        theirs = dict.fromkeys(token.lower() for token in tokens(argument))
        concepts = chance.permutation([*ours, *_drawn(chance, theirs.keys() - ours)]).tolist()
        relations = [
            list(Relation)[number] for number in chance.integers(len(Relation), size=max(0, len(concepts) - 1))
        ]
        return _chain(concepts, relations)

    return chain


def _drawn(chance: np.random.Generator, words: Collection[str]) -> list[str]:
    order = sorted(words)
    return [order[number] for number in chance.permutation(len(order))[:2]]


def _chain(concepts: Sequence[str], relations: Sequence[Relation]) -> tuple[Edge, ...]:
    return tuple(map(Edge, concepts, relations, concepts[1:]))


def _ends(text: str, taken: Collection[str]) -> list[str]:
    """Return the first and the last content word that are not taken, in lower case; others if there are too few."""
    words = [word for word in dict.fromkeys(token.lower() for token in tokens(text)) if word not in taken]
    telling = [word for word in words if not is_function_word(word) and not is_function_word(lemma(word))]
    return list(dict.fromkeys((*telling[:1], *telling[-1:], *words)))[:2]


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
        found = f"{amount(len(predicted), 'prediction')} for {amount(len(gold), 'example')}"
        raise InputError(f"{found}; accepted: one prediction an example, in order")


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
    """
    return {
        name: break_down(values, [kind_of(graph) for graph in gold], order) for name, (kind_of, order) in _KINDS.items()
    }


def depth(graph: ExplanationGraph) -> int:
    """Return the length of the longest path of an acyclic graph, in edges.

    Example:
        >>> from explanans.formats import explagraphs
        >>> from explanans.structures.graphs import Stance
        >>> edges = explagraphs.decode_graph("(a; is a; b)(b; is a; c)(a; is a; c)", "note")
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
