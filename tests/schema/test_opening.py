"""Solutions are opened where they are kept, and found and kept where they are not."""

from pathlib import Path

import pytest

from explanans.exceptions import InputError
from explanans.schema import opening
from explanans.schema.check import warnings
from explanans.schema.files import pattern_files, read_patterns
from explanans.schema.opening import SHIPPED, build_cache, open_solutions
from explanans.schema.tables import open_store

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
        patch.setattr(opening, "solve", None)
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
