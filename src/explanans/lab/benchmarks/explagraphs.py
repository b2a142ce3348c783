"""Stances and explanation graphs on ExplaGraphs: every system, beside trivial ones and published figures."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from explanans.errors import InputError
from explanans.evaluation.graphs.evaluation import evaluate_graphs
from explanans.evaluation.graphs.scores import Measures
from explanans.lab.benchmarks.benchmark import Benchmark, Record, System, Table, drawn, run_apart, share, sign
from explanans.lab.benchmarks.graph_judges import measure_judges
from explanans.lab.benchmarks.graph_systems import SYSTEMS, maker
from explanans.lab.benchmarks.published import EXPLAGRAPHS
from explanans.lab.datasets.splits import graph_examples
from explanans.rendering.graph_report import KINDS, graph_record
from explanans.runtime.progress import track
from explanans.structures.graphs import ExplanationGraph, GraphPrediction, Stance

DATA_SET = "explagraphs"
_OF_SINGLE_GRAPHS = {"graphs", "comparison"}
_ANALYSED = ("rationalising", "reasoning")
"""Systems whose figures are broken down by what the gold graph is like."""


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
    ``graph_judges.measure_judges``.

    Args:
        data: The folder of the data sets; if None, see ``datasets.locate.data_folder``.
        systems: Names of systems, see ``maker``; all of ``SYSTEMS`` if there are none.
        measures: How to measure; see ``evaluate_graphs``.
        sample: How many pairs of belief and argument are drawn; 0 for all.
        seed: Seeds the systems, the random chains, the bootstrap, and what is drawn.

    Raises:
        InputError: The data set, the split or a system is not there.
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
