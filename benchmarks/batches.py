"""Many questions over many facts: by one process, by two, through Dask, and killed again and again.

Run ``python benchmarks/batches.py``; ``--help`` lists the options. The facts are WorldTree's
and, beyond those, made-up ones (``synthetic.py``). The questions are WorldTree's, repeated under
new ids.
All runs must write the same bytes. The clock counts, so that the machine must have nothing else to do; what the
processors did is told beside it, but for Dask's workers, which are no children of the command. Each run opens the
knowledge base anew; the scheduler and two workers run on this machine before the clock starts.
"""

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from filecmp import cmp
from itertools import cycle, islice
from pathlib import Path

import synthetic
from explanans.formats import jsonl
from explanans.formats.worldtree import decode_questions
from explanans.io.files import read_lines
from explanans.knowledge import index
from explanans.lab.datasets.catalogue import find

PYTHON = (sys.executable, "-m")


def main() -> None:
    """Print one line a run and the ratios between them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of the data sets")
    parser.add_argument("--facts", type=int, default=100_000, metavar="N")
    parser.add_argument("--questions", type=int, default=10_000, metavar="N")
    parser.add_argument("--command", default="explain", choices=("explain", "rank"))
    parser.add_argument("--model", default="bm25", metavar="NAME", help="the ranker")
    parser.add_argument("--judge", default="none", metavar="NAME", help="the judge, for explain")
    parser.add_argument("--kills", type=int, default=10, metavar="N", help="how often to kill a run")
    options = parser.parse_args()
    source = find("worldtree-v2.1", options.data)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        facts = place / "facts"
        synthetic.write(options.facts, place / "made-up.jsonl")
        index.build([source, place / "made-up.jsonl"], facts, vectors=False)
        asked = write_questions(source, options.questions, place / "asked.jsonl")
        command = [*PYTHON, "explanans", options.command, "--questions", str(asked), "--kb", str(facts)]
        command += ["--model", options.model, "--quiet"]
        command += ["--judge", options.judge] * (options.command == "explain")
        one = timed("one process", [*command, "--out", str(place / "one")], options.questions)
        two = timed("two processes", [*command, "--out", str(place / "two"), "--workers", "2"], options.questions)
        with dask(place, 2) as (address, _):
            through = timed("Dask", [*command, "--out", str(place / "dask"), "--cluster", address], options.questions)
        print(
            f"two processes are {one / two:.2f} times as fast as one; Dask is {two / through:.2f} times as fast as they"
        )
        killed(command, place, options.kills, two)
        for other in ("two", "dask", "killed"):
            if not cmp(place / "one", place / other, shallow=False):
                sys.exit(f"one and {other}: different bytes")
        print("all files are the same, byte for byte")


def write_questions(source: Path, count: int, path: Path) -> Path:
    """Write so many questions, each with an id of its own."""
    train = source / "questions" / "questions.train.tsv"
    known = list(decode_questions(read_lines(train), train.name))
    repeated = (replace(question, id=f"q{number}") for number, question in enumerate(islice(cycle(known), count)))
    path.write_text("".join(f"{jsonl.encode(question)}\n" for question in repeated), encoding="utf-8")
    return path


def timed(name: str, command: Sequence[str], questions: int) -> float:
    """Run a command, print what it cost, and return the seconds."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True)
    seconds, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    peak = after.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    rate = questions / seconds
    print(f"{name:14} {seconds:8.1f} s {rate:8.1f} a second  {processor:8.1f} s of its processors  peak {peak:.0f} MiB")
    return seconds


@contextmanager
def dask(place: Path, workers: int) -> Iterator[tuple[str, list[int]]]:
    """Start a scheduler and workers, and return the scheduler's address and the workers' process ids."""
    file = place / "scheduler.json"
    scheduler = [*PYTHON, "dask", "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)]
    worker = [*PYTHON, "dask", "worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny"]
    processes = [start(scheduler, place)]
    try:
        while not file.exists():
            time.sleep(0.1)
        processes += [start(worker, place) for _ in range(workers)]
        from distributed import Client  # noqa: PLC0415 - an extra

        with Client(scheduler_file=str(file)) as client:
            client.wait_for_workers(workers)
            address = str(client.scheduler.address)
        yield address, [process.pid for process in processes[1:]]
    finally:
        for process in processes:
            process.kill()
            process.wait()


def start(command: Sequence[str], place: Path) -> "subprocess.Popen[bytes]":
    """Start a process that says nothing and leaves its files in a folder."""
    environment = os.environ | {"DASK_TEMPORARY_DIRECTORY": str(place)}
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def killed(command: Sequence[str], place: Path, kills: int, seconds: float) -> None:
    """Kill a run at random moments and go on with it until it is done."""
    chance, deaths = random.Random(0), 0
    going_on = [*command, "--out", str(place / "killed"), "--workers", "2", "--resume"]
    while True:
        process = subprocess.Popen(going_on)
        try:
            limit = chance.uniform(0, 2 * seconds / max(kills, 1)) if deaths < kills else None
            process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            deaths += 1
            continue
        break
    print(f"killed {deaths} times and gone on with")


if __name__ == "__main__":
    main()
