"""Processor time of one WorldTree question: to rank the facts, and to explain the answer without the language model.

Run ``python benchmarks/questions.py``; ``--help`` lists the options. The questions are spread evenly over a split, and
each is asked once. Times are of one thread, user and system time together. Of several source folders, given by
``--source``, each has a process of its own, and the processes take turns question by question, so that other work on
the machine slows all of them alike. The last column of a line says whether all of them give the same bytes.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from explanans.structures.questions import Question

HERE = Path(__file__).parents[1] / "src"
WORK = ("rank", "explain")
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def main() -> None:
    """Print one line for each kind of work and source folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of the data sets")
    parser.add_argument("--source", type=Path, nargs="+", default=[HERE], metavar="FOLDER", help="folders with sources")
    parser.add_argument("--split", default="dev", choices=("train", "dev", "test"))
    parser.add_argument("--questions", type=int, default=60, metavar="N", help="how many to ask")
    parser.add_argument("--ranker", default="stacked", metavar="NAME")
    parser.add_argument("--work", nargs="+", default=WORK, choices=WORK)
    parser.add_argument("--measure", choices=WORK, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure(options)
        return
    for work in options.work:
        print(f"{work}, {options.questions} questions of {options.split}", flush=True)
        command = [sys.executable, __file__, "--measure", work, "--split", options.split, "--ranker", options.ranker]
        command += ["--questions", str(options.questions), *(("--data", str(options.data)) if options.data else ())]
        for source, (times, digest) in alternated(command, [folder.resolve() for folder in options.source]).items():
            times.sort()
            late = times[int(len(times) * 0.95)]
            print(
                f"  {source!s:40} median {statistics.median(times):6.1f} ms  mean {statistics.mean(times):6.1f}"
                f"  95% within {late:6.1f}  {digest}",
                flush=True,
            )


def alternated(command: list[str], sources: list[Path]) -> dict[Path, tuple[list[float], str]]:
    """Return the milliseconds of each question and the digest of all results, for each source folder."""
    processes = [
        subprocess.Popen(
            command,
            env=os.environ | ONE_THREAD | {"PYTHONPATH": str(source)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        for source in sources
    ]
    lines: list[list[str]] = [[] for _ in processes]
    going = True
    while going:
        for process, found in zip(processes, lines, strict=True):
            if process.stdin is None or process.stdout is None:
                raise ValueError("no pipes")
            process.stdin.write("next\n")
            process.stdin.flush()
            line = process.stdout.readline().strip()
            found.append(line)
            going = going and line.startswith("ms ")
    for process in processes:
        process.communicate()
    return {
        source: ([float(line.split()[1]) for line in found if line.startswith("ms ")], found[-1])
        for source, found in zip(sources, lines, strict=True)
    }


def measure(options: argparse.Namespace) -> None:
    """Answer each line of the input with the milliseconds of the next question, and the last with a digest."""
    from explanans.formats.worldtree import decode_questions  # noqa: PLC0415 - of the source folder that is measured
    from explanans.io.files import read_lines  # noqa: PLC0415
    from explanans.lab.datasets.catalogue import find  # noqa: PLC0415

    folder = find("worldtree-v2.1", options.data)
    path = folder / "questions" / f"questions.{options.split}.tsv"
    known = [question for question in decode_questions(read_lines(path), path.name) if question.explanation]
    step = len(known) / (options.questions + 1)
    first, *asked = (known[int(number * step)] for number in range(options.questions + 1))
    ask = opened(options.measure, folder, options.ranker)
    ask(first)
    digest = blake2b(digest_size=6)
    for question in asked:
        sys.stdin.readline()
        started = time.process_time()
        made = ask(question)
        print(f"ms {(time.process_time() - started) * 1000:.3f}", flush=True)
        digest.update(made)
    sys.stdin.readline()
    print(digest.hexdigest(), flush=True)


def opened(work: str, folder: Path, ranker: str) -> "Callable[[Question], bytes]":
    """Open the knowledge base and return what does the work for a question."""
    from explanans.knowledge.base import KnowledgeBase  # noqa: PLC0415
    from explanans.retrieval.ranker import open_ranker  # noqa: PLC0415

    knowledge = KnowledgeBase.open(folder)
    if work == "rank":
        ready = open_ranker(ranker, knowledge)
        return lambda question: ready.scores(question).tobytes()
    from explanans.formats import jsonl  # noqa: PLC0415
    from explanans.pipeline.explainer import Explainer  # noqa: PLC0415

    explainer = Explainer.open(knowledge, ranker=ranker, judge="fast-judge")
    return lambda question: jsonl.encode(replace(explainer.explain_question(question), milliseconds=None)).encode()


if __name__ == "__main__":
    main()
