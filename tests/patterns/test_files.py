"""Files of patterns are solved into files of solutions, by any number of processes."""

import json
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.patterns import files
from explanans.patterns.files import (
    SHIPPED,
    Job,
    Summary,
    build_cache,
    open_solutions,
    pattern_files,
    read_patterns,
    solve_files,
)
from explanans.patterns.solution import Limits, Stop
from explanans.patterns.solver import warnings
from explanans.patterns.tables import open_store

KINDS = """\
inferencepattern {0}
    row a = [TABLE: "KINDOF", THING: <x>, KIND: <y>]
    row b = [TABLE: "KINDOF", THING: <y>]
endinferencepattern
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    patterns = tmp_path / "patterns"
    patterns.mkdir()
    (patterns / "one.iml").write_text(KINDS.format("one"))
    (patterns / "two.iml").write_text(
        f"{KINDS.format('two')}\ninferencepattern three infpat x = one endinferencepattern"
    )
    return patterns


def test_the_files_are_the_same_whatever_the_number_of_workers(folder: Path, tmp_path: Path) -> None:
    files = pattern_files([folder])
    assert [file.name for file in files] == ["one.iml", "two.iml"]
    limits = Limits(solutions=20)
    alone = list(solve_files(Job("starter", files, tmp_path / "alone", limits)))
    together = list(solve_files(Job("starter", files, tmp_path / "together", limits), workers=2))
    assert alone == together
    assert [(summary.file, summary.pattern) for summary in alone] == [
        *(("one.iml", "one"), ("two.iml", "two"), ("two.iml", "three")),
    ]
    assert alone[0] == Summary("one.iml", "one", 20, Stop.SOLUTIONS)
    for name in ("one.iml.json", "two.iml.json"):
        assert (tmp_path / "alone" / name).read_bytes() == (tmp_path / "together" / name).read_bytes()
    matches = json.loads((tmp_path / "alone" / "two.iml.json").read_text())["patternMatches"]
    assert [(entry["patternName"], len(entry["matches"])) for entry in matches] == [("two", 20), ("three", 20)]
    assert [slot["rowSlotName"] for slot in matches[1]["matches"][0]["slots"]] == ["x.a", "x.b"]


def test_what_cannot_be_solved(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"a folder without patterns; accepted: files of patterns, or folders with .iml files"
    ):
        pattern_files([tmp_path])
    with pytest.raises(InputError, match=r"gone.iml: no such file"):
        read_patterns([tmp_path / "gone.iml"])
    (tmp_path / "one.iml").write_text(KINDS.format("other"))
    with pytest.raises(InputError, match=r"one.iml: two files of that name would be written to one"):
        list(solve_files(Job("starter", (folder / "one.iml", tmp_path / "one.iml"), tmp_path / "out", Limits())))
    (tmp_path / "again.iml").write_text(KINDS.format("one"))
    with pytest.raises(InputError, match=r"again.iml: .*one.iml has a pattern one too; accepted: each name once"):
        read_patterns([folder / "one.iml", tmp_path / "again.iml"])
    (tmp_path / "bad.iml").write_text('inferencepattern bad row a = [TABLE: "NONE"] endinferencepattern')
    with pytest.raises(InputError, match=r"bad.iml: bad, row a: there is no table NONE; accepted: ABILITY, ACTION"):
        list(solve_files(Job("starter", (tmp_path / "bad.iml",), tmp_path / "out", Limits())))
    assert not list((tmp_path / "out").iterdir())


STAR = 'inferencepattern p row a = [TABLE: "KINDOF", THING: <x>, KIND: "star"] endinferencepattern\n'


@pytest.fixture
def pattern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path / "kept"))
    path = tmp_path / "p.iml"
    path.write_text(STAR)
    return path


def test_patterns_are_solved_once(pattern: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert open_solutions(pattern, "starter").facts(0) == ("earth-001",)
    with monkeypatch.context() as patch:
        patch.setattr(files, "solve", None)
        assert open_solutions(pattern, "starter").manifest.patterns == ("p",)
    pattern.write_text(STAR.replace("star", "natural satellite"))
    assert open_solutions(pattern, "starter").facts(0) == ("earth-002",)


def test_a_cache_is_opened_as_it_is(pattern: Path, tmp_path: Path) -> None:
    build_cache([pattern], "starter", tmp_path / "cache")
    pattern.unlink()
    assert open_solutions(tmp_path / "cache", "starter").manifest.solutions == 1


def test_neither_a_cache_nor_patterns(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="without patterns; accepted"):
        open_solutions(tmp_path, "starter")


def test_every_shipped_pattern_has_solutions_and_no_warning() -> None:
    files = read_patterns(pattern_files([SHIPPED]))
    store = open_store("starter", list(files))
    assert [sentence for found in files.values() for one in found for sentence in warnings(one, store, {})] == []
