"""How long it takes to measure the 187 dev trees of EntailmentBank, as released by T5-11B, without reading files.

Run ``python benchmarks/trees.py``; ``--help`` lists the options. Figures are medians of several runs, in seconds of a
processor, which other work on the machine does not lengthen as much as those of a clock.
"""

import argparse
import os
import statistics
import sys
import time
from pathlib import Path

from explanans.evaluation import similarity as texts
from explanans.evaluation.trees.measure import Rules
from explanans.evaluation.trees.measure import measure as measure_tree
from explanans.evaluation.trees.report import evaluate_trees
from explanans.evaluation.trees.scored import similarity
from explanans.formats import entailmentbank
from explanans.io.files import read_lines
from explanans.lab.datasets.splits import tree_problems

DEFAULT_DATA = Path(os.environ.get("EXPLANANS_DATA") or Path(__file__).parents[2] / "shared" / "datasets")
RUNS = 5
PREDICTIONS = {1: "task1/T5_11B/dev.16K_steps", 2: "task2/T5_11B/dev.32K_steps", 3: "task3_v2/T5_11B/dev.32K_steps"}


def main() -> None:
    """Print one line a task and mode: what is counted of the trees, and with intervals, similarities and breakdowns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the folder that holds entailmentbank/")
    folder = parser.parse_args().data / "entailmentbank"
    if not folder.is_dir():
        sys.exit(f"{folder}: no such folder; name the one that holds entailmentbank/ with --data or EXPLANANS_DATA")
    for task, name in PREDICTIONS.items():
        for mode in ("official", "corrected"):
            scoring, report = measure(folder, task, name, mode)
            print(f"task {task}, {mode:9}: {scoring:.3f} s to score, {report:.3f} s for the whole report")


def measure(folder: Path, task: int, name: str, mode: str) -> tuple[float, float]:
    """Return the median seconds of scoring all trees by chrF++, and of the whole report."""
    problems = tree_problems(folder.parent, task, "dev")
    path = folder / "predictions" / f"{name}.predictions.tsv"
    predictions = list(entailmentbank.read(path, read_lines, problems))
    rules, compared = Rules(mode), similarity("chrf++")

    def score() -> None:
        for problem, prediction in zip(problems, predictions, strict=True):
            scored = measure_tree(problem, prediction, rules, by_ids=task < 3).scored
            scored.conclusions.counts(compared.passes(scored.conclusions.pairs))

    def report() -> None:
        evaluate_trees(problems, predictions, rules)

    seconds = []
    for run in (score, report):
        times = []
        for _ in range(RUNS):
            texts._sequences.cache_clear()  # noqa: SLF001 - what one run learns must not help the next
            started = time.process_time()
            run()
            times.append(time.process_time() - started)
        seconds.append(statistics.median(times))
    return seconds[0], seconds[1]


if __name__ == "__main__":
    main()
