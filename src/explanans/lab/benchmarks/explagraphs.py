"""Stances and explanation graphs on ExplaGraphs: systems, trivial ones, judges of graphs, and published figures."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.evaluation.decisions import auc
from explanans.evaluation.graphs.evaluation import Chain, constant_chain, evaluate_graphs, random_chain, word_chain
from explanans.evaluation.graphs.scores import Measures
from explanans.evaluation.significance import bootstrap_interval
from explanans.formats.explagraphs import Refinement
from explanans.graphs.stance import GRAPH_NAMES, StanceModel, language_stances, spelt
from explanans.lab.benchmarks.benchmark import (
    Benchmark,
    Record,
    System,
    Table,
    drawn,
    percent,
    percents,
    run_apart,
    share,
    sign,
)
from explanans.lab.benchmarks.published import EXPLAGRAPHS
from explanans.lab.boosting import Rows, draw_folds, grow
from explanans.lab.datasets.splits import graph_examples, graph_refinements
from explanans.lab.training.graphs import FOLDS, VERDICTS, Verdict, importance, lessons, verdict_rows
from explanans.language.tokens import lemmas
from explanans.learning.boosted_trees import predict
from explanans.learning.language_reader import CHOICES, LanguageReader
from explanans.rendering.graph_report import KINDS, graph_record
from explanans.runtime.progress import track
from explanans.structures.graphs import LEAST_CLEAR, ExplanationGraph, GraphPrediction, Stance

if TYPE_CHECKING:
    from explanans.graphs.composer import Composer

_RIDGE = 1.0
_DRAWERS = ("graph-writer:", "graph-encoder:")
_ENCODER = "stance-encoder:"
DATA_SET = "explagraphs"
_OF_SINGLE_GRAPHS = {"graphs", "comparison"}
_ANALYSED = ("rationalising", "reasoning")
"""Systems whose figures are broken down by what the gold graph is like."""


GraphSystem = Callable[[str, str], ExplanationGraph]
"""Takes a belief and an argument; returns a graph with the predicted stance."""


def _always_supporting(chain: Chain) -> GraphSystem:
    return lambda belief, argument: ExplanationGraph(belief, argument, Stance.SUPPORT, chain(belief, argument))


def _tfidf(data: Path | None, _: int) -> GraphSystem:
    """Return a word chain with the stance that ridge regression on tf-idf vectors of the training split predicts."""
    gold = [graphs[0] for graphs in graph_examples(data, "train")]
    terms = [_terms(graph.belief, graph.argument) for graph in gold]
    numbers = {term: number for number, term in enumerate(sorted(set().union(*terms)))}
    counts = np.zeros(len(numbers))
    for held in terms:
        counts[[numbers[term] for term in held]] += 1
    weights = np.log(len(gold) / counts)

    def vector(held: set[str]) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
        found = np.zeros(len(numbers))
        places = [numbers[term] for term in held if term in numbers]
        found[places] = weights[places]
        return found / max(1e-9, float(np.linalg.norm(found)))

    matrix = np.array([vector(held) for held in terms])
    signs = np.array([1.0 if graph.stance is Stance.SUPPORT else -1.0 for graph in gold])
    # The dual form: there are fewer examples than terms.
    slopes = matrix.T @ np.linalg.solve(matrix @ matrix.T + _RIDGE * np.eye(len(gold)), signs - signs.mean())

    def system(belief: str, argument: str) -> ExplanationGraph:
        score = float(vector(_terms(belief, argument)) @ slopes) + signs.mean()
        stance = Stance.SUPPORT if score >= 0 else Stance.COUNTER
        return ExplanationGraph(belief, argument, stance, word_chain(belief, argument))

    return system


def _terms(belief: str, argument: str) -> set[str]:
    return {f"b {lemma}" for lemma in lemmas(belief)} | {f"a {lemma}" for lemma in lemmas(argument)}


def _composer(order: str, style: str = "annotated") -> Callable[[Path | None, int], GraphSystem]:
    def make(_: Path | None, __: int) -> GraphSystem:
        from explanans.graphs.candidates import Style  # noqa: PLC0415 - it loads its models
        from explanans.graphs.composer import GraphComposer, Order  # noqa: PLC0415 - it loads its models

        composer = GraphComposer.shipped(style=Style(style))
        return lambda belief, argument: composer.compose(belief, argument, order=Order(order))[0]

    return make


SYSTEMS: dict[str, Callable[[Path | None, int], GraphSystem]] = {
    "constant-chain": lambda _, __: _always_supporting(constant_chain),
    "random-chain": lambda _, seed: _always_supporting(random_chain(seed)),
    "word-chain": lambda _, __: _always_supporting(word_chain),
    "tf-idf": _tfidf,
    "rationalising": _composer("rationalising"),
    "reasoning": _composer("reasoning"),
    "spoken": _composer("rationalising", "spoken"),
}
"""The maker of each system; it takes the folder of the data sets, where it may read the training split, and a seed."""


def maker(name: str) -> Callable[[Path | None, int], GraphSystem]:
    """Return the factory of a system.

    Args:
        name: One of ``SYSTEMS``; or networks, as ``graph-writer:DIR``, ``graph-encoder:DIR``, either with ``+STANCES``
            behind it, or ``stance-encoder:STANCES``, with folders that ``explanans train`` made; see ``open_composer``.
    """
    if name.startswith((*_DRAWERS, _ENCODER)):
        return lambda _, __: _opened(name)
    if name not in SYSTEMS:
        accepted = ", ".join((*SYSTEMS, *(f"{drawer}DIR[+STANCES]" for drawer in _DRAWERS), f"{_ENCODER}STANCES"))
        raise InputError(f"no system {name!r}; accepted: {accepted}")
    return SYSTEMS[name]


def _opened(name: str) -> GraphSystem:
    from explanans.graphs.candidates import Style  # noqa: PLC0415
    from explanans.pipeline.graphing import open_composer  # noqa: PLC0415 - it loads its models

    kind, _, named = name.partition(":")
    model, _, stances = ("", "", named) if f"{kind}:" == _ENCODER else named.partition("+")
    judge, drawer = (Path(name) if name else None for name in (stances, model))
    return _Composing(open_composer(judge, drawer, style=Style.ANNOTATED))


@dataclass(frozen=True, slots=True)
class _Composing:
    """A composer that runs networks, in batches if it can."""

    composer: "Composer"

    def __call__(self, belief: str, argument: str) -> ExplanationGraph:
        return self.composer.compose(belief, argument)[0]

    def each(self, pairs: Sequence[tuple[str, str]]) -> list[ExplanationGraph]:
        each = getattr(self.composer, "each", None)
        return each(pairs) if each else [self(*pair) for pair in pairs]


def measure_judges(data: Path | None, gold: Sequence[ExplanationGraph], seed: int) -> Record:
    """Return how well graphs are judged: stances by words, by the gold graph, by an installed language model."""
    model = StanceModel.shipped()
    supports = np.array([graph.stance is Stance.SUPPORT for graph in gold])
    words = (model.supporting([(graph.belief, graph.argument) for graph in gold]) >= 0.5) == supports
    graphs = (model.supporting_by_graph(gold) >= 0.5) == supports
    shares = [fmean(value > 0 for value in importance(graph, model.supporting_by_graph)) for graph in gold]
    taught = [rows[0] for rows in graph_examples(data, "train")]
    right = {"stance_by_words": words, "stance_by_gold_graph": graphs, **_by_language_model(gold, supports)}
    return {
        "stance_majority": percent(float(max(supports.mean(), 1 - supports.mean()))),
        **{name: percent(float(hits.mean())) for name, hits in right.items()},
        "intervals": {
            name: percents(bootstrap_interval(hits.astype(float).tolist(), seed)) for name, hits in right.items()
        },
        "edge_importance": percent(fmean(shares)),
        "verdicts": _verdicts(taught, graph_refinements(data, missing_ok=True), seed),
    }


def _by_language_model(gold: Sequence[ExplanationGraph], supports: NDArray[np.bool_]) -> dict[str, NDArray[np.bool_]]:
    """Return which stances the language model gets right: all, those that are not called unclear, and with graphs."""
    reader = LanguageReader.available(CHOICES)
    if reader is None:
        return {}
    model = language_stances()
    supporting = model.supporting([(graph.belief, graph.argument) for graph in gold])
    read = [reader.read(*spelt(graph.belief, graph.argument, graph.edges)) for graph in gold]
    right = (supporting >= 0.5) == supports
    return {
        "stance_by_language_model": right,
        "stance_where_clear": right[np.maximum(supporting, 1 - supporting) >= LEAST_CLEAR],
        "stance_by_language_model_with_gold_graph": np.array([one[0] >= one[1] for one in read]) == supports,
    }


def _verdicts(graphs: Sequence[ExplanationGraph], refinements: Sequence[Refinement], seed: int) -> Record:
    found = lessons(graphs, refinements, seed)
    rows, labels, *_ = verdict_rows(found)
    numbers = draw_folds([graph.belief.lower() for graph, _ in found], FOLDS, np.random.default_rng(seed))
    chances = np.zeros((len(found), len(Verdict)))
    for fold in range(FOLDS):
        held = numbers == fold
        taught = Rows(rows[~held], labels[~held])
        chances[held] = predict(grow(taught, GRAPH_NAMES, VERDICTS, seed), rows[held])
    # The lessons are gold graphs, then rejected ones, then altered ones.
    starts = len(graphs), len(graphs) + sum(len(item.rejected) for item in refinements)
    right, rejected, altered = np.split(chances[:, Verdict.INCORRECT], starts)
    return {
        "majority": percent(float(np.bincount(labels).max() / len(labels))),
        "accuracy": percent(float((chances.argmax(axis=1) == labels).mean())),
        "rejected_auc": _auc(rejected, right) if len(rejected) else None,
        "altered_auc": _auc(altered, right),
    }


def _auc(wrong: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    """Return the AUC of wrong against right graphs by their probability of being wrong."""
    return auc([*wrong, *right], [True] * len(wrong) + [False] * len(right))


Each = Callable[[Sequence[tuple[str, str]]], Sequence[ExplanationGraph | str]]
"""Draws the graphs of many beliefs and arguments."""


def bench_explagraphs(  # noqa: PLR0913 - all but the first two are seldom needed
    data: Path | None,
    split: str = "dev",
    systems: Sequence[str] = (),
    measures: Measures | None = None,
    *,
    sample: int = 0,
    seed: int = 0,
) -> Benchmark:
    """Predict stance and graph of every belief and argument of a split, by every system.

    Each system has what ``evaluate graphs`` gives, without what it gives of single graphs; so has ``gold``, which is
    what the gold graphs themselves score. ``judges`` says how far judges of graphs can be trusted; see
    ``measure_judges``.

    Args:
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.
        systems: Names of systems, see ``maker``; all of ``SYSTEMS`` if there are none.
        sample: How many pairs of belief and argument are drawn; 0 for all.
    """
    names = tuple(systems) or tuple(SYSTEMS)
    for name in names:
        maker(name)
    gold = drawn(graph_examples(data, split), sample, seed)
    pairs = [(graphs[0].belief, graphs[0].argument) for graphs in gold]
    found = {}
    for name in track(names, "Systems", len(names)):
        run = run_apart(partial(_made, name, data, seed), pairs, list)
        found[name] = System(_measures(gold, run.measured, measures, seed), run.cost)
    more = {
        "gold": _measures(gold, [graphs[0] for graphs in gold], measures, seed),
        "judges": measure_judges(data, [graphs[0] for graphs in gold], seed),
    }
    options = {"sample": sample} if sample else {}
    signature = sign(data=DATA_SET, split=split, **options, seed=seed)
    return Benchmark(DATA_SET, split, found, EXPLAGRAPHS, signature, more)


def _made(name: str, data: Path | None, seed: int) -> "_Drawing":
    return _Drawing(maker(name)(data, seed))


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A system that gives a reason if it composes no graph."""

    system: Callable[[str, str], ExplanationGraph]

    def __call__(self, pair: tuple[str, str]) -> ExplanationGraph | str:
        try:
            return self.system(*pair)
        except InputError as error:
            return str(error)

    @property
    def each(self) -> Each | None:
        """A function that generates graphs in batches; None if the system has none."""
        return self._each if hasattr(self.system, "each") else None

    def _each(self, pairs: Sequence[tuple[str, str]]) -> Sequence[ExplanationGraph | str]:
        each: Each = getattr(self.system, "each")  # noqa: B009 - few systems have it
        try:
            return each(pairs)
        except InputError:
            return [self(pair) for pair in pairs]


