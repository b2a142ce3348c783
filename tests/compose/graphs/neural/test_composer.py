"""Stances and graphs by networks, alone and together."""

from pathlib import Path

import pytest

from explanans.bench.graph_systems import SYSTEMS, maker
from explanans.compose.graphs.neural.composer import NeuralComposer
from explanans.compose.graphs.neural.stance import train_stance_encoder
from explanans.compose.graphs.neural.train import Recipe, train_graph_writer
from explanans.compose.graphs.neural.writer import Reading
from explanans.exceptions import InputError
from explanans.graph import Stance
from explanans.neural import sequences
from explanans.neural.training import Schedule

from .conftest import GRAPHS

SHORT = Schedule(epochs=1, batch=2, rate=1e-3)
LEARNT = Schedule(epochs=40, batch=2, rate=5e-3)
SENTENCES = ("Zoos should be banned.", "Animals suffer in narrow cages.")


@pytest.fixture(scope="module")
def networks(tiny_t5: Path, tiny_encoder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two writers and two encoders, one of each for either order."""
    folder = tmp_path_factory.mktemp("networks")
    for reading in Reading:
        train_graph_writer(Recipe(str(tiny_t5), reading, schedule=SHORT), GRAPHS, folder / f"writer-{reading}")
    for with_graph in (False, True):
        name = f"stances-{with_graph}"
        # All that it learns is to say counter.
        train_stance_encoder(str(tiny_encoder), GRAPHS[1:], folder / name, LEARNT, with_graph=with_graph)
    return folder


@pytest.mark.parametrize(
    "name",
    [
        "graph-writer:{0}/writer-rationalising+{0}/stances-False",
        "graph-writer:{0}/writer-reasoning+{0}/stances-True",
        "stance-encoder:{0}/stances-False",
        "stance-encoder:{0}/stances-True",
    ],
)
def test_the_encoder_tells_the_stance(networks: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequences, "WINDOW", 75)
    system = maker(name.format(networks))(networks, 0)
    graph = system(*SENTENCES)
    assert graph.stance is Stance.COUNTER
    assert 3 <= len(graph.edges) <= 8


def test_a_writer_alone_explains_the_usual_stance(networks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequences, "WINDOW", 75)
    composer = NeuralComposer.open(f"graph-writer:{networks}/writer-reasoning")
    assert composer(*SENTENCES).stance is composer.usual.compose(*SENTENCES)[0].stance


def test_what_cannot_be(networks: Path) -> None:
    with pytest.raises(InputError, match="the writer is to be told a stance that is told from what it writes"):
        NeuralComposer.open(f"graph-writer:{networks}/writer-rationalising+{networks}/stances-True")
    with pytest.raises(InputError, match="a stance-encoder:graph; accepted: one made by"):
        NeuralComposer.open(f"graph-writer:{networks}/stances-True")
    with pytest.raises(InputError, match=r"no system 'guess'; accepted: constant-chain, .*graph-writer:DIR"):
        maker("guess")
    assert maker("tf-idf") is SYSTEMS["tf-idf"]
