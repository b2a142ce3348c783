"""``train parser``: a parser in a folder, by a recipe of seconds in the stead of half an hour, and bad input."""

import json
from pathlib import Path

import pytest

from explanans.lab.training import parser as training
from explanans.lab.training.parser import Shape
from explanans.language.parser import open_parser

from .conftest import Command, is_one_sentence


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data" / "ud-english-ewt"
    folder.mkdir(parents=True)
    (folder / "en_ewt-ud-train.conllu").write_text("1 cats\n")
    return folder.parent


def test_a_parser_in_a_folder(run: Command, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["1\tcats\tcat\tNOUN\tNNS\t_\t2\tnsubj\t_\t_", "2\tpurr\tpurr\tVERB\tVBP\t_\t0\troot\t_\t_", ""]
    (data / "ud-english-ewt" / "en_ewt-ud-train.conllu").write_text("\n".join(words * 4))
    tiny = training.Settings(Shape(8, (20, 20, 20, 20), 1, 8, 1), steps=3, words=4, warmup=1)
    monkeypatch.setattr(training, "Settings", lambda: tiny)
    done = run("train", "parser", "--data", data, "--out", "parser", "--json")
    record = json.loads(done.out)
    assert (done.code, done.err) == (0, "")
    assert list(record) == ["out", "data", "seconds"]
    assert (record["data"]["sentences"], record["data"]["words"]) == (4, 8)
    (parse,) = open_parser(f"spacy:{tmp_path / 'parser'}").parse(["cats purr"])
    assert len(parse.arcs) == 2


def test_a_treebank_that_breaks_its_format(run: Command, data: Path, tmp_path: Path) -> None:
    done = run("train", "parser", "--data", data, "--out", "parser")
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    assert "en_ewt-ud-train.conllu, line 1: 1 column; accepted: the ten columns" in done.err
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