def _measures(
    gold: Sequence[tuple[ExplanationGraph, ...]],
    graphs: Sequence[ExplanationGraph | str],
    measures: Measures | None,
    seed: int,
) -> Record:
    """Return the measures; refused graphs count as wrong, also in stance, and ``refused`` has the reasons."""
    predictions = [
        GraphPrediction(_other(rows[0].stance), (), item)
        if isinstance(item, str)
        else GraphPrediction(item.stance, item.edges)
        for rows, item in zip(gold, graphs, strict=True)
    ]
    refused = [item for item in graphs if isinstance(item, str)]
    record = graph_record(evaluate_graphs(gold, predictions, measures, seed=seed))
    return {name: value for name, value in record.items() if name not in _OF_SINGLE_GRAPHS} | {"refused": refused}


def _other(stance: Stance) -> Stance:
    return Stance.COUNTER if stance is Stance.SUPPORT else Stance.SUPPORT


def tables(bench: Benchmark) -> Iterator[Table | str]:
    """Yield the tables of the benchmark, and sentences between them."""
    systems = {"gold": bench.more["gold"]} | {name: item.measures for name, item in bench.systems.items()}
    columns = ("system", "stance", "structure", "edit ↓", "graph F1", "gain", "95% interval")
    note = "Gain: graph F1 less that of the best trivial graphs with the same stances."
    yield Table(columns, [(name, *_headline(found)) for name, found in systems.items()], note=note)
    encoders = list(bench.more["gold"]["g_bertscore"] or ())
    rows = [
        (
            name,
            *(share(item.measures[measure]) for measure in ("g_bleu", "g_rouge")),
            *(f"{item.measures['g_bertscore'][encoder]:.3f}" for encoder in encoders),
            f"{item.cost.milliseconds_per_item:.1f}",
            f"{item.cost.train_seconds:.0f}",
            f"{item.cost.peak_mib:.0f}",
        )
        for name, item in bench.systems.items()
    ]
    scores = ("BLEU", "ROUGE", *("BERTScore" for _ in encoders))
    yield Table(
        ("system", *scores, "ms", "made in s", "MiB"),
        rows,
        note="\n".join(f"BERTScore by {encoder}" for encoder in encoders),
    )
    for name, item in bench.systems.items():
        if refused := item.measures["refused"]:
            yield f"{name}: {len(refused)} refused, which count as wrong; the first: {refused[0]}"
    yield _errors({name: item.measures["errors"] for name, item in bench.systems.items()})
    for name in _ANALYSED:
        if name in bench.systems:
            yield _kinds(name, bench.systems[name].measures)
    yield _judges(bench.more["judges"])
    published = [
        (
            name,
            *(share(row[measure]) for measure in ("stance_accuracy", "structural_accuracy", "semantic_accuracy")),
            *(f"{value:.3f}" for value in (*row["g_bertscore"].values(), row["edit_distance"])),
            share(row["edge_importance"]),
        )
        for name, row in bench.published.items()
    ]
    sources = "\n".join(dict.fromkeys(str(row["source"]) for row in bench.published.values()))
    columns = ("published", "stance", "structure", "semantic", "BERTScore", "edit ↓", "edges")
    yield Table(columns, published, note=sources)


