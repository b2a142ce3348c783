"""``explanans lab train generator``: what it makes, and what it says where it cannot."""

import json
from pathlib import Path

import pytest

from explanans.knowledge.base import KnowledgeBase
from explanans.neural.core.checkpoint import read_manifest
from explanans.neural.generator import Generator
from tests.commands import Run, runner


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys, "train", "generator")


def test_a_generator_is_trained_on_ratings_and_opened(
    run: Run, knowledge: KnowledgeBase, tiny_t5: Path, tmp_path: Path
) -> None:
    documents = [{"uuid": "k1", "relevance": 6}, {"uuid": "k2", "relevance": 1}]
    (tmp_path / "ratings.json").write_text(json.dumps({"rankingProblems": [{"qid": "q1", "documents": documents}]}))
    rated = ("--kb", knowledge.name, "--ratings", tmp_path / "ratings.json", "--checkpoint", tiny_t5)
    asked = ("--epochs", "1", "--pretraining", "0", "--batch", "4", "--rate", "1e-3", "--seed", "5")
    code, printed, complaint = run(*rated, *asked, "--out", tmp_path / "out", "--json")
    assert (code, complaint) == (0, "")
    record = json.loads(printed)
    assert record.keys() == {"out", "examples", "held_out", "losses", "epoch", "measure", "measures", "seconds"}
    assert (record["examples"], record["held_out"]) == (2, 0)
    schedule = read_manifest(tmp_path / "out").schedule
    assert (schedule.epochs, schedule.batch, schedule.rate, schedule.seed) == (1, 4, 1e-3, 5)
    assert Generator.open(str(tmp_path / "out"), knowledge)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ("--checkpoint", "nowhere/t5"),
            "no generator 'nowhere/t5' on this machine; accepted: a folder with config.json",
        ),
        (("--checkpoint", "t5", "--epochs", "0"), "accepted: at least one epoch"),
        (("--checkpoint", "t5", "--pretraining", "-1"), "accepted: 0 or more epochs of single facts"),
        ((), "Missing option '--checkpoint'"),
    ],
)
def test_what_cannot_be(
    run: Run, knowledge: KnowledgeBase, tmp_path: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    code, printed, told = run("--kb", knowledge.name, "--out", tmp_path / "out", *arguments)
    assert (code, printed) == (2, "")
    assert complaint in told
    assert told.count("\n") == 1
    assert not (tmp_path / "out").exists()
