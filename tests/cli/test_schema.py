"""``explanans schema`` on a pattern over the starter base."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from explanans.cli import app
from explanans.patterns.cache import Cache

PATTERN = 'inferencepattern p row a = [TABLE: "KINDOF", THING: <x>, KIND: "star"] endinferencepattern\n'


@pytest.fixture
def pattern(tmp_path: Path) -> Path:
    path = tmp_path / "p.iml"
    path.write_text(PATTERN)
    return path


def run(*arguments: str | Path) -> str:
    done = CliRunner().invoke(app, ["schema", *map(str, arguments)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_check(pattern: Path) -> None:
    assert run("check", pattern, "--quiet").splitlines() == [
        f"{pattern}: p: variable x occurs only once",
        "1 pattern in 1 file, 1 warning",
    ]
    record = json.loads(run("check", pattern, "--json"))
    entry = {"file": str(pattern), "pattern": "p", "rows": 1, "warnings": ["variable x occurs only once"]}
    assert record == {"files": 1, "patterns": [entry]}


def test_solve(pattern: Path, tmp_path: Path) -> None:
    record = json.loads(run("solve", pattern, "--out", tmp_path / "out", "--json", "--solutions", "1"))
    assert record == {
        "out": str(tmp_path / "out"),
        "patterns": [{"file": "p.iml", "pattern": "p", "solutions": 1, "stopped": None}],
    }
    (match,) = json.loads((tmp_path / "out" / "p.iml.json").read_text())["patternMatches"][0]["matches"]
    assert match["slots"][0]["rowText"] == "the Sun is a kind of star"
    assert match["variables"] == [{"name": "x", "value": "sun"}]


def test_cache(pattern: Path, tmp_path: Path) -> None:
    record = json.loads(run("cache", pattern, "--out", tmp_path / "kept", "--json"))
    assert record == {"out": str(tmp_path / "kept"), "patterns": 1, "solutions": 1, "facts": 1}
    assert Cache.open(tmp_path / "kept").facts(0) == ("earth-001",)
