"""The solver of patterns on all of CoSaTa: its solutions beside the released ones, and its cost."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from explanans.bench.benchmark import Record, System, run_apart
from explanans.codecs import iml
from explanans.exceptions import FormatError
from explanans.files import read_text
from explanans.pattern import Pattern
from explanans.schema.files import pattern_files
from explanans.schema.solution import Solved, encode
from explanans.schema.solver import solve
from explanans.schema.tables import open_store

_PATTERN = re.compile(r"\binferencepattern\b")
_NO_PATTERN = re.compile(r'"[^"\n]*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
"""What of a file of patterns is text or comment."""


def solver_figures(cosata: Path) -> System:
    """Solve every pattern of CoSaTa in a process of its own, and compare its solutions with those that were released.

    Args:
        cosata: The folder of the data set.

    Returns:
        How many ``patterns`` its files have, how many of them were ``parsed``, how many ``solutions`` these have, how
        many were ``stopped`` before all were found; the ``cpu_seconds`` that reading and solving took; how many
        released solutions were ``compared``, and how many of these are among ours ``exact`` in every field but
        generated ids.
    """
    files, there = pattern_files([cosata / "patterns"]), 0
    parsed: dict[Path, tuple[Pattern, ...]] = {}
    for file in files:
        text = read_text(file)
        there += len(_PATTERN.findall(_NO_PATTERN.sub(" ", text)))
        try:
            parsed[file] = iml.decode(text, str(file))
        except FormatError:
            continue
    names = [pattern.name for found in parsed.values() for pattern in found]
    run = run_apart(partial(_solver, cosata, tuple(parsed)), names, _counted)
    compared = compare_solutions(cosata, {file.name: found for file, found in parsed.items()})
    measures = {
        "patterns": there,
        "parsed": len(names),
        **run.measured,
        "exact": compared["solutions the same in every field"],
        "compared": compared["solutions"],
        "cpu_seconds": run.cpu_seconds,
    }
    return System(measures, run.cost)


def _solver(cosata: Path, files: Sequence[Path]) -> Callable[[str], Solved]:
    patterns = {pattern.name: pattern for file in files for pattern in iml.decode(read_text(file), str(file))}
    store = open_store(cosata, files)
    return lambda name: solve(patterns[name], store, others=patterns)


def _counted(found: Iterator[Solved]) -> Record:
    solutions, stopped = 0, 0
    for one in found:
        solutions += len(one.solutions)
        stopped += one.stopped is not None
    return {"solutions": solutions, "stopped": stopped}


def compare_solutions(cosata: Path, files: Mapping[str, Sequence[Pattern]]) -> Counter[str]:
    """Return how like the released solutions ours are: numbers of files, patterns and solutions, by what they share.

    Args:
        cosata: The folder of CoSaTa.
        files: The patterns by the name of their file.
    """
    store = open_store(cosata, [cosata / "patterns" / name for name in files])
    found: Counter[str] = Counter()
    for path in sorted((cosata / "solutions").glob("*.json")):
        if not (patterns := files.get(path.name.removesuffix(".json"))):
            continue
        released = json.loads(path.read_text(encoding="utf-8"))["patternMatches"]
        ours = json.loads(b"".join(encode(solve(pattern, store) for pattern in patterns)))["patternMatches"]
        pairs = [
            ([_stable(match) for match in mine["matches"]], [_stable(match) for match in theirs["matches"]])
            for mine, theirs in zip(ours, released, strict=True)
        ]
        found["files"] += 1
        found["files with the same sets of rows"] += all(
            set(map(_rows, mine)) == set(map(_rows, theirs)) for mine, theirs in pairs
        )
        for mine, theirs in pairs:
            found["patterns"] += 1
            found["patterns with the same number of solutions"] += len(mine) == len(theirs)
            found["patterns with the same order"] += list(map(_rows, mine)) == list(map(_rows, theirs))
            found["solutions"] += len(theirs)
            found["solutions the same in every field"] += sum(match in mine for match in theirs)
    return found


def _stable(match: dict[str, Any]) -> dict[str, Any]:
    """Return a solution with the texts of derived rows in the place of their ids, which differ from run to run."""
    slots = [
        slot | {"uuid": slot["rowText"]} if slot["uuid"].startswith("TEMPGEN-") else slot for slot in match["slots"]
    ]
    return {key: value for key, value in match.items() if key != "uuids"} | {"slots": slots}


def _rows(match: dict[str, Any]) -> tuple[str, ...]:
    return tuple(slot["uuid"] for slot in match["slots"])
