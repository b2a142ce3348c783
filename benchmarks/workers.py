"""How much faster two processes are than one, at explaining, ranking and checking.

Run ``python benchmarks/workers.py``; ``--help`` lists the options. Each pair of runs, one after the other, does the
same work with one process and with two, from the start of the command line to its end. On a machine with other work the
wall clock says little; what can be said there is how the processor's time is spread: the busier of the two processes is
what two idle cores would have to wait for. What two processes spend beyond one, all together, is printed beside it: to
start, to open the models again, and to read again what the other has read. Claims are facts of the starter base,
checked against 22 others.
"""

import argparse
import resource
import statistics
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from filecmp import cmp
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from explanans.cli import main as command_line
from explanans.formats import jsonl
from explanans.formats.worldtree import decode_questions
from explanans.io.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.datasets.catalogue import find

COMMANDS = ("explain", "rank", "check")
SENTENCES = 22


class Cost(NamedTuple):
    """What a run has taken, in seconds: by the clock, and by the processor in this process and in its child."""

    clock: float
    own: float
    child: float


def main() -> None:
    """Print one line for each pair of runs and one for their medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of the data sets")
    parser.add_argument("--models", nargs="+", default=["unification", "rules"], metavar="NAME", help="rankers")
    parser.add_argument("--commands", nargs="+", default=["explain", "rank", "check"], choices=COMMANDS)
    parser.add_argument("--questions", type=int, default=2000, metavar="N", help="how many of the training questions")
    parser.add_argument("--claims", type=int, default=300, metavar="N", help="how many claims to check")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="how many pairs of runs")
    options = parser.parse_args()
    folder = find("worldtree-v2.1", options.data)
    KnowledgeBase.open(folder)
    path = folder / "questions" / "questions.train.tsv"
    with tempfile.TemporaryDirectory() as place:
        asked = Path(place, "questions.jsonl")
        questions = islice(decode_questions(read_lines(path), path.name), options.questions)
        asked.write_text("".join(f"{jsonl.encode(question)}\n" for question in questions), encoding="utf-8")
        print(f"{'':44}  {'clock':>7}  {'processor':>9}  {'more':>5}   seconds of one and of two processes")
        for command in options.commands:
            if command == "check":
                claims, source = write_claims(Path(place), options.claims)
                work = [["check", "--claims", str(claims), "--source", str(source), "--fast"]]
            else:
                given = ["--questions", str(asked), "--kb", str(folder)]
                work = [[command, *given, "--ranker", model] for model in options.models]
            for arguments in work:
                compare(arguments, Path(place), options.runs)


def compare(arguments: list[str], place: Path, runs: int) -> None:
    """Print one line for each pair of runs of a command, and one for the medians."""
    name = " ".join(
        Path(part).name for part in arguments if part not in {"--questions", "--kb", "--claims", "--source"}
    )
    pairs = []
    for _ in range(runs):
        one, two = pair(arguments, place)
        pairs.append((one, two))
        print(
            f"{name:44.44}  {one.clock / two.clock:6.2f}×  {one.own / max(two[1:]):8.2f}×  "
            f"{two.own + two.child - one.own:4.1f} s   clock {one.clock:.1f}, {two.clock:.1f}; "
            f"processor {one.own:.1f}, {two.own:.1f} + {two.child:.1f}",
            flush=True,
        )
    clock = statistics.median(one.clock / two.clock for one, two in pairs)
    processor = statistics.median(one.own / max(two[1:]) for one, two in pairs)
    print(f"{'median':44}  {clock:6.2f}×  {processor:8.2f}×", flush=True)


def write_claims(place: Path, count: int) -> tuple[Path, Path]:
    """Write claims and the sentences to check them against, both facts of the starter base."""
    texts = list(dict.fromkeys(fact.text for fact in KnowledgeBase.open("starter").facts))
    source = texts[:: len(texts) // SENTENCES][:SENTENCES]
    claims = [text for text in texts if text not in source][:count]
    for name, lines in (("claims.txt", claims), ("source.txt", source)):
        (place / name).write_text("".join(f"{line}.\n" for line in lines), encoding="utf-8")
    return place / "claims.txt", place / "source.txt"


def pair(arguments: list[str], place: Path) -> tuple[Cost, Cost]:
    """Do the same work with one process and with two, and make sure that the same bytes come out."""
    outs = [place / f"{workers}.jsonl" for workers in (1, 2)]
    costs = []
    for workers, out in enumerate(outs, 1):
        command = [*arguments, "--quiet", "--out", str(out), "--workers", str(workers)]
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            costs.append(pool.submit(run, command).result())
    if not cmp(outs[0], outs[1], shallow=False):
        sys.exit(f"{arguments[0]}: one process and two write different bytes")
    return costs[0], costs[1]


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
    return Cost(time.perf_counter() - started, own.ru_utime + own.ru_stime, child.ru_utime + child.ru_stime)


if __name__ == "__main__":
    main()
