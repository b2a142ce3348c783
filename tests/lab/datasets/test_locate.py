from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.lab.datasets.catalogue import data_folder, download_folder, find


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.delenv("EXPLANANS_DATA", raising=False)
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "datasets"


def test_named_folder_comes_first_then_the_environment_then_the_downloads(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache: Path
) -> None:
    assert data_folder() is None
    cache.mkdir(parents=True)
    assert data_folder() == cache
    named, from_environment = tmp_path / "named", tmp_path / "environment"
    named.mkdir()
    from_environment.mkdir()
    monkeypatch.setenv("EXPLANANS_DATA", str(from_environment))
    assert data_folder() == download_folder() == from_environment
    assert data_folder(named) == download_folder(named) == named
    monkeypatch.setenv("EXPLANANS_DATA", "")
    assert data_folder() == cache


def test_without_variables_downloads_go_to_the_users_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EXPLANANS_CACHE")
    assert download_folder().name == "datasets"
    assert download_folder().is_absolute()


def test_named_folder_that_is_missing_is_not_passed_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cache: Path
) -> None:
    cache.mkdir(parents=True)
    with pytest.raises(InputError, match="absent: no such folder, though --data names it"):
        data_folder(tmp_path / "absent")
    monkeypatch.setenv("EXPLANANS_DATA", str(tmp_path / "gone"))
    with pytest.raises(InputError, match=r"gone: no such folder, though \$EXPLANANS_DATA names it"):
        data_folder()


def test_find_says_how_to_get_what_is_not_there(tmp_path: Path, cache: Path) -> None:
    with pytest.raises(InputError, match=r"run `explanans lab data download worldtree-v2\.1`"):
        find("worldtree-v2.1")
    with pytest.raises(InputError, match=r"cache/datasets/explagraphs: .* copy what is in data into that folder"):
        find("explagraphs")
    (tmp_path / "explagraphs").mkdir()
    assert find("explagraphs", tmp_path) == tmp_path / "explagraphs"


def test_starter_is_always_there(tmp_path: Path) -> None:
    assert (find("starter", tmp_path / "absent") / "tables").is_dir()
