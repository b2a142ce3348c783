"""Stances and graphs by networks, alone and together."""

from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.graphs.candidates import Assertions
from explanans.graphs.composer import Order
from explanans.graphs.stance import StanceModel, stance_of
from explanans.lab.benchmarks.explagraphs import SYSTEMS, maker
from explanans.lab.networks.fitting import Split
from explanans.lab.networks.graph_writer import GraphWriterTraining, train_graph_writer
from explanans.lab.networks.stance_encoder import StanceTraining, train_stance_encoder
from explanans.neural.core import sequences
from explanans.neural.core.checkpoint import Schedule
from explanans.pipeline.graphing import open_composer
from explanans.structures.graphs import Stance

from .conftest import GRAPHS

SHORT = Schedule(epochs=1, batch=2, rate=1e-3)
LEARNT = Schedule(epochs=40, batch=2, rate=5e-3)
SENTENCES = ("Zoos should be banned.", "Animals suffer in narrow cages.")


@pytest.fixture(scope="module")
def networks(tiny_t5: Path, tiny_encoder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two writers and two encoders, one of each for either order."""
    folder = tmp_path_factory.mktemp("networks")
    for order in Order:
        train_graph_writer(
            GraphWriterTraining(str(tiny_t5), order, schedule=SHORT), Split(GRAPHS), folder / f"writer-{order}"
        )
    for with_graph in (False, True):
        name = f"stances-{with_graph}"
        # All that it learns is to say counter.
        train_stance_encoder(
            StanceTraining(str(tiny_encoder), LEARNT, with_graph=with_graph), Split(GRAPHS[1:]), folder / name
        )
    return folder


@pytest.fixture(autouse=True)
def short_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Networks with random weights would go on writing."""
    monkeypatch.setattr(sequences, "WINDOW", 120)


@pytest.mark.parametrize(
    "name",
    [
        "graph-writer:{0}/writer-rationalising+{0}/stances-False",
        "graph-writer:{0}/writer-reasoning+{0}/stances-True",
        "stance-encoder:{0}/stances-False",
        "stance-encoder:{0}/stances-True",
    ],
)
def test_the_encoder_tells_the_stance(networks: Path, name: str) -> None:
    system = maker(name.format(networks))(networks, 0)
    graph = system(*SENTENCES)
    assert graph.stance is Stance.COUNTER
    assert graph.faults() == ()


@pytest.mark.parametrize(("order", "with_graph"), [(Order.RATIONALISING, False), (Order.REASONING, True)])
def test_a_writer_alone_is_told_the_usual_stance_or_it_follows(networks: Path, order: Order, with_graph: bool) -> None:
    composer = open_composer(model=networks / "writer-reasoning")
    [graph] = composer.compose(*SENTENCES, order=order)
    judge = StanceModel.shipped()
    supporting = judge.supporting_by_graph([graph]) if with_graph else judge.supporting([SENTENCES])
    assert graph.stance is stance_of(float(supporting[0]))


def test_a_stance_that_is_known_is_explained_by_as_many_graphs_as_are_asked_for(networks: Path) -> None:
    composer = open_composer(networks / "stances-True", networks / "writer-reasoning")
    graphs = composer.compose(" Zoos should  be banned.", SENTENCES[1], Stance.SUPPORT, alternatives=2)
    assert len({frozenset(graph.edges) for graph in graphs}) == 2
    assert all(graph.stance is Stance.SUPPORT and graph.faults() == () for graph in graphs)
    assert graphs[0].belief == SENTENCES[0]


def test_what_cannot_be(networks: Path) -> None:
    told, read = networks / "writer-rationalising", networks / "stances-True"
    with pytest.raises(InputError, match="the writer reads the stance, which here follows from its graph"):
        open_composer(read, told)
    with pytest.raises(InputError, match="--reading reasoning, or the order rationalising"):
        open_composer(model=told).compose(*SENTENCES, order=Order.REASONING)
    with pytest.raises(InputError, match="the order rationalising and a stance encoder trained with --with-graph"):
        open_composer(read).compose(*SENTENCES, order=Order.RATIONALISING)
    with pytest.raises(InputError, match="a stance-encoder:graph; accepted: one made by"):
        open_composer(model=read)
    with pytest.raises(InputError, match="a graph-writer:rationalising; accepted: one made by"):
        open_composer(told)
    with pytest.raises(InputError, match="a writer of graphs takes no assertions"):
        open_composer(model=told, assertions=Assertions([]))
    with pytest.raises(InputError, match="too few words for a graph"):
        open_composer(model=told).compose("Zoos!", "No.")
    with pytest.raises(InputError, match=r"no system 'guess'; accepted: constant-chain, .*graph-writer:DIR"):
        maker("guess")
    assert maker("tf-idf") is SYSTEMS["tf-idf"]
