"""Stances and explanation graphs on ExplaGraphs: every system, beside trivial ones and published figures."""

import resource
import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from explanans import __version__
from explanans.bench.graph_judges import JudgeFigures, judge_figures
from explanans.bench.graph_systems import SYSTEMS, maker
from explanans.bench.published import EXPLAGRAPHS
from explanans.codecs import explagraphs
from explanans.datasets.locate import find
from explanans.evaluate.graphs.evaluation import evaluate_graphs
from explanans.evaluate.graphs.scores import Measures
from explanans.exceptions import InputError
from explanans.files import read_lines
from explanans.graph import GraphPrediction
from explanans.processes import process_pool
from explanans.progress import track
from explanans.report import Report

DATASET = "explagraphs"


@dataclass(frozen=True, slots=True)
class GraphSystem:
    """How well a system does, and at what cost.

    Attributes:
        report: What was measured, without the single graphs; ``trivial`` holds what anybody could draw with the same
            stances.
        milliseconds_per_item: The median time of a stance with its graph, on one process.
        prepare_seconds: The time that the system took to be made or trained.
        peak_mib: The most memory that the process held, in MiB.
    """

    report: Report
    milliseconds_per_item: float
    prepare_seconds: float
    peak_mib: float


@dataclass(frozen=True, slots=True)
class GraphBench:
    """The figures of every system, beside published ones.

    Attributes:
        dataset: The data set.
        split: The split that was predicted.
        gold: What the gold graphs themselves score, without the single graphs.
        systems: The systems by name.
        judges: How far the judges of graphs can be trusted.
        published: What others have published, each with its source.
        signature: What reproduces the figures.
    """

    dataset: str
    split: str
    gold: Report
    systems: dict[str, GraphSystem]
    judges: JudgeFigures
    published: dict[str, dict[str, float | str]]
    signature: str


def bench_explagraphs(
    data: Path | None,
    split: str = "dev",
    systems: Sequence[str] = (),
    measures: Measures | None = None,
    *,
    seed: int = 0,
) -> GraphBench:
    """Predict stance and graph of every belief and argument of a split, by every system.

    Each system runs in a process of its own, so that its time and memory are its own.

    Args:
        data: The folder of the data sets; where None, see ``datasets.locate.data_folder``.
        split: The split to predict.
        systems: Names of systems, see ``maker``; all of ``SYSTEMS`` where there are none.
        measures: How to measure; see ``evaluate_graphs``.
        seed: Seeds the systems, the random chains and the bootstrap.

    Raises:
        InputError: The data set, the split or a system is not there.
    """
    folder = find(DATASET, data)
    names = tuple(systems) or tuple(SYSTEMS)
    for name in names:
        maker(name)
    path = folder / f"{split}.tsv"
    if not path.exists():
        raise InputError(f"{path}: no such split; accepted: dev, train, or one whose file lies there")
    gold = list(explagraphs.decode(read_lines(path), str(path)))
    pairs = [(graphs[0].belief, graphs[0].argument) for graphs in gold]
    found = {}
    for name in track(names, "Systems", len(names)):
        with process_pool(1) as pool:
            run = pool.submit(_run, name, folder, pairs, seed).result()
        report = evaluate_graphs(gold, run.predictions, measures, seed=seed)
        found[name] = GraphSystem(_without_graphs(report), run.milliseconds_per_item, run.prepare_seconds, run.peak_mib)
    itself = [GraphPrediction(graphs[0].stance, graphs[0].edges) for graphs in gold]
    return GraphBench(
        dataset=DATASET,
        split=split,
        gold=_without_graphs(evaluate_graphs(gold, itself, measures, seed=seed)),
        systems=found,
        judges=judge_figures([graphs[0] for graphs in gold], folder, seed),
        published=EXPLAGRAPHS,
        signature=f"data:{DATASET}|split:{split}|seed:{seed}|version:{__version__}",
    )


def _without_graphs(report: Report) -> Report:
    return replace(report, details=replace(report.details, graphs=()))


@dataclass(frozen=True, slots=True)
class _Run:
    predictions: list[GraphPrediction]
    milliseconds_per_item: float
    prepare_seconds: float
    peak_mib: float


def _run(name: str, folder: Path, pairs: Iterable[tuple[str, str]], seed: int) -> _Run:
    started = time.perf_counter()
    system = maker(name)(folder, seed)
    prepared = time.perf_counter() - started
    predictions, times = [], []
    for belief, argument in pairs:
        started = time.perf_counter()
        graph = system(belief, argument)
        times.append((time.perf_counter() - started) * 1000)
        predictions.append(GraphPrediction(graph.stance, graph.edges))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return _Run(
        predictions,
        milliseconds_per_item=round(statistics.median(times), 3),
        prepare_seconds=round(prepared, 1),
        peak_mib=round(peak / (2**20 if sys.platform == "darwin" else 2**10), 1),
    )
