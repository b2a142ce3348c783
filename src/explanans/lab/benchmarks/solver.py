"""The solver of patterns on all of CoSaTa: its solutions beside the released ones, and its cost."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from explanans.errors import FormatError, InputError
from explanans.formats import iml
from explanans.io.files import read_text
from explanans.lab.benchmarks.benchmark import Record, System, run_apart
from explanans.patterns.files import pattern_files
from explanans.patterns.solution import SolvedPattern, encode
from explanans.patterns.solver import solve
from explanans.patterns.tables import open_store
from explanans.structures.patterns import Pattern

_PATTERN = re.compile(r"\binferencepattern\b")
_NO_PATTERN = re.compile(r'"[^"\n]*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
"""Strings and comments of a file of patterns."""

_Match = dict[str, Any]


def solver_figures(cosata: Path) -> System:
    """Solve every pattern of CoSaTa in a process of its own, and compare its solutions with those that were released.

    Returns:
        How many ``patterns`` its files have, how many of them were ``parsed``, how many ``solutions`` these have, how
        many were ``stopped`` before all were found, and how many ``refused``, as where a part stands in no file; the
        ``cpu_seconds`` that reading and solving took; how many released solutions were ``compared``, and how many of
        these are among ours ``exact`` in every field but generated ids.
    """
    files = pattern_files([cosata / "patterns"])
    there = sum(len(_PATTERN.findall(_NO_PATTERN.sub(" ", read_text(file)))) for file in files)
    parsed, _ = parsed_files(files)
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


def parsed_files(files: Iterable[Path]) -> tuple[dict[Path, tuple[Pattern, ...]], dict[Path, str]]:
    """Return the patterns of each file that can be read, and of each other file why it cannot."""
    parsed: dict[Path, tuple[Pattern, ...]] = {}
    broken: dict[Path, str] = {}
    for file in files:
        try:
            parsed[file] = iml.decode(read_text(file), str(file))
        except FormatError as error:
            broken[file] = str(error)
    return parsed, broken


def _solver(cosata: Path, files: Sequence[Path]) -> Callable[[str], SolvedPattern | None]:
    parsed, _ = parsed_files(files)
    patterns = {pattern.name: pattern for found in parsed.values() for pattern in found}
    store = open_store(cosata, files)

    def solved(name: str) -> SolvedPattern | None:
        try:
            return solve(patterns[name], store, others=patterns)
        except InputError:  # a part that stands in no file; ``compared_patterns`` names it
            return None

    return solved


def _counted(found: Iterator[SolvedPattern | None]) -> Record:
    counts = {"solutions": 0, "stopped": 0, "refused": 0}
    for one in found:
        counts["solutions"] += len(one.solutions) if one else 0
        counts["stopped"] += one is not None and one.stopped is not None
        counts["refused"] += one is None
    return counts


def compare_solutions(cosata: Path, files: Mapping[str, Sequence[Pattern]]) -> Counter[str]:
    """Return how like the released solutions ours are; see ``tally`` and ``compared_patterns``."""
    return tally(compared_patterns(cosata, files))


@dataclass(frozen=True, slots=True)
class ComparedPattern:
    """The comparison of our solutions of one pattern with the released ones.

    Attributes:
        same: How many of these are among ours, the same in every field but generated ids.
        same_rows: Whether both have the same sets of rows.
        same_order: Whether both have them in the same order.
        fields: In how many of the other released solutions each field differs from ours with the same rows.
        missing: How many released solutions have rows that none of ours has.
        added: How many of ours have rows that no released one has.
        refused: Why the pattern could not be solved, as where its file or a part is not there; empty if it was.
    """

    file: str
    name: str
    ours: int
    released: int
    same: int
    same_rows: bool
    same_order: bool
    fields: Mapping[str, int]
    missing: int
    added: int
    refused: str = ""

    @property
    def difference(self) -> str:
        """A description of the differences; empty if there are none."""
        if self.refused:
            return f"not solved: {self.refused}"
        differences = [f"{count} differ in {field}" for field, count in self.fields.items()]
        differences += [f"{self.missing} of theirs are not among ours"] * bool(self.missing)
        differences += [f"{self.added} of ours are not among theirs"] * bool(self.added)
        if not differences and not self.same_order:
            differences = ["another order"]
        return "; ".join(differences)


def tally(compared: Iterable[ComparedPattern]) -> Counter[str]:
    """Return numbers of files, patterns and solutions, by what ours and the released ones share."""
    found: Counter[str] = Counter()
    for _, patterns in groupby(compared, key=attrgetter("file")):
        alike = list(patterns)
        found["files"] += 1
        found["files with the same sets of rows"] += all(item.same_rows and not item.refused for item in alike)
        for pattern in alike:
            found["patterns"] += 1
            found["solutions"] += pattern.released
            if pattern.refused:
                found["patterns that could not be solved"] += 1
                continue
            found["patterns with the same number of solutions"] += pattern.ours == pattern.released
            found["patterns with the same order"] += pattern.same_order
            found["solutions the same in every field"] += pattern.same
    return found


def compared_patterns(cosata: Path, files: Mapping[str, Sequence[Pattern]]) -> Iterator[ComparedPattern]:
    """Yield each pattern whose solutions were released, with how like ours are.

    Args:
        files: The patterns by the name of their file; each may have the patterns of the others as parts.
    """
    others = {pattern.name: pattern for patterns in files.values() for pattern in patterns}
    store = open_store(cosata, [cosata / "patterns" / name for name in files])
    for path in sorted((cosata / "solutions").glob("*.json")):
        name = path.name.removesuffix(".json")
        released = json.loads(path.read_text(encoding="utf-8"))["patternMatches"]
        refused: dict[str, str] = {}
        solved = []
        for pattern in files.get(name, ()):
            try:
                solved.append(solve(pattern, store, others=others))
            except InputError as error:
                refused[pattern.name] = str(error)
        if name not in files:
            unread = f"no file of patterns called {name} that can be read"
            refused = {matches["patternName"]: unread for matches in released}
        mine, theirs = (
            {matches["patternName"]: list(map(_stable, matches["matches"])) for matches in found}
            for found in (json.loads(b"".join(encode(solved)))["patternMatches"], released)
        )
        for named in dict.fromkeys((*mine, *theirs, *refused)):
            compared = _compared(name, named, mine.get(named, []), theirs.get(named, []))
            yield replace(compared, refused=refused.get(named, ""))


def _compared(file: str, name: str, mine: Sequence[_Match], theirs: Sequence[_Match]) -> ComparedPattern:
    rows: dict[tuple[str, ...], list[_Match]] = {}
    for match in mine:
        rows.setdefault(_rows(match), []).append(match)
    fields, missing, same = Counter[str](), 0, 0
    for match in theirs:
        alike = rows.get(_rows(match), [])
        if match in alike:
            same += 1
        elif alike:
            fields.update(key for key in match if match[key] != alike[0].get(key))
        else:
            missing += 1
    known = set(map(_rows, theirs))
    return ComparedPattern(
        file,
        name,
        len(mine),
        len(theirs),
        same,
        rows.keys() == known,
        list(map(_rows, mine)) == list(map(_rows, theirs)),
        dict(fields),
        missing,
        sum(_rows(match) not in known for match in mine),
    )


def _stable(match: _Match) -> _Match:
    """Return a solution with the texts of derived rows in the place of their ids, which differ from run to run."""
    slots = [
        slot | {"uuid": slot["rowText"]} if slot["uuid"].startswith("TEMPGEN-") else slot for slot in match["slots"]
    ]
    return {key: value for key, value in match.items() if key != "uuids"} | {"slots": slots}


def _rows(match: _Match) -> tuple[str, ...]:
    return tuple(slot["uuid"] for slot in match["slots"])
