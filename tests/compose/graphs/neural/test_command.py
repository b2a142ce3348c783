"""``explanans train graph-writer`` and ``train stance-encoder``: what they make, and what they refuse."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from explanans.cli import main
from explanans.codecs import brackets
from explanans.compose.graphs.neural.stance import StanceEncoder
from explanans.compose.graphs.neural.writer import GraphWriter, Reading

from .conftest import GRAPHS

Run = Callable[..., tuple[object, str, str]]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return the folder of an ExplaGraphs of ten graphs."""
    folder = tmp_path / "datasets/explagraphs"
    folder.mkdir(parents=True)
    rows = [
        f"{graph.belief} {number}\t{graph.argument}\t{graph.stance}\t{brackets.encode(graph.edges)}"
        for number, graph in enumerate(GRAPHS * 5)
    ]
    (folder / "train.tsv").write_text("\n".join(rows) + "\n")
    return tmp_path / "datasets"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs a command and returns its exit status and both streams."""

    def call(*arguments: str | Path) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["explanans", "train", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        return caught.value.code, *capsys.readouterr()

    return call


def test_a_writer_is_trained_and_opened(run: Run, data: Path, tiny_t5: Path, tmp_path: Path) -> None:
    asked = ("--reading", "reasoning", "--order", "topological", "--epochs", "1", "--rate", "1e-3", "--json")
    start = ("--data", data, "--checkpoint", tiny_t5)
    code, printed, complaint = run("graph-writer", *start, *asked, "--out", tmp_path / "out")
    assert (code, complaint) == (0, "")
    record = json.loads(printed)
    assert (record["examples"], record["held_out"], len(record["losses"])) == (9, 1, 1)
    assert GraphWriter.open(tmp_path / "out").reading is Reading.REASONING


def test_a_stance_encoder_is_trained_and_opened(run: Run, data: Path, tiny_encoder: Path, tmp_path: Path) -> None:
    asked = ("--data", data, "--encoder", tiny_encoder, "--with-graph", "--epochs", "1", "--batch", "4", "--json")
    code, printed, complaint = run("stance-encoder", *asked, "--out", tmp_path / "out")
    assert (code, complaint) == (0, "")
    assert json.loads(printed)["examples"] == 10
    assert StanceEncoder.open(tmp_path / "out").with_graph


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ("graph-writer", "--checkpoint", "t5", "--order", "up"),
            "the order 'up'; accepted: depth-first",
        ),
        (("graph-writer", "--checkpoint", "t5", "--reading", "no"), "the reading 'no'; accepted: reasoning, rational"),
        (("graph-writer", "--checkpoint", "nowhere/t5"), "no graph writer 'nowhere/t5' on this machine"),
        (("stance-encoder", "--encoder", "nowhere/bert"), "no encoder 'nowhere/bert' on this machine"),
        (("stance-encoder", "--epochs", "0"), "accepted: at least one epoch"),
    ],
)
def test_what_cannot_be(run: Run, data: Path, tmp_path: Path, arguments: tuple[str, ...], complaint: str) -> None:
    code, printed, told = run(*arguments, "--data", data, "--out", tmp_path / "out")
    assert (code, printed) == (2, "")
    assert complaint in told
    assert told.count("\n") == 1
    assert not (tmp_path / "out").exists()
