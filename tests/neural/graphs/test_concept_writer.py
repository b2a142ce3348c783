"""Writers of concepts from outside: what is learnt by heart, and graphs that use it."""

from dataclasses import replace
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.lab.networks.concept_writer import concepts_f1, train_concept_writer
from explanans.lab.networks.fitting import Split
from explanans.lab.networks.graph_encoders import GraphEncoderTraining, train_graph_encoder
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.graphs.concept_writer import ConceptWriter
from explanans.pipeline.graphing import open_composer
from explanans.structures.graphs import Stance

from .conftest import graph

ADDING = graph(Stance.SUPPORT, "(zoos; causes; ice)(ice; used for; animals)(animals; desires; melts)")
PLAIN = replace(
    graph(Stance.SUPPORT, "(zoos; causes; rest)(zoos; is a; help)(rest; used for; animals)"),
    argument="Animals rest. Ice.",
)


def test_concepts_are_learnt_by_heart(tiny_t5: Path, tiny_encoder: Path, tmp_path: Path) -> None:
    trained = train_concept_writer(
        str(tiny_t5), Schedule(epochs=100, batch=2, rate=5e-3), Split([ADDING, PLAIN]), tmp_path / "writer"
    )
    assert trained.examples == 2
    writer = ConceptWriter.open(tmp_path / "writer", beams=1)
    assert list(writer(ADDING.belief, ADDING.argument)) == ["ice", "melts"]
    assert list(writer(PLAIN.belief, PLAIN.argument)) == []
    assert writer.each([(PLAIN.belief, PLAIN.argument), (ADDING.belief, ADDING.argument)]) == [[], ["ice", "melts"]]
    assert concepts_f1(writer, [ADDING, PLAIN]) == 1.0
    assert concepts_f1(writer, [PLAIN]) == 0.0  # nothing to hit
    how = GraphEncoderTraining(str(tiny_encoder), schedule=Schedule(epochs=1, batch=2, rate=1e-3))
    train_graph_encoder(how, Split([ADDING]), tmp_path / "encoder")
    composer = open_composer(model=Path(f"{tmp_path}/encoder,concepts={tmp_path}/writer"))
    [drawn] = composer.compose(ADDING.belief, "Animals rest often.")
    assert drawn.faults() == ()


def test_what_cannot_be(tiny_t5: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there are no graphs to learn from"):
        train_concept_writer(str(tiny_t5), Schedule(1, 1, 1e-3), Split([]), tmp_path / "out")
    with pytest.raises(InputError, match="no manifest of a checkpoint"):
        ConceptWriter.open(tiny_t5)
