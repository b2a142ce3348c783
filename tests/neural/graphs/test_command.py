"""``explanans train``: networks that draw graphs and tell stances, what is refused, and ``graph`` with them."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from explanans.formats import explagraphs
from explanans.graphs.composer import Order
from explanans.lab.networks.fitting import Split
from explanans.lab.networks.graph_writer import GraphWriterTraining, train_graph_writer
from explanans.lab.networks.stance_encoder import StanceTraining, train_stance_encoder
from explanans.neural.core import sequences
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.graphs.composer import StanceEncoder
from explanans.neural.graphs.writer import GraphWriter
from tests.commands import Run, runner

from .conftest import GRAPHS


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return the folder of an ExplaGraphs of ten graphs."""
    folder = tmp_path / "datasets/explagraphs"
    folder.mkdir(parents=True)
    rows = [
        f"{graph.belief} {number}\t{graph.argument}\t{graph.stance}\t{explagraphs.encode_graph(graph.edges)}"
        for number, graph in enumerate(GRAPHS * 5)
    ]
    (folder / "train.tsv").write_text("\n".join(rows) + "\n")
    return tmp_path / "datasets"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def test_a_writer_is_trained_and_opened(run: Run, data: Path, tiny_t5: Path, tmp_path: Path) -> None:
    asked = ("--reading", "reasoning", "--order", "topological", "--epochs", "1", "--rate", "1e-3", "--json")
    start = ("--data", data, "--checkpoint", tiny_t5)
    code, printed, complaint = run("train", "graph-writer", *start, *asked, "--out", tmp_path / "out")
    assert (code, complaint) == (0, "")
    record = json.loads(printed)
    assert (record["examples"], record["held_out"], len(record["losses"])) == (9, 1, 1)
    assert GraphWriter.open(tmp_path / "out").order is Order.REASONING


def test_a_stance_encoder_is_trained_and_opened(run: Run, data: Path, tiny_encoder: Path, tmp_path: Path) -> None:
    asked = ("--data", data, "--encoder", tiny_encoder, "--with-graph", "--epochs", "1", "--json")
    code, printed, complaint = run("train", "stance-encoder", *asked, "--out", tmp_path / "out")
    assert (code, complaint) == (0, "")
    assert json.loads(printed)["examples"] == 10
    assert StanceEncoder.open(tmp_path / "out").with_graph


def test_an_encoder_and_a_writer_of_concepts_are_trained_and_draw(
    run: Run, data: Path, tiny_encoder: Path, tiny_t5: Path, tmp_path: Path
) -> None:
    asked = ("--data", data, "--epochs", "1", "--rate", "1e-3", "--json")
    encoder, writer = tmp_path / "encoder", tmp_path / "writer"
    code, printed, complaint = run("train", "graph-encoder", "--encoder", tiny_encoder, *asked, "--out", encoder)
    assert (code, complaint) == (0, "")
    assert (json.loads(printed)["examples"], json.loads(printed)["held_out"]) == (9, 1)
    code, printed, complaint = run("train", "concept-writer", "--checkpoint", tiny_t5, *asked, "--out", writer)
    assert (code, complaint) == (0, "")
    assert json.loads(printed)["examples"] == 9
    sentences = "Zoos should be banned.", "Animals suffer in narrow cages."
    code, printed, complaint = run("graph", *sentences, "--model", f"{encoder},concepts={writer}", "--json")
    assert (code, complaint) == (0, "")
    [graph] = json.loads(printed)["graphs"]
    assert 3 <= len(graph["edges"]) <= 8


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("graph-encoder", "--reading", "no"), "the reading 'no'; accepted: rationalising"),
        (("concept-writer", "--checkpoint", "nowhere/bart"), "no concept writer 'nowhere/bart' on this machine"),
        (
            ("graph-writer", "--checkpoint", "t5", "--order", "up"),
            "the order 'up'; accepted: depth-first",
        ),
        (
            ("graph-writer", "--checkpoint", "t5", "--reading", "no"),
            "the reading 'no'; accepted: rationalising",
        ),
        (("graph-writer", "--checkpoint", "nowhere/t5"), "no graph writer 'nowhere/t5' on this machine"),
        (("stance-encoder", "--encoder", "nowhere/bert"), "no encoder 'nowhere/bert' on this machine"),
        (("stance-encoder", "--epochs", "0"), "accepted: at least one epoch"),
    ],
)
def test_what_cannot_be(run: Run, data: Path, tmp_path: Path, arguments: tuple[str, ...], complaint: str) -> None:
    code, printed, told = run("train", *arguments, "--data", data, "--out", tmp_path / "out")
    assert (code, printed) == (2, "")
    assert complaint in told
    assert told.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_networks_draw_graphs(
    run: Run, tiny_t5: Path, tiny_encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    schedule = Schedule(epochs=40, batch=2, rate=5e-3)
    train_stance_encoder(StanceTraining(str(tiny_encoder), schedule), Split(GRAPHS[1:]), tmp_path / "stances")
    training = GraphWriterTraining(str(tiny_t5), Order.RATIONALISING, schedule=replace(schedule, epochs=1))
    train_graph_writer(training, Split(GRAPHS), tmp_path / "writer")
    monkeypatch.setattr(sequences, "WINDOW", 120)
    sentences = "Zoos should be banned.", "Animals suffer in narrow cages."
    models = "--stances", tmp_path / "stances", "--model", tmp_path / "writer"
    code, printed, complaint = run("graph", *sentences, *models, "--json")
    assert (code, complaint) == (0, "")
    [graph] = json.loads(printed)["graphs"]
    assert graph["stance"] == "counter"
    assert 3 <= len(graph["edges"]) <= 8
    code, _, complaint = run("graph", *sentences, *models, "--order", "reasoning")
    assert code == 2
    assert "the order reasoning and a stance encoder trained without --with-graph" in complaint


def test_without_the_extra_a_network_is_not_opened(tmp_path: Path) -> None:
    """In a process of its own, since modules are imported once."""
    (tmp_path / "manifest.json").write_text('{"network": "graph-writer:reasoning"}')
    code = (
        "import importlib.util, sys\n"
        "found = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *rest: None if name == 'torch' else found(name, *rest)\n"
        "from explanans.cli import main\n"
        f"sys.argv = ['explanans', 'graph', 'Zoos help animals.', 'Cats rest there.', '--model', {str(tmp_path)!r}]\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == (
        "explanans: a neural network needs an optional part; install it with: pip install 'explanans[neural]'\n"
    )
