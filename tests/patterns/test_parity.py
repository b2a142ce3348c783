"""The solutions that CoSaTa released, against ours."""

import json
from pathlib import Path
from typing import Any

import pytest

from explanans.formats import iml
from explanans.io.files import read_text
from explanans.patterns.solution import encode
from explanans.patterns.solver import solve
from explanans.patterns.tables import Store, open_store

_stores: dict[Path, Store] = {}

NAMES = (
    "[CEL TIDES] Tides by Gravity",  # optional rows, relaxed literals, two patterns
    "[LIFE CONTL] Food for Repair and Growth",  # kinds of kinds
    "[MAT COS] Change of State (Generic)",  # variables across many rows
    "[MAT MEAS] Measuring - Speed",  # words left uncovered
    "[MAT MIXTURES] Solution",
)


def comparable(matches: list[dict[str, Any]]) -> list[str]:
    """Return solutions, sorted, without what is not stable: ids of derived rows, guesses at how words were written."""
    return sorted(json.dumps(_stable(match)) for match in matches)


def _stable(match: dict[str, Any]) -> dict[str, Any]:
    slots = [
        {**slot, "uuid": slot["uuid"][: 8 if slot["uuid"].startswith("TEMPGEN-") else None]} for slot in match["slots"]
    ]
    return {"slots": slots, "variables": match["variables"]}


@pytest.mark.parametrize("name", NAMES)
def test_released_solutions(cosata_folder: Path, name: str) -> None:
    path = cosata_folder / "patterns" / f"{name}.iml"
    if cosata_folder not in _stores:
        _stores[cosata_folder] = open_store(cosata_folder, [path])
    patterns = iml.decode(read_text(path), path.name)
    solved = (solve(pattern, _stores[cosata_folder]) for pattern in patterns)
    ours = json.loads(b"".join(encode(solved)))["patternMatches"]
    theirs = json.loads(read_text(cosata_folder / "solutions" / f"{name}.iml.json"))["patternMatches"]
    assert [entry["patternName"] for entry in ours] == [entry["patternName"] for entry in theirs]
    for mine, released in zip(ours, theirs, strict=True):
        assert comparable(mine["matches"]) == comparable(released["matches"])


def test_a_table_without_uids_is_passed_over(cosata_folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = open_store(cosata_folder)
    assert len(store.tables) == 81
    assert "LemmatizerAdditions.tsv: passed over, since its header has no column [SKIP] UID" in caplog.text
