"""How long it takes to solve CoSaTa's patterns, in how much memory, and how like the released solutions ours are.

Run ``python benchmarks/schemas.py``; ``--help`` lists the options. Everything happens in one process on one core; times
are CPU-seconds of this process.
"""

import argparse
import json
import os
import resource
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from explanans.pattern import Pattern
from explanans.schema.cache import Cache, build, choose, solution_scores
from explanans.schema.files import pattern_files, read_patterns
from explanans.schema.solution import Solved, encode
from explanans.schema.solver import solve
from explanans.schema.tables import Store, open_store

DEFAULT_DATA = Path(os.environ.get("EXPLANANS_DATA") or Path(__file__).parents[2] / "shared" / "datasets")
RUNS = 20


def main() -> None:
    """Print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the folder that holds cosata/")
    folder = parser.parse_args().data / "cosata"
    if not folder.is_dir():
        sys.exit(f"{folder}: no such folder; name the one that holds cosata/ with --data or EXPLANANS_DATA")
    started = time.process_time()
    files = read_patterns(pattern_files([folder / "patterns"]))
    patterns = {pattern.name: pattern for found in files.values() for pattern in found}
    print(f"files read                  {len(files):8}")
    print(f"patterns read               {len(patterns):8}")
    store = open_store(folder, list(files))
    total, stopped = 0, Counter[str]()
    for pattern in patterns.values():
        solved = solve(pattern, store, others=patterns)
        total += len(solved.solutions)
        stopped[str(solved.stopped or "ended")] += 1
    print(f"CPU-seconds                 {time.process_time() - started:8.1f}")
    print(f"MiB at most                 {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:8.0f}")
    print(f"solutions                   {total:8}")
    print(f"patterns by how they ended  {dict(stopped)}")
    measure_scoring(solve(pattern, store, others=patterns) for pattern in patterns.values())
    compare(folder, {file.name: found for file, found in files.items()}, store)


def measure_scoring(solved: Iterable[Solved]) -> None:
    """Print how long it takes to score the solutions of a cache for a question, with scores drawn at random."""
    with tempfile.TemporaryDirectory() as place:
        build(solved, Path(place) / "cache")
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


def compare(folder: Path, files: dict[str, tuple[Pattern, ...]], store: Store) -> None:
    """Print how like the released solutions ours are."""
    found: Counter[str] = Counter()
    for path in sorted((folder / "solutions").glob("*.json")):
        released = json.loads(path.read_text(encoding="utf-8"))["patternMatches"]
        patterns = files[path.name.removesuffix(".json")]
        ours = json.loads(b"".join(encode(solve(pattern, store) for pattern in patterns)))["patternMatches"]
        pairs = [
            ([stable(match) for match in mine["matches"]], [stable(match) for match in theirs["matches"]])
            for mine, theirs in zip(ours, released, strict=True)
        ]
        found["files"] += 1
        found["files with the same sets of rows"] += all(row_sets(mine) == row_sets(theirs) for mine, theirs in pairs)
        for mine, theirs in pairs:
            found["patterns"] += 1
            found["patterns with the same number of solutions"] += len(mine) == len(theirs)
            found["patterns with the same order"] += [rows(match) for match in mine] == [
                rows(match) for match in theirs
            ]
            found["solutions"] += len(theirs)
            found["solutions the same in every field"] += sum(match in mine for match in theirs)
    for name, count in found.items():
        print(f"released {name:45} {count:6}")


def stable(match: dict[str, Any]) -> dict[str, Any]:
    """Return a solution with the texts of derived rows in the place of their ids, which differ from run to run."""
    slots = [
        slot | {"uuid": slot["rowText"]} if slot["uuid"].startswith("TEMPGEN-") else slot for slot in match["slots"]
    ]
    return {key: value for key, value in match.items() if key != "uuids"} | {"slots": slots}


def rows(match: dict[str, Any]) -> tuple[str, ...]:
    """Return the rows of a solution, in order."""
    return tuple(slot["uuid"] for slot in match["slots"])


def row_sets(matches: list[dict[str, Any]]) -> set[tuple[str, ...]]:
    """Return the rows of each solution."""
    return set(map(rows, matches))


if __name__ == "__main__":
    main()
