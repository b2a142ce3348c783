"""Writers of graphs: graphs learnt by heart, and what writers with random weights write."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.evaluation.graphs.correctness import structural_faults
from explanans.formats import explagraphs
from explanans.graphs.composer import Order
from explanans.lab.networks.fitting import Split
from explanans.lab.networks.graph_writer import (
    EdgeOrder,
    GraphWriterTraining,
    arrange,
    structural_accuracy,
    train_graph_writer,
)
from explanans.neural.core.checkpoint import Schedule, read_manifest
from explanans.neural.core.sequences import SequenceNetwork
from explanans.neural.graphs.writer import GraphWriter
from explanans.pipeline.graphing import open_composer
from explanans.structures.graphs import Edge, ExplanationGraph, GraphPrediction, Relation, Stance
from tests.neural.trees.conftest import make_t5, make_tokenizer

from .conftest import GRAPHS

SHORT = Schedule(epochs=1, batch=2, rate=1e-3)
PAIRS = st.lists(st.tuples(*[st.sampled_from("abcde")] * 2).filter(lambda pair: pair[0] != pair[1]), unique=True)


def test_graphs_are_learnt_by_heart(tiny_t5: Path, tmp_path: Path) -> None:
    training = GraphWriterTraining(str(tiny_t5), schedule=Schedule(epochs=100, batch=2, rate=5e-3))
    assert train_graph_writer(training, Split(GRAPHS), tmp_path / "writer").examples == 2
    writer = GraphWriter.open(tmp_path / "writer", beams=2)
    for graph in GRAPHS:
        written = writer(graph.belief, graph.argument, graph.stance)
        assert written == replace(graph, edges=explagraphs.depth_first(graph.edges))


def test_what_is_written_freely_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    free = GraphWriter(SequenceNetwork(make_t5(0), make_tokenizer()), Order.REASONING, beams=1, free=True)
    for graph in GRAPHS:
        tokens = list(free.vocabulary.tokens(graph.edges))
        monkeypatch.setattr(free.network, "search_each", lambda texts, *_, tokens=tokens: [[tokens] for _ in texts])
        assert free(graph.belief, graph.argument, graph.stance) == graph
        assert structural_accuracy(free, [graph]) == float(not graph_faults(graph))


def graph_faults(graph: ExplanationGraph) -> object:
    return structural_faults(GraphPrediction(graph.stance, graph.edges), graph.belief, graph.argument)


def test_what_is_written_freely_may_be_no_graph(
    tiny_t5: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    schedule = replace(SHORT, choose_by="measure")
    training = GraphWriterTraining(str(tiny_t5), schedule=schedule)
    trained = train_graph_writer(training, Split(GRAPHS, GRAPHS[:1]), tmp_path / "writer")
    assert (trained.measure, trained.measures) == ("structural accuracy", (0.0,))
    assert "is no graph" in caplog.text
    free = open_composer(model=Path(f"free:{tmp_path}/writer"))
    assert free.compose("Zoos help.", "Animals rest.", Stance.COUNTER)[0].edges == ()
    with pytest.raises(InputError, match="always draws graphs; accepted: a model made by 'lab train graph-writer'"):
        open_composer(model=Path("free:nowhere"))


@pytest.mark.parametrize("seed", range(2))
def test_writers_with_random_weights_write_graphs(seed: int) -> None:
    writer = GraphWriter(SequenceNetwork(make_t5(seed), make_tokenizer()), Order.REASONING, beams=1)
    writer.network.model.config.n_positions = 75
    first, *others = writer.graphs("Zoos help.", "Animals rest.", Stance.COUNTER, 2)
    for graph in (first, *others):
        assert explagraphs.decode_graph(explagraphs.encode_graph(graph.edges), "written") == graph.edges
        assert graph.faults() == ()
    assert first.stance is Stance.COUNTER


def test_the_same_seed_gives_the_same_files(tiny_t5: Path, tmp_path: Path) -> None:
    training = GraphWriterTraining(str(tiny_t5), Order.REASONING, EdgeOrder.RANDOM, SHORT)
    for name in ("one", "two"):
        train_graph_writer(training, Split(GRAPHS, GRAPHS[:1]), tmp_path / name, "two graphs")
    files = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "two").iterdir()}
    assert read_manifest(tmp_path / "one").network == "graph-writer:reasoning"
    assert not GraphWriter.open(tmp_path / "one").reads_stance


def test_what_cannot_be(tiny_t5: Path, tmp_path: Path) -> None:
    short = replace(GRAPHS[0], edges=GRAPHS[0].edges[:1])
    with pytest.raises(InputError, match="none of the graphs can be written"):
        train_graph_writer(GraphWriterTraining(str(tiny_t5), schedule=SHORT), Split([short]), tmp_path / "writer")
    with pytest.raises(InputError, match="no manifest of a checkpoint"):
        GraphWriter.open(tiny_t5)
    with pytest.raises(InputError, match="0 beams"):
        GraphWriter.open(tiny_t5, beams=0)


@given(PAIRS, st.sampled_from(EdgeOrder))
def test_every_order_has_every_edge(pairs: list[tuple[str, str]], order: EdgeOrder) -> None:
    edges = [Edge(source, Relation.CAUSES, target) for source, target in pairs]
    assert sorted(arrange(edges, order, np.random.default_rng(0))) == sorted(edges)


def test_in_topological_order_concepts_are_explained_before_they_are_used() -> None:
    edges = [Edge(*pair) for pair in (("c", Relation.IS_A, "d"), ("a", Relation.IS_A, "c"), ("b", Relation.IS_A, "c"))]
    found = [edge.source for edge in arrange(edges, EdgeOrder.TOPOLOGICAL, np.random.default_rng(0))]
    assert found == ["a", "b", "c"]
    cycle = (Edge("a", Relation.IS_A, "b"), Edge("b", Relation.IS_A, "a"))
    assert arrange(cycle, EdgeOrder.TOPOLOGICAL, np.random.default_rng(0)) == cycle
