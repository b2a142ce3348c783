"""``train parser``: what keeps it from starting. Training itself is tested where it is done."""

from pathlib import Path

import pytest

from .conftest import Command, is_one_sentence


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data" / "ud-english-ewt"
    folder.mkdir(parents=True)
    (folder / "en_ewt-ud-train.conllu").write_text("1 cats\n")
    return folder.parent


def test_a_treebank_that_breaks_its_format(run: Command, data: Path, tmp_path: Path) -> None:
    done = run("train", "parser", "--data", data, "--out", "parser")
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    assert "en_ewt-ud-train.conllu, line 1: 1 columns; accepted: the ten columns" in done.err
    assert not (tmp_path / "parser").exists()


def test_nothing_else_is_replaced(run: Command, data: Path, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("Dear")
    done = run("train", "parser", "--data", data, "--out", "letters")
    assert (done.code, done.out) == (2, "")
    assert "letters: holds other files" in done.err


def test_no_treebank(run: Command, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = run("train", "parser", "--data", "empty", "--out", "parser")
    assert (done.code, done.out) == (2, "")
    assert "the data set ud-english-ewt is not there; " in done.err
