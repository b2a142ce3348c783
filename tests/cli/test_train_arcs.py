"""``train arcs``: one model in one folder, which a scorer is opened from."""

import json
from pathlib import Path

import pytest

from explanans.entailment.arcs.checker import open_scorer

from .conftest import Command, is_one_sentence

KINDS = "frog toad newt eagle robin crow carp trout".split()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    texts = (
        f"The old {kind} that we saw in the garden chased a small {other} on Monday."
        for kind in KINDS
        for other in KINDS
    )
    treebank = tmp_path / "data" / "ud-english-ewt" / "en_ewt-ud-train.conllu"
    treebank.parent.mkdir(parents=True)
    treebank.write_text("".join(f"# newdoc id = {number}\n# text = {text}\n\n" for number, text in enumerate(texts)))
    triples = {"sent1": "a frog is a kind of animal", "sent2": "an animal needs food"}
    record = {"id": "q", "hypothesis": "a frog needs food", "proof": "sent1 & sent2 -> hypothesis; "}
    trees = tmp_path / "data" / "entailmentbank" / "dataset" / "task_1" / "train.jsonl"
    trees.parent.mkdir(parents=True)
    trees.write_text(json.dumps(record | {"meta": {"triples": triples}}) + "\n")
    return tmp_path / "data"


def test_a_model_that_a_scorer_is_opened_from(run: Command, data: Path, tmp_path: Path) -> None:
    done = run("train", "arcs", "--data", data, "--out", "model", "--examples", "8", "--json")
    assert (done.code, done.err) == (0, "")
    record = json.loads(done.out)
    assert list(record) == ["out", "data", "seconds"]
    assert record["data"]["examples, swap"] == 8
    assert 0 < record["data"]["supported"] < record["data"]["arcs"]
    assert open_scorer(f"features:{tmp_path / 'model'}").name.startswith("features (")


def test_nothing_else_is_replaced(run: Command, data: Path, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "diary.txt").write_text("dear diary")
    done = run("train", "arcs", "--data", data, "--out", "notes")
    assert done.code == 2
    assert is_one_sentence(done.err)
    assert (tmp_path / "notes" / "diary.txt").read_text() == "dear diary"
