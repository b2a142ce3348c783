"""How long explanation graphs take to be measured and to be chosen, on ExplaGraphs and on random candidates.

Run ``python benchmarks/graphs.py``; ``--help`` lists the options.
"""

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import ParamSpec, TypeVar

import numpy as np
from rich.console import Console
from rich.table import Table

from explanans.evaluation.graphs.evaluation import evaluate_graphs
from explanans.evaluation.graphs.matching import edit_distance
from explanans.formats import explagraphs
from explanans.graphs.program import Candidates, best_graphs
from explanans.io.files import read_lines
from explanans.pipeline.measured_input import graph_measures
from explanans.rendering.graph_report import graph_report_text
from explanans.structures.graphs import Edge, ExplanationGraph, GraphPrediction, Relation

DEFAULT_DATA = Path(os.environ.get("EXPLANANS_DATA") or Path(__file__).parents[2] / "shared" / "datasets")
RELATIONS = tuple(Relation)
SECONDS = 1.0
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def main() -> None:
    """Print one line of figures for each kind of work."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the folder that holds explagraphs/")
    parser.add_argument("--split", choices=("train", "dev"), default="dev")
    parser.add_argument("--repeat", type=int, default=30, metavar="N", help="random graphs of each size")
    parser.add_argument("--refined", type=int, default=0, metavar="N", help="instead, measure N graphs by other hands")
    parser.add_argument("--encoder", default="", metavar="NAME", help="with --refined: compare edges by BERTScore too")
    options = parser.parse_args()
    path = options.data / "explagraphs" / f"{options.split}.tsv"
    if not path.is_file():
        sys.exit(f"{path}: no such file; name the folder that holds explagraphs/ with --data or EXPLANANS_DATA")
    if options.refined:
        refined(options.data / "explagraphs" / "refinement_graphs_train.tsv", options.refined, options.encoder)
        return
    gold = list(explagraphs.decode(read_lines(path), path.name))
    whole(gold)
    distances([graphs[0] for graphs in gold])
    chance = np.random.default_rng(0)
    for size in (6, 8, 10):
        random_distances(chance, size, options.repeat)
    for size in (6, 8, 10, 12):
        choices(chance, size, options.repeat)


def refined(path: Path, count: int, encoder: str) -> None:
    """Print what the first graphs of refined examples score against the last ones, beside trivial graphs."""
    history = [item for item in explagraphs.decode_refinements(read_lines(path), path.name) if item.rejected]
    drawn = random.Random(0).sample(history, count)
    predicted = [GraphPrediction(item.final.stance, item.rejected[0].edges) for item in drawn]
    report = evaluate_graphs([(item.final,) for item in drawn], predicted, graph_measures(encoder))
    for part in graph_report_text(report):
        Console(highlight=False).print(part, soft_wrap=not isinstance(part, Table))


def whole(gold: Sequence[tuple[ExplanationGraph, ...]]) -> None:
    """Print how long a whole report takes, trivial graphs included."""
    predicted = [GraphPrediction(graphs[0].stance, graphs[0].edges) for graphs in gold]
    seconds, report = timed(evaluate_graphs, gold, predicted)
    print(
        f"gold against gold, {len(gold)} examples and four trivial runs: {seconds:.1f} s; structure "
        f"{report['structural_accuracy']:.3f}, edit distance {report['edit_distance']:.3f}, graph F1 "
        f"{report['graph_f1']:.3f}"
    )


def distances(graphs: Sequence[ExplanationGraph]) -> None:
    """Print how long the edit distance of unlike gold graphs takes."""
    times, exact = [], 0
    for one, other in pairwise(graphs):
        seconds, distance = timed(edit_distance, one.edges, other.edges)
        times.append(seconds)
        exact += distance.exact
    print(line("edit distance of neighbouring gold graphs", times, f"{exact} of {len(times)} exact"))


def random_distances(chance: np.random.Generator, size: int, repeat: int) -> None:
    """Print how long the edit distance of two random graphs of a size takes."""
    times, exact = [], 0
    for _ in range(repeat):
        first, second = random_graph(chance, size), random_graph(chance, size)
        seconds, distance = timed(edit_distance, first, second)
        times.append(seconds)
        exact += distance.exact
    print(line(f"edit distance of random graphs of {size} nodes", times, f"{exact} of {len(times)} exact"))


def random_graph(chance: np.random.Generator, size: int) -> list[Edge]:
    """Return a random tree of a size with two more edges, of concepts from a common stock."""
    concepts = [f"c{number}" for number in chance.permutation(2 * size)[:size]]
    links = {(int(chance.integers(node)), node) for node in range(1, size)}
    links |= {(min(pair), max(pair)) for pair in chance.integers(size, size=(2, 2)).tolist() if pair[0] != pair[1]}
    relations = (RELATIONS[number] for number in chance.integers(len(RELATIONS), size=len(links)))
    return [
        Edge(concepts[one], relation, concepts[other])
        for (one, other), relation in zip(sorted(links), relations, strict=True)
    ]


def choices(chance: np.random.Generator, size: int, repeat: int) -> None:
    """Print how long the best graph over random candidates takes."""
    times, best = [], 0
    for _ in range(repeat):
        seconds, found = timed(next, best_graphs(random_candidates(chance, size), seconds=SECONDS))
        times.append(seconds)
        best += found.best
    print(line(f"best graph over {size} concepts, at most {SECONDS:g} s", times, f"{best} of {repeat} proved best"))


def random_candidates(chance: np.random.Generator, size: int) -> Candidates:
    """Return candidates of which few links are likely, as of a model."""
    side = chance.integers(4, size=size)
    side[:4] = (0, 0, 1, 1)
    return Candidates(
        tuple(f"c{number}" for number in range(size)),
        (side == 0) | (side == 3),
        (side == 1) | (side == 3),
        chance.beta(2, 2, size),
        chance.beta(0.5, 3, (size, size)),
        chance.dirichlet(np.full(len(RELATIONS), 0.3), (size, size)),
    )


def timed(
    work: Callable[Arguments, Result], *arguments: Arguments.args, **options: Arguments.kwargs
) -> tuple[float, Result]:
    """Return how many seconds some work takes, and what it returns."""
    started = time.perf_counter()
    result = work(*arguments, **options)
    return time.perf_counter() - started, result


def line(title: str, times: Sequence[float], note: str) -> str:
    """Return a line with the median and the longest of some times in milliseconds."""
    return f"{title}: median {median(times) * 1000:.1f} ms, longest {max(times) * 1000:.1f} ms; {note}"


if __name__ == "__main__":
    main()
