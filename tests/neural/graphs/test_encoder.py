"""Encoders that tell the parts of graphs: what is learnt by heart, where words stand, and what is drawn."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from explanans.errors import InputError
from explanans.graphs.composer import Order
from explanans.graphs.links import RELATIONS
from explanans.lab.networks.fitting import Split
from explanans.lab.networks.graph_encoders import GraphEncoderTraining, train_graph_encoder
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.graphs.encoder import GraphEncoder, Text
from explanans.pipeline.graphing import open_composer
from explanans.structures.graphs import ExplanationGraph, Stance

from .conftest import GRAPHS, graph

LEARNT = (
    graph(Stance.SUPPORT, "(zoos; causes; food)(food; used for; animals)(animals; desires; rest)"),
    graph(Stance.COUNTER, "(animals; not desires; food)(rest; not part of; zoos)(zoos; not causes; animals)"),
)
SCHEDULE = Schedule(epochs=300, batch=2, rate=3e-3)


@pytest.fixture(scope="module")
def trained(tiny_encoder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("encoder") / "out"
    found = train_graph_encoder(GraphEncoderTraining(str(tiny_encoder), schedule=SCHEDULE), Split(LEARNT), folder)
    assert (found.examples, found.held_out) == (2, 0)
    return folder


@pytest.mark.parametrize("gold", LEARNT)
def test_edges_are_learnt_by_the_stance_that_is_read(trained: Path, gold: ExplanationGraph) -> None:
    names = gold.concepts()
    linked, relations = GraphEncoder.open(trained).of_edges(gold.belief, gold.argument, gold.stance, names)
    edges = {(names.index(edge.source), names.index(edge.target)): edge.relation for edge in gold.edges}
    there = np.zeros(linked.shape, dtype=np.bool_)
    there[tuple(np.array(list(edges)).T)] = True
    assert linked[there].mean() > 0.4 > linked[~there & ~np.eye(len(names), dtype=np.bool_)].mean()
    for place, relation in edges.items():
        assert RELATIONS[int(relations[place].argmax())] is relation
        assert relations[place].sum() == pytest.approx(1)
    assert linked.diagonal().tolist() == [0.0] * len(names)


def test_concepts_are_learnt(trained: Path) -> None:
    encoder = GraphEncoder.open(trained, lambda *_: ("Food", "zoos"))
    likely = {span.concept for span, chance in encoder.spans("Zoos help.", "Animals rest.") if chance > 0.5}
    assert likely == {"zoos", "animals", "rest"}
    [(name, chance)] = encoder.added("Zoos help.", "Animals rest.")
    assert (name, chance > 0.5) == ("food", True)
    assert GraphEncoder.open(trained).added("Zoos help.", "Animals rest.") == []


def test_concepts_are_proposed_once(trained: Path) -> None:
    asked: list[tuple[str, str]] = []

    def proposed(*pair: str) -> tuple[str, ...]:
        asked.append((pair[0], pair[1]))
        return ("food",)

    encoder = GraphEncoder.open(trained, proposed)
    for pair in (("Zoos help.", "Animals rest."), ("Zoos help.", "Cats rest.")):
        assert encoder.spans(*pair)
        assert encoder.added(*pair)
    assert asked == [("Zoos help.", "Animals rest."), ("Zoos help.", "Cats rest.")]


def test_tokens_keep_their_places(tiny_encoder: Path) -> None:
    encoder = GraphEncoder.untrained(tiny_encoder, Order.RATIONALISING)
    text = Text("Zoos help.", "Animals rest.", ("food", "save cats"))
    (spelt,) = encoder.states([text]).spelt
    parts = (text.belief, text.argument, "food, save cats")
    read = [parts[place.part][place.start : place.end].lower() for place in spelt if place]
    assert [piece for piece in read if piece.isalpha()] == "zoos help animals rest food save cats".split()


@pytest.mark.parametrize("order", Order)
def test_graphs_are_drawn(tiny_encoder: Path, tmp_path: Path, order: Order) -> None:
    how = GraphEncoderTraining(str(tiny_encoder), order, replace(SCHEDULE, epochs=1))
    train_graph_encoder(how, Split(LEARNT), tmp_path / "out")
    composer = open_composer(model=tmp_path / "out")
    for stance in (None, Stance.SUPPORT, Stance.COUNTER):
        drawn, other = composer.compose("Zoos help animals.", "Cats save food.", stance, alternatives=2)
        assert drawn.faults() == other.faults() == ()
        assert drawn.edges != other.edges
        assert stance in {None, drawn.stance}


def test_the_same_seed_gives_the_same_files(tiny_encoder: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        how = GraphEncoderTraining(str(tiny_encoder), schedule=replace(SCHEDULE, epochs=1, seed=3))
        train_graph_encoder(how, Split(GRAPHS), tmp_path / name)
    files = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "two").iterdir()}


def test_a_long_text_is_read_in_part(tiny_encoder: Path) -> None:
    encoder = GraphEncoder.untrained(tiny_encoder, Order.REASONING)
    long = "animals " * 200 + "rest."
    assert all(0 <= chance <= 1 for _, chance in encoder.spans("Zoos help.", long))
    assert encoder.of_edges("Zoos help.", long, Stance.SUPPORT, ["zoos", "rest"]).linked.shape == (2, 2)


def test_what_cannot_be(tiny_encoder: Path, trained: Path, tmp_path: Path) -> None:
    how = GraphEncoderTraining(str(tiny_encoder), schedule=SCHEDULE)
    with pytest.raises(InputError, match="there are no graphs to learn from"):
        train_graph_encoder(how, Split([]), tmp_path / "out")
    with pytest.raises(InputError, match="no manifest of a checkpoint"):
        GraphEncoder.open(tiny_encoder)
    with pytest.raises(
        InputError, match="reads no concepts; accepted: a model made by 'lab train graph-encoder' before"
    ):
        open_composer(model=Path(f"nowhere,concepts={trained}"))
    with pytest.raises(InputError, match="always draws graphs"):
        open_composer(model=Path(f"free:{trained}"))
    with pytest.raises(InputError, match="accepted: one made by 'explanans lab train concept-writer'"):
        open_composer(model=Path(f"{trained},concepts={trained}"))
    (trained / "model.safetensors").write_bytes((tiny_encoder / "model.safetensors").read_bytes())
    with pytest.raises(InputError, match="no layers for concepts and edges"):
        GraphEncoder.open(trained)
