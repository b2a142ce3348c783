"""``train steps``: one model in one folder."""

import json
from pathlib import Path

import pytest

from explanans.entailment.steps.model import StepModel

from .conftest import Command, is_one_sentence

KINDS = "frog toad newt eagle robin crow carp trout pike adder cobra python".split()


def row(kind: str) -> str:
    """Return a problem as EntailmentBank has it."""
    triples = {
        "sent1": f"a {kind} is a kind of animal",
        "sent2": "an animal needs food",
        "sent3": f"the {kind} lives in the garden",
        "sent4": "water is a kind of liquid",
    }
    step = f"sent1 & sent2 -> int1: a {kind} needs food; int1 & sent3 -> hypothesis; "
    record = {"id": kind, "hypothesis": f"the {kind} in the garden needs food", "proof": step}
    return json.dumps(record | {"meta": {"triples": triples}})


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "entailmentbank" / "dataset" / "task_2" / "train.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("".join(f"{row(kind)}\n" for kind in KINDS))
    return tmp_path / "data"


def test_a_model_that_judges_steps(run: Command, data: Path, tmp_path: Path) -> None:
    done = run("train", "steps", "--data", data, "--out", "model", "--judge", "none", "--json")
    assert (done.code, done.err) == (0, "")
    record = json.loads(done.out)
    assert list(record) == ["out", "data", "graded", "seconds"]
    assert record["data"]["problems"] == len(KINDS)
    premises = ("a frog is a kind of animal", "an animal needs food")
    assert StepModel.load(tmp_path / "model").follows([(premises, "a frog needs food")], [None]).shape == (1,)
    assert {name: list(found) for name, found in record["graded"].items()} == {
        name: ["auc", "calibration_error", "reliability"] for name in ("likeness", "follows")
    }
    assert record["graded"]["follows"]["auc"] > 0.65


def test_nothing_else_is_replaced(run: Command, data: Path, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "diary.txt").write_text("dear diary")
    done = run("train", "steps", "--data", data, "--out", "notes", "--judge", "none")
    assert done.code == 2
    assert is_one_sentence(done.err)
    assert (tmp_path / "notes" / "diary.txt").read_text() == "dear diary"
