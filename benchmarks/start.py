"""Processor time of commands from the start of the process: help, import, one explanation and one check.

Run ``python benchmarks/start.py``; ``--help`` lists the options. Each figure is the median of several processes on one
thread, user and system time together, after one that writes the byte code. Of several source folders, given by
``--source``, the runs alternate, so that other work on the machine slows all of them alike.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parents[1] / "src"
TEXT = "The Moon is the only natural satellite of the Earth.\nThe Moon orbits the Earth once in 27 days.\n"
QUESTION, ANSWER = "Why does an electrician wear rubber gloves?", "Electricity does not flow easily through rubber."
COMMANDS = {
    "import explanans": ("-c", "import explanans"),
    "explanans --help": ("-m", "explanans", "--help"),
    "explanans explain": ("-m", "explanans", "explain", QUESTION, "--answer", ANSWER),
    "explanans check": ("-m", "explanans", "check", "--claim", "The Moon orbits the Earth.", "--source", "moon.txt"),
}


def main() -> None:
    """Print one line a command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, nargs="+", default=[HERE], metavar="FOLDER", help="folders with sources")
    parser.add_argument("--runs", type=int, default=7, metavar="N", help="processes per figure")
    options = parser.parse_args()
    sources = [folder.resolve() for folder in options.source]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "moon.txt").write_text(TEXT, encoding="utf-8")
        for command, arguments in COMMANDS.items():
            taken = measured(arguments, sources, options.runs, folder)
            print(f"{command:18}", *(f"{statistics.median(seconds):6.2f} s" for seconds in taken), flush=True)


def measured(arguments: tuple[str, ...], sources: list[Path], runs: int, folder: str) -> list[list[float]]:
    """Return the seconds of each run by each source folder, in the order of the folders.

    Args:
        arguments: The arguments of Python.
        sources: The source folders.
        runs: Number of runs.
        folder: The working directory, which also keeps the byte code.
    """
    taken: list[list[float]] = [[] for _ in sources]
    code = {"PYTHONPYCACHEPREFIX": f"{folder}/code", "PYTHONDONTWRITEBYTECODE": "", "OMP_NUM_THREADS": "1"}
    for number in range(runs + 1):
        for source, seconds in zip(sources, taken, strict=True):
            before = processor()
            changed = os.environ | code | {"PYTHONPATH": str(source)}
            subprocess.run([sys.executable, *arguments], env=changed, cwd=folder, capture_output=True, check=True)
            if number:
                seconds.append(processor() - before)
    return taken


def processor() -> float:
    """Return the seconds of all finished processes that this one has started."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
