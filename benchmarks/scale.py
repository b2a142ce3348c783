"""What a knowledge base costs as it grows: to index, to open, to search and to rank; and in how much memory.

Run ``python benchmarks/scale.py``; ``--help`` lists the options. The facts are WorldTree's and, beyond those, rows that
put the cells of its tables together anew, the same in every run. Each figure comes from a process of its own. Times are
those of the processor, one thread, so that whatever else runs on the machine counts little; the first question is
asked once before the others, and counts as opening. The questions are WorldTree's dev questions; a ranking is complete.
"""

import argparse
import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path

from explanans.codecs.lines import unique_columns
from explanans.codecs.worldtree import UID_COLUMN, decode_questions
from explanans.datasets.locate import find
from explanans.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.rank.ranker import open_ranker, rank, ranker_names

NEURAL = {"bi-encoder", "cross-encoder", "graded"}
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def main() -> None:
    """Print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of the data sets")
    parser.add_argument("--facts", type=int, nargs="+", default=[10_000, 100_000, 1_000_000], metavar="N")
    parser.add_argument("--rankers", nargs="*", default=sorted({*ranker_names()} - NEURAL), metavar="NAME")
    parser.add_argument("--questions", type=int, default=20, metavar="N", help="how many to ask")
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    folder = find("worldtree-v2.1", options.data)
    if options.measure:
        print(json.dumps(measure(options.measure[0], options.measure[1], folder, options.questions)))
        return
    print(f"{'facts':>9}  {'what':32} {'to open':>10} {'a question':>13} {'memory':>11}")
    for size in options.facts:
        with tempfile.TemporaryDirectory() as place:
            grown = grow(folder, size, Path(place, "grown"))
            command = [sys.executable, __file__, "--data", folder.parent, "--questions", str(options.questions)]
            for name in ("index", "open", "search", *options.rankers, "explain"):
                done = subprocess.run(
                    [*map(str, command), "--measure", name, str(grown)],
                    env=os.environ | ONE_THREAD | {"EXPLANANS_CACHE": place},
                    stdout=subprocess.PIPE,
                    text=True,
                    check=True,
                )
                figures = json.loads(done.stdout)
                asked = "" if figures["median"] is None else f"{figures['median']:10.1f} ms"
                opening, memory = f"{figures['opening']:8.2f} s", f"{figures['mebibytes']:7.0f} MiB"
                print(f"{size:9}  {name:32} {opening:>10} {asked:>13} {memory:>11}", flush=True)


def grow(source: Path, size: int, target: Path) -> Path:
    """Write a WorldTree folder of a number of facts: its own, then rows whose cells are drawn from their columns."""
    shutil.copytree(source / "questions", target / "questions")
    (target / "tables").mkdir()
    tables = [list(read_lines(path)) for path in sorted((source / "tables").glob("*.tsv"))]
    names = [path.name for path in sorted((source / "tables").glob("*.tsv"))]
    count = sum(len(lines) - 1 for lines in tables)
    if size < count:
        sys.exit(f"{size} facts; accepted: {count} or more, as WorldTree has")
    rounds, rest = divmod(size - count, count)
    for name, lines in zip(names, tables, strict=True):
        # The first tables give one row more for each of their own, until there are enough.
        more = min(rest, len(lines) - 1)
        rest -= more
        with (target / "tables" / name).open("w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
            file.writelines(recombined(name, lines, rounds * (len(lines) - 1) + more))
    return target


def recombined(name: str, lines: Sequence[str], count: int) -> Iterator[str]:
    """Yield new rows of a table: each is filled where a row of the table is, with cells of other rows."""
    chance = random.Random(name)
    columns = unique_columns(lines[0].split("\t"))
    rows = [line.split("\t") for line in lines[1:]]
    cells = [[row[column] for row in rows if row[column].strip()] for column in range(len(columns))]
    told = [not column.startswith("[SKIP]") for column in columns]
    uid = columns.index(UID_COLUMN)
    for number, row in enumerate(islice(cycle(rows), count)):
        new = [chance.choice(cells[column]) if cell.strip() and told[column] else "" for column, cell in enumerate(row)]
        new[uid] = f"{name}-{number}"
        yield "\t".join(new) + "\n"


def measure(what: str, place: str, source: Path, count: int) -> dict[str, float | None]:
    """Return the seconds that opening takes, the median milliseconds of a question, and the peak memory."""
    path = source / "questions" / "questions.dev.tsv"
    questions = list(islice(decode_questions(read_lines(path), path.name), count))
    started = time.process_time()
    ask = opened(what, place)
    opening = time.process_time() - started
    times = []
    if ask:
        ask(questions[0])
        opening = time.process_time() - started
        for question in questions:
            started = time.process_time()
            ask(question)
            times.append((time.process_time() - started) * 1000)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    return {"opening": opening, "median": statistics.median(times) if times else None, "mebibytes": peak}


def opened(what: str, place: str) -> Callable[[Question], object] | None:
    """Open something and return what asks it a question, if it answers any."""
    knowledge = KnowledgeBase.open(place)
    if what in {"index", "open"}:
        return None
    if what == "search":
        return lambda question: knowledge.search(f"{question.text} {question.answer}", 10)
    if what == "explain":
        from explanans.explainer import Explainer  # noqa: PLC0415 - it brings every stage, which rankers do without

        return Explainer(knowledge).explain_question
    ranker = open_ranker(what, knowledge)
    return lambda question: rank(ranker, knowledge, question)


if __name__ == "__main__":
    main()
