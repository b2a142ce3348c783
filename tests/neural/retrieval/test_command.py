"""``explanans lab train neural-ranker``: from the command line to a network that ranks."""

import json
from pathlib import Path

import pytest

from explanans.knowledge.base import KnowledgeBase
from explanans.neural.core.checkpoint import read_manifest
from explanans.retrieval.ranker import open_ranker
from tests.commands import Run, runner

from .conftest import QUESTIONS, bytes_of

RATINGS = {
    "rankingProblems": [
        {"qid": "q1", "documents": [{"uuid": "k1", "relevance": 6}, {"uuid": "k2", "relevance": 0}]},
    ]
}


@pytest.fixture
def train(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys, "train", "neural-ranker")


@pytest.mark.parametrize("name", ["bi-encoder", "cross-encoder", "graded", "regression"])
def test_each_ranker_is_trained_from_the_command_line(
    train: Run, knowledge: KnowledgeBase, tiny: Path, tmp_path: Path, name: str
) -> None:
    (tmp_path / "ratings.json").write_text(json.dumps(RATINGS))
    rated = ("--ratings", tmp_path / "ratings.json") if name == "graded" else ()
    chosen = ("--kb", knowledge.name, "--encoder", tiny, "--epochs", "3", "--seed", "7", *rated)
    code, out, err = train(name, "--out", tmp_path / "first", *chosen, "--json")
    assert (code, err) == (0, "")
    record = json.loads(out)
    assert record.pop("seconds") >= 0
    assert record == {
        "ranker": name,
        "encoder": str(tiny),
        "out": str(tmp_path / "first"),
        "questions": len(QUESTIONS),
        "epochs": 3,
        "examples": len(QUESTIONS),
        "held_out": 0,
        "losses": [],
        "epoch": 3,
        "measure": "",
        "measures": [],
    }
    code, out, err = train(name, "--out", tmp_path / "second", *chosen)
    assert (code, out) == (0, "")
    assert err.startswith(f"trained {name} on 6 questions in ")
    manifest = read_manifest(tmp_path / "first")
    assert (manifest.network, manifest.schedule.seed, manifest.schedule.epochs) == (name, 7, 3)
    assert bytes_of(tmp_path / "first") == bytes_of(tmp_path / "second")
    assert open_ranker(f"{name}:{tmp_path}/first", knowledge).scores(QUESTIONS[0]).shape == (6,)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("bm25", "no neural ranker is called 'bm25'; accepted: bi-encoder, cross-encoder, graded, regression"),
        (
            "bi-encoder --max-tokens 96",
            "bi-encoder and --max-tokens; accepted: with cross-encoder, graded or regression",
        ),
        ("bi-encoder --ratings r.json", "bi-encoder and r.json; accepted: --ratings FILE with graded"),
        (
            "regression --context 2",
            "regression and facts beside the question; accepted: with bi-encoder, cross-encoder",
        ),
        ("graded --ratings nowhere.json", "nowhere.json: no such file"),
        ("bi-encoder --encoder nowhere", "no encoder 'nowhere' on this machine; accepted: a folder with config.json"),
    ],
)
def test_what_cannot_be_trained(
    train: Run, knowledge: KnowledgeBase, tmp_path: Path, arguments: str, complaint: str
) -> None:
    code, out, err = train(*arguments.split(), "--kb", knowledge.name, "--out", tmp_path / "out")
    assert (code, out) == (2, "")
    assert err.startswith(f"explanans: {complaint}")
    assert list(tmp_path.iterdir()) == []