def _headline(found: Record) -> Iterator[str]:
    yield from (share(found[name]) for name in ("stance_accuracy", "structural_accuracy"))
    yield f"{found['edit_distance']:.3f}"
    yield share(found["graph_f1"])
    low, high = found["intervals"]["gain"]
    yield f"{found['gain'] / 100:+.3f}"
    yield f"{low / 100:+.2f} to {high / 100:+.2f}"


def _errors(found: Mapping[str, Mapping[str, int]]) -> Table:
    kinds = next(iter(found.values()))
    rows = [(name, *(str(counts[kind]) for kind in kinds)) for name, counts in found.items()]
    return Table(("gravest error", *(kind.replace("_", " ") for kind in kinds)), rows)


def _kinds(name: str, found: Record) -> Table:
    shares = ("stance_accuracy", "structural_accuracy")
    rows = [
        (
            f"{title} {kind}",
            str(part["examples"]),
            *(share(part[measure]) for measure in shares),
            f"{part['edit_distance']:.3f}",
            share(part["graph_f1"]),
        )
        for way, title in KINDS.items()
        for kind, part in found[f"by_{way}"].items()
    ]
    return Table((name, "examples", "stance", "structure", "edit ↓", "graph F1"), rows)


def _judges(judges: Record) -> Table:
    rows = [("stance: always the commoner", share(judges["stance_majority"]), "")]
    for name in ("words", "gold graph"):
        key = f"stance_by_{name.replace(' ', '_')}"
        rows.append((f"stance: by {name}", share(judges[key]), " to ".join(map(share, judges["intervals"][key]))))
    verdicts = judges["verdicts"]
    rows += [
        ("edges of gold graphs that matter", share(judges["edge_importance"]), ""),
        ("verdict, out of fold: always the commonest", share(verdicts["majority"]), ""),
        ("verdict, out of fold: accuracy", share(verdicts["accuracy"]), ""),
        ("verdict, out of fold: altered graphs, AUC", f"{verdicts['altered_auc']:.3f}", ""),
    ]
    if verdicts["rejected_auc"] is not None:
        rows.append(("verdict, out of fold: rejected graphs, AUC", f"{verdicts['rejected_auc']:.3f}", ""))
    return Table(("judges", "value", "95% interval"), rows)
