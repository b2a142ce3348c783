"""How long it takes to index a knowledge base, to open it again, to explain and to rank; and in how much memory.

Run ``python benchmarks/knowledge.py``; ``--help`` lists the options. Each figure is the median of several runs in
processes of their own, one thread each; the questions are WorldTree's dev questions.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from explanans.structures.questions import Question

DEFAULT_DATA = Path(os.environ.get("EXPLANANS_DATA") or Path(__file__).parents[2] / "shared" / "datasets")
RUNS = 5


def main() -> None:
    """Print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the folder that holds worldtree-v2.1/")
    parser.add_argument("--measure", choices=sorted(MEASURES), help=argparse.SUPPRESS)
    options = parser.parse_args()
    folder = options.data / "worldtree-v2.1"
    if not folder.is_dir():
        sys.exit(f"{folder}: no such folder; name the one that holds worldtree-v2.1/ with --data or EXPLANANS_DATA")
    if options.measure:
        figure = MEASURES[options.measure](folder)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({"figure": figure, "mebibytes": peak}))
        return
    with tempfile.TemporaryDirectory() as cache:
        for name, unit in (
            ("import", "ms"),
            ("first index", "ms"),
            ("open again", "ms"),
            ("explain", "ms a question"),
            ("rank", "ms a question"),
        ):
            figures = [
                measured(name, options.data, f"{cache}/{run if name == 'first index' else 0}") for run in range(RUNS)
            ]
            figure = statistics.median(item["figure"] for item in figures)
            memory = max(item["mebibytes"] for item in figures)
            print(f"{name:12} {figure:9.2f} {unit:14} {memory:6.0f} MiB at most")


def measured(name: str, data: Path, cache: str) -> dict[str, float]:
    """Take one measure in a process of its own."""
    command = [sys.executable, __file__, "--data", str(data), "--measure", name]
    environment = os.environ | {"EXPLANANS_CACHE": cache}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def measure_import(_: Path) -> float:
    """Return the milliseconds that ``import explanans`` takes."""
    started = time.perf_counter()
    import explanans  # noqa: F401, PLC0415 - this is what is measured

    return (time.perf_counter() - started) * 1000


def measure_open(folder: Path) -> float:
    """Return the milliseconds until a knowledge base is open; its index is built where there is none."""
    from explanans.knowledge.base import KnowledgeBase  # noqa: PLC0415 - imports are measured apart

    started = time.perf_counter()
    KnowledgeBase.open(folder)
    return (time.perf_counter() - started) * 1000


def measure_explain(folder: Path) -> float:
    """Return the median milliseconds of an explanation."""
    from explanans.pipeline.explainer import Explainer  # noqa: PLC0415 - imports are measured apart

    explainer = Explainer.open(folder)
    questions = list(_dev_questions(folder))
    return statistics.median(explainer.explain_question(question).milliseconds or 0.0 for question in questions)


def measure_rank(folder: Path) -> float:
    """Return the median milliseconds of a complete ranking."""
    from explanans.knowledge.base import KnowledgeBase  # noqa: PLC0415 - imports are measured apart
    from explanans.retrieval.ranker import default_ranker, open_ranker, rank  # noqa: PLC0415

    knowledge = KnowledgeBase.open(folder)
    ranker = open_ranker(default_ranker(knowledge), knowledge)
    times = []
    for question in _dev_questions(folder):
        started = time.perf_counter()
        rank(ranker, knowledge, question)
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times)


def _dev_questions(folder: Path) -> list["Question"]:
    from explanans.formats.worldtree import decode_questions  # noqa: PLC0415 - imports are measured apart
    from explanans.io.files import read_lines  # noqa: PLC0415

    path = folder / "questions" / "questions.dev.tsv"
    return list(decode_questions(read_lines(path), path.name))


MEASURES: dict[str, Callable[[Path], float]] = {
    "import": measure_import,
    "first index": measure_open,
    "open again": measure_open,
    "explain": measure_explain,
    "rank": measure_rank,
}

if __name__ == "__main__":
    main()
