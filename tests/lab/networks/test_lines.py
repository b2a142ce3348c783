"""Language models that learn to write lines: their losses, and trees, graphs and facts learnt by heart."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from torch.nn.functional import cross_entropy

from explanans.errors import InputError
from explanans.formats import explagraphs
from explanans.lab.networks.fitting import Split
from explanans.lab.networks.graph_writer import GraphWriterTraining, train_graph_writer
from explanans.lab.networks.lines import Course, Lines, Matrices, fit_lines
from explanans.lab.networks.tree_writer import WriterTraining, train_writer
from explanans.neural.core.adapter import WEIGHTS
from explanans.neural.core.checkpoint import Manifest, Schedule, read_manifest
from explanans.neural.core.continuations import Continuation, open_sequences
from explanans.neural.graphs.writer import GraphWriter
from explanans.neural.trees.partial_proof import Kind
from explanans.neural.trees.writer import Writer
from tests.neural.graphs.conftest import GRAPHS
from tests.neural.trees.conftest import PROBLEMS

BY_HEART = Schedule(epochs=60, batch=400, rate=2e-2)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize("blocks", [1, 3, 10])
def test_the_loss_is_that_of_the_model_itself(tiny_llama: Path, tmp_path: Path, blocks: int) -> None:
    network = open_sequences(tiny_llama, "writer")
    assert isinstance(network, Continuation)
    lines = [Lines("ice is", (5, 9, 1)), Lines("heat melts ice", (7, 1))]
    read = [network.tokens(line.read) for line in lines]
    whole = open_sequences(tiny_llama, "writer").model.bfloat16()
    expected = []
    with torch.inference_mode():
        for before, line in zip(read, lines, strict=True):
            scores = whole(torch.tensor([[*before, *line.written]])).logits[0, len(before) - 1 : -1].float()
            expected.append(cross_entropy(scores, torch.tensor(line.written), reduction="none"))
    schedule = Schedule(epochs=1, batch=100, rate=1e-9)
    manifest = Manifest(network="writer:all-at-once", start="", data="", examples=2, schedule=schedule, versions={})
    trained = fit_lines(network, Course(lines, lines), tmp_path / "out", manifest, Matrices(2, blocks))
    assert trained.losses[0] == pytest.approx(float(torch.cat(expected).mean()), rel=0.01)  # sixteen bits


def test_trees_are_learnt_by_heart(tiny_llama: Path, tmp_path: Path) -> None:
    training = WriterTraining(Kind.ALL_AT_ONCE, BY_HEART, str(tiny_llama))
    assert train_writer(training, Split(PROBLEMS), tmp_path / "writer").examples == 3
    assert sorted(path.name for path in (tmp_path / "writer").iterdir()) == [WEIGHTS, "manifest.json"]
    assert read_manifest(tmp_path / "writer").start == str(tiny_llama.resolve())
    writer = Writer.open(tmp_path / "writer", beams=1)
    assert writer.each(PROBLEMS) == [problem.tree for problem in PROBLEMS]
    assert writer(PROBLEMS[1]) == PROBLEMS[1].tree
    again = WriterTraining(Kind.ALL_AT_ONCE, BY_HEART, str(tmp_path / "writer"))
    with pytest.raises(InputError, match="writer: has learnt already"):
        train_writer(again, Split(PROBLEMS), tmp_path / "again")


@pytest.mark.parametrize("blocks", [1, 3])
def test_matrices_have_the_size_that_is_asked_for(tiny_llama: Path, tmp_path: Path, blocks: int) -> None:
    schedule = replace(BY_HEART, epochs=1)
    training = WriterTraining(Kind.ALL_AT_ONCE, schedule, str(tiny_llama), matrices=Matrices(5, blocks))
    train_writer(training, Split(PROBLEMS), tmp_path / "writer")
    kept = load_file(tmp_path / "writer" / WEIGHTS)
    assert {name.split(".")[1] for name in kept} == {str(3 - number) for number in range(1, blocks + 1)}
    assert {len(weights) for name, weights in kept.items() if name.endswith(".a")} == {5}
    assert all(tree.steps for tree in Writer.open(tmp_path / "writer").each(PROBLEMS))


@pytest.mark.parametrize("size", [(0, 1), (1, 0)])
def test_matrices_that_cannot_be(size: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="accepted: 1 or more rows, and 1 or more blocks"):
        Matrices(*size)


def test_graphs_are_learnt_by_heart(tiny_llama: Path, tmp_path: Path) -> None:
    training = GraphWriterTraining(str(tiny_llama), schedule=BY_HEART)
    trained = train_graph_writer(training, Split(GRAPHS, GRAPHS), tmp_path / "writer")
    assert min(trained.losses) == trained.losses[trained.epoch - 1] < trained.losses[0]
    writer = GraphWriter.open(tmp_path / "writer", beams=2)
    for graph in GRAPHS:
        written = writer(graph.belief, graph.argument, graph.stance)
        assert written == replace(graph, edges=explagraphs.depth_first(graph.edges))
    asked = [(graph.belief, graph.argument, graph.stance) for graph in GRAPHS]
    assert writer.each(asked) == [writer(*told) for told in asked]
