"""Encoders that tell stances: stances learnt by heart, with graphs and without."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.lab.networks.fitting import Split
from explanans.lab.networks.stance_encoder import StanceTraining, accuracy, train_stance_encoder
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.graphs.composer import StanceEncoder
from explanans.structures.graphs import ExplanationGraph, Stance

from .conftest import GRAPHS

SCHEDULE = Schedule(epochs=40, batch=2, rate=5e-3)


def told(encoder: StanceEncoder, graphs: Sequence[ExplanationGraph]) -> list[Stance]:
    return [encoder(graph.belief, graph.argument, graph.edges) for graph in graphs]


def test_stances_are_learnt_from_arguments(tiny_encoder: Path, tmp_path: Path) -> None:
    examples = [GRAPHS[0], replace(GRAPHS[1], argument="Cats rest.", belief="animals help cats")]
    trained = train_stance_encoder(StanceTraining(str(tiny_encoder), SCHEDULE), Split(examples), tmp_path / "stance")
    assert trained.examples == 2
    opened = StanceEncoder.open(tmp_path / "stance")
    assert told(opened, examples) == [graph.stance for graph in examples]
    for graph in examples:
        assert opened(graph.belief, graph.argument) is graph.stance


def test_stances_are_learnt_from_graphs(tiny_encoder: Path, tmp_path: Path) -> None:
    """The two differ in nothing else."""
    train_stance_encoder(
        StanceTraining(str(tiny_encoder), SCHEDULE, with_graph=True), Split(GRAPHS), tmp_path / "stance"
    )
    opened = StanceEncoder.open(tmp_path / "stance")
    assert opened.with_graph
    assert told(opened, GRAPHS) == [graph.stance for graph in GRAPHS]
    assert opened("Zoos help.", "Animals rest.", GRAPHS[1].edges) is Stance.COUNTER


def test_the_epoch_is_chosen_by_stances(tiny_encoder: Path, tmp_path: Path) -> None:
    schedule = replace(SCHEDULE, epochs=4, choose_by="measure")
    trained = train_stance_encoder(StanceTraining(str(tiny_encoder), schedule), Split(GRAPHS, GRAPHS), tmp_path / "one")
    assert (trained.held_out, trained.measure, len(trained.measures)) == (2, "accuracy", 4)
    assert trained.measures[trained.epoch - 1] == max(trained.measures)
    opened = StanceEncoder.open(tmp_path / "one")
    assert accuracy(opened, GRAPHS) == max(trained.measures)
    with pytest.raises(InputError, match="nothing is held out; accepted: by loss or last"):
        train_stance_encoder(StanceTraining(str(tiny_encoder), schedule), Split(GRAPHS), tmp_path / "two")


def test_the_same_seed_gives_the_same_files(tiny_encoder: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        schedule = replace(SCHEDULE, epochs=1, seed=3)
        train_stance_encoder(
            StanceTraining(str(tiny_encoder), schedule, with_graph=True), Split(GRAPHS), tmp_path / name
        )
    files = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "two").iterdir()}


def test_what_cannot_be(tiny_encoder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there are no graphs to learn stances from"):
        train_stance_encoder(StanceTraining(str(tiny_encoder), SCHEDULE), Split([]), tmp_path / "stance")
    with pytest.raises(InputError, match="no encoder 'nowhere' on this machine"):
        train_stance_encoder(StanceTraining("nowhere", SCHEDULE), Split(GRAPHS), tmp_path / "stance")
    assert not (tmp_path / "stance").exists()
    with pytest.raises(InputError, match="no manifest of a checkpoint"):
        StanceEncoder.open(tiny_encoder)
