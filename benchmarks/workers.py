"""How many items a second one process, two processes and two workers of Dask explain, rank, answer and check.

Run ``python benchmarks/workers.py``; ``--help`` lists the options. Runs follow each other and do the same work: with
one process, with two and, with ``--dask``, with two workers of Dask, from the start of the command line to its end; all
must write the same bytes. On a machine with other work the wall clock says little; what can be said there is how the
processor's time is spread: the busiest of the processes is what idle cores would have to wait for. What several
processes spend beyond one, all together, is printed beside it: to start, to open the models again, and to read again
what another has read. A scheduler and workers of Dask run before the clock starts, but open the models within it.
Claims are facts of the starter base, checked against 22 others; questions are WorldTree's, over its facts.
"""

import argparse
import resource
import statistics
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from filecmp import cmp
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from batches import dask
from explanans.cli import main as command_line
from explanans.formats import jsonl
from explanans.formats.worldtree import decode_questions
from explanans.io.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.datasets.catalogue import find

COMMANDS = ("explain", "rank", "answer", "check")
SENTENCES = 22
PATHS = {"--questions", "--kb", "--claims", "--source"}


class Cost(NamedTuple):
    """What a run has taken, in seconds: by the clock, and by the processor in each of its processes."""

    clock: float
    processors: tuple[float, ...]

    @property
    def busiest(self) -> float:
        """The processor time of the busiest process."""
        return max(self.processors)


def main() -> None:
    """Print one line for each set of runs, and a table of their medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of the data sets")
    parser.add_argument("--models", nargs="+", default=["unification", "rules"], metavar="NAME", help="rankers")
    parser.add_argument("--commands", nargs="+", default=["explain", "rank", "check"], choices=COMMANDS)
    parser.add_argument("--questions", type=int, default=2000, metavar="N", help="how many of the training questions")
    parser.add_argument("--claims", type=int, default=300, metavar="N", help="how many claims to check")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="how many sets of runs")
    parser.add_argument("--dask", action="store_true", help="run with two workers of Dask as well")
    options = parser.parse_args()
    folder = find("worldtree-v2.1", options.data)
    KnowledgeBase.open(folder)
    path = folder / "questions" / "questions.train.tsv"
    table: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        asked = Path(place, "questions.jsonl")
        questions = islice(decode_questions(read_lines(path), path.name), options.questions)
        asked.write_text("".join(f"{jsonl.encode(question)}\n" for question in questions), encoding="utf-8")
        print("seconds by the clock, and by the processor of each process")
        for command in options.commands:
            if command == "check":
                claims, source = write_claims(Path(place), options.claims)
                work = [["check", "--claims", str(claims), "--source", str(source), "--fast"]]
            else:
                given = ["--questions", str(asked), "--kb", str(folder), *(["--fast"] * (command != "rank"))]
                work = [[command, *given, "--ranker", model] for model in options.models]
            count = options.claims if command == "check" else options.questions
            for arguments in work:
                table += compare(arguments, Path(place), options.runs, count, through_dask=options.dask)
    print("\n| | items a second, one process | two: busiest, more in all | items a second, two idle cores |", end="")
    print(" Dask: busiest, more in all | items a second, two idle cores |" * options.dask)
    print("|---" * (6 if options.dask else 4) + "|")
    print("\n".join(table))


def compare(arguments: list[str], place: Path, runs: int, count: int, *, through_dask: bool) -> list[str]:
    """Print one line for each set of runs of a command, and return the row of its medians."""
    name = " ".join(Path(part).name for part in arguments if part not in PATHS)
    found: list[list[Cost]] = []
    for _ in range(runs):
        costs = together(arguments, place, through_dask=through_dask)
        found.append(costs)
        shown = ";  ".join(f"{cost.clock:.1f}: {', '.join(f'{one:.1f}' for one in cost.processors)}" for cost in costs)
        print(f"{name:44.44}  {shown}", flush=True)
    alone = statistics.median(costs[0].busiest for costs in found)
    cells = [f"{count / alone:.1f}"]
    for number in range(1, len(found[0])):
        ratio = statistics.median(costs[0].busiest / costs[number].busiest for costs in found)
        more = statistics.median(sum(costs[number].processors) - costs[0].busiest for costs in found)
        cells += [f"{ratio:.2f} times less, {more:.1f} s", f"{count / alone * ratio:.1f}"]
    return [f"| `{name}` | {' | '.join(cells)} |"]


def write_claims(place: Path, count: int) -> tuple[Path, Path]:
    """Write claims and the sentences to check them against, both facts of the starter base."""
    texts = list(dict.fromkeys(fact.text for fact in KnowledgeBase.open("starter").facts))
    source = texts[:: len(texts) // SENTENCES][:SENTENCES]
    claims = [text for text in texts if text not in source][:count]
    for name, lines in (("claims.txt", claims), ("source.txt", source)):
        (place / name).write_text("".join(f"{line}.\n" for line in lines), encoding="utf-8")
    return place / "claims.txt", place / "source.txt"


def together(arguments: list[str], place: Path, *, through_dask: bool) -> list[Cost]:
    """Do the same work with one process, with two and through Dask, and make sure that the same bytes come out."""
    costs, outs = [], []
    for name in ("one", "two", *(["dask"] if through_dask else [])):
        outs.append(place / f"{name}.jsonl")
        command = [*arguments, "--quiet", "--out", str(outs[-1])]
        with ExitStack() as stack:
            pids: list[int] = []
            if name == "dask":
                address, pids = stack.enter_context(dask(place, 2))
                command += ["--cluster", address]
            elif name == "two":
                command += ["--workers", "2"]
            before = [processor(pid) for pid in pids]
            pool = stack.enter_context(ProcessPoolExecutor(1, mp_context=get_context("spawn")))
            cost = pool.submit(run, command).result()
            others = [processor(pid) - started for pid, started in zip(pids, before, strict=True)]
            own = tuple(seconds for seconds in cost.processors if seconds)
            costs.append(Cost(cost.clock, (*own, *others)))
        if not cmp(outs[0], outs[-1], shallow=False):
            sys.exit(f"{arguments[0]}: {outs[0].stem} and {name} write different bytes")
        (place / "scheduler.json").unlink(missing_ok=True)
    return costs


def processor(pid: int) -> float:
    """Return the seconds of the processor that another process has taken."""
    from psutil import Process  # noqa: PLC0415 - it comes with Dask

    times = Process(pid).cpu_times()
    return float(times.user + times.system)


def run(arguments: list[str]) -> Cost:
    """Run the command line in this process."""
    sys.argv = ["explanans", *arguments]
    started = time.perf_counter()
    try:
        command_line()
    except SystemExit as ended:
        if ended.code:
            raise
    own, child = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    processors = own.ru_utime + own.ru_stime, child.ru_utime + child.ru_stime
    return Cost(time.perf_counter() - started, processors)


if __name__ == "__main__":
    main()
