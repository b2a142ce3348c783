"""How long it takes to solve CoSaTa's patterns and to score their solutions, and how like the released ones ours are.

Run ``python benchmarks/schemas.py``; ``--help`` lists the options. Patterns are solved in one process on one core, as
``explanans lab bench schemas`` does; times are CPU-seconds of that process.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from explanans.errors import InputError
from explanans.lab.benchmarks.solver import compared_patterns, parsed_files, solver_figures, tally
from explanans.patterns.cache import Cache, choose, solution_scores
from explanans.patterns.files import build_cache, pattern_files

DEFAULT_DATA = Path(os.environ.get("EXPLANANS_DATA") or Path(__file__).parents[2] / "shared" / "datasets")
RUNS = 20


def main() -> None:
    """Print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the folder that holds cosata/")
    folder = parser.parse_args().data / "cosata"
    if not folder.is_dir():
        sys.exit(f"{folder}: no such folder; name the one that holds cosata/ with --data or EXPLANANS_DATA")
    files = pattern_files([folder / "patterns"])
    solver = solver_figures(folder)
    print(f"files read                  {len(files):8}")
    for name, value in {**solver.measures, "MiB at most": solver.cost.peak_mib}.items():
        print(f"{name:27} {value:8.1f}" if isinstance(value, float) else f"{name:27} {value:8}")
    parsed, broken = parsed_files(files)
    for reason in broken.values():
        print(reason)
    try:
        measure_scoring(folder, tuple(parsed))
    except InputError as error:  # as where a part stands in no file
        print(f"no cache of these files: {error}")
    compared = list(compared_patterns(folder, {file.name: found for file, found in parsed.items()}))
    for name, count in tally(compared).items():
        print(f"released {name:45} {count:6}")
    for pattern in compared:
        if pattern.difference:
            print(
                f"{pattern.file}, {pattern.name}: {pattern.ours} and {pattern.released} solutions; {pattern.difference}"
            )


def measure_scoring(folder: Path, files: tuple[Path, ...]) -> None:
    """Print how long it takes to score the solutions of a cache for a question, with scores drawn at random."""
    with tempfile.TemporaryDirectory() as place:
        build_cache(files, folder, Path(place) / "cache")
        size = sum(file.stat().st_size for file in (Path(place) / "cache").iterdir())
        started = time.perf_counter()
        cache = Cache.open(Path(place) / "cache")
        print(f"MiB of the cache            {size / 2**20:8.1f}")
        print(f"ms to open it               {(time.perf_counter() - started) * 1000:8.1f}")
        draw = np.random.default_rng(0)
        times: dict[str, list[float]] = {"ms to score all solutions": [], "ms to choose three": []}
        for _ in range(RUNS):
            scores = np.maximum(draw.normal(size=len(cache.manifest.facts)), 0).astype(np.float32)
            started = time.perf_counter()
            solution_scores(cache, scores)
            scored = time.perf_counter()
            choose(cache, scores, 3)
            times["ms to score all solutions"].append(scored - started)
            times["ms to choose three"].append(time.perf_counter() - scored)
        for name, seconds in times.items():
            print(f"{name:27} {statistics.median(seconds) * 1000:8.1f}")


if __name__ == "__main__":
    main()
