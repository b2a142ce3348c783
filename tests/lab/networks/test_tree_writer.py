"""Training writers: trees learnt by heart, and what is kept of a training."""

import logging
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch

from explanans.errors import InputError
from explanans.lab.networks import fitting, tree_writer
from explanans.lab.networks.fitting import Split, Trained, mean_loss
from explanans.lab.networks.lines import line_losses
from explanans.lab.networks.tree_writer import (
    WriterTraining,
    all_correct,
    fitting_lines,
    gather_examples,
    train_writer,
)
from explanans.neural.core.checkpoint import Schedule, read_manifest, save_checkpoint
from explanans.neural.core.continuations import open_sequences
from explanans.neural.trees.partial_proof import Kind
from explanans.neural.trees.writer import Writer
from explanans.structures.trees import EntailmentTree
from tests.neural.trees.conftest import PROBLEMS

SHORT = Schedule(epochs=2, batch=2, rate=1e-3, seed=7)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_few_trees_are_learnt_by_heart(tiny_t5: Path, tmp_path: Path) -> None:
    training = WriterTraining(Kind.ALL_AT_ONCE, Schedule(epochs=45, batch=3, rate=5e-3), str(tiny_t5))
    trained = train_writer(training, Split(PROBLEMS), tmp_path / "writer")
    assert (trained.examples, trained.held_out, trained.losses) == (3, 0, ())
    writer = Writer.open(tmp_path / "writer")
    assert [writer(problem) for problem in PROBLEMS] == [problem.tree for problem in PROBLEMS]
    free = Writer.open(f"free:{tmp_path}/writer")
    assert free.name == "writer(free:writer)"
    assert free(PROBLEMS[0]).steps[0].premises == ("sent2", "sent4")  # what follows need not be a step
    assert all_correct(writer, gather_examples(PROBLEMS, Kind.ALL_AT_ONCE)) == 1
    gold = PROBLEMS[0].tree or EntailmentTree("", (), ())
    first, last = gold.steps
    steps = (replace(first, premises=("sent1", "sent2")), replace(last, premises=("int1", "sent4")))
    other = replace(PROBLEMS[0], tree=replace(gold, steps=steps))
    assert all_correct(writer, gather_examples([PROBLEMS[1], other], Kind.ALL_AT_ONCE)) == 0.5


def test_what_is_written_freely_may_be_no_tree(tiny_t5: Path, caplog: pytest.LogCaptureFixture) -> None:
    writer = Writer(open_sequences(tiny_t5, "writer"), beams=1, free=True)
    tree = writer(PROBLEMS[0])
    assert (tree.hypothesis, tree.steps) == (PROBLEMS[0].hypothesis, ())
    assert "what is written of problem q1 is no proof" in caplog.text
    with pytest.raises(InputError, match="of the kind one-step that writes freely; accepted: the kind all-at-once"):
        Writer(open_sequences(tiny_t5, "writer"), Kind.ONE_STEP, free=True)


def test_the_epoch_is_chosen_by_trees(tiny_t5: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter((0.5, 1.0, 1.0))
    monkeypatch.setattr(tree_writer, "all_correct", lambda *_: next(found))
    schedule = Schedule(epochs=3, batch=2, rate=1e-3, choose_by="measure")
    training = WriterTraining(Kind.ALL_AT_ONCE, schedule, str(tiny_t5))
    trained = train_writer(training, Split(PROBLEMS, PROBLEMS[:1]), tmp_path / "writer")
    assert (trained.measure, trained.measures) == ("overall AllCorrect", (0.5, 1.0, 1.0))
    assert trained.epoch == (3 if trained.losses[2] < trained.losses[1] else 2)


def test_steps_are_learnt_by_heart(tiny_t5: Path, tmp_path: Path) -> None:
    problem = replace(PROBLEMS[0], question="", answer="")
    training = WriterTraining(Kind.ONE_STEP, Schedule(epochs=120, batch=4, rate=5e-3), str(tiny_t5))
    train_writer(training, Split([problem]), tmp_path / "writer")
    writer = Writer.open(tmp_path / "writer")
    assert writer.kind is Kind.ONE_STEP
    tree = writer.expand(problem)
    assert {leaf.id: leaf.text for leaf in tree.leaves} == {"sent1": "the sun gives heat", "int1": "heat melts ice"}
    (drilled,) = writer.expand(problem, "heat melts ice").steps
    assert drilled.premises == ("sent2", "sent4")
    bare = writer.expand(replace(problem, premises=()), "heat melts ice")
    assert [leaf.text for leaf in bare.leaves] == ["ice is a solid", "heat melts a solid"]


def test_the_loss_of_an_untrained_writer_is_that_of_guessing(tiny_t5: Path) -> None:
    writer = Writer.open(tiny_t5)
    for weights in writer.network.model.parameters():
        torch.nn.init.zeros_(weights)
    lines = fitting_lines(writer, gather_examples(PROBLEMS, Kind.ALL_AT_ONCE))
    told = sum(len(line.written) for line in lines)
    guessing = torch.tensor(float(writer.vocabulary.words.numel())).log().item()
    assert line_losses(writer.network, lines).tolist() == pytest.approx([guessing] * told, rel=1e-5)
    assert mean_loss(partial(line_losses, writer.network), [lines[:2], lines[2:]]) == pytest.approx(guessing, rel=1e-5)


def test_the_loss_is_that_of_the_network_itself(tiny_t5: Path) -> None:
    writer = Writer.open(tiny_t5)
    lines = fitting_lines(writer, gather_examples(PROBLEMS[:1], Kind.NO_CONTEXT))
    labels = torch.tensor([lines[0].written])
    with torch.inference_mode():
        expected = writer.network.model(**writer.network.read([lines[0].read]), labels=labels).loss.item()
        assert line_losses(writer.network, lines).mean().item() == pytest.approx(expected, rel=1e-5)


def test_padding_costs_nothing(tiny_t5: Path) -> None:
    writer = Writer.open(tiny_t5)
    lines = fitting_lines(writer, gather_examples(PROBLEMS, Kind.ONE_STEP))
    told = partial(line_losses, writer.network)
    assert mean_loss(told, [[line] for line in lines]) == pytest.approx(mean_loss(told, [lines]), rel=1e-5)


@pytest.mark.parametrize("kind", Kind)
def test_the_same_seed_gives_the_same_files(tiny_encoder: Path, tmp_path: Path, kind: Kind) -> None:
    training = WriterTraining(kind, replace(SHORT, accumulate=2), encoder=str(tiny_encoder))
    for name in ("one", "two"):
        train_writer(training, Split(PROBLEMS, PROBLEMS[:1]), tmp_path / name, "three trees")
    files = contents(tmp_path / "one")
    assert files == contents(tmp_path / "two")
    assert not [name for name in files if name.endswith((".bin", ".pt", ".pkl"))]
    manifest = read_manifest(tmp_path / "one")
    assert (manifest.network, manifest.start, manifest.data) == (f"writer:{kind}", tiny_encoder.name, "three trees")
    assert manifest.schedule == training.schedule
    assert Writer.open(tmp_path / "one").kind is kind


def test_the_best_epoch_is_kept(tiny_t5: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = iter([3.0, 1.0, 2.0, 1.0])
    kept: list[str] = []
    monkeypatch.setattr(fitting, "mean_loss", lambda *_: next(held))

    def keep(*given: Any) -> None:
        kept.append("kept")
        save_checkpoint(*given)

    monkeypatch.setattr(fitting, "save_checkpoint", keep)
    training = WriterTraining(Kind.ALL_AT_ONCE, replace(SHORT, epochs=4), str(tiny_t5))
    trained = train_writer(training, Split(PROBLEMS[:2], PROBLEMS[2:]), tmp_path / "writer")
    assert trained == Trained(2, 1, (3.0, 1.0, 2.0, 1.0), 2)
    assert len(kept) == 2


def test_an_interruption_leaves_the_best_writer_so_far(
    tiny_t5: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = iter([1.0])
    monkeypatch.setattr(fitting, "mean_loss", lambda *_: next(held))
    training = WriterTraining(Kind.ALL_AT_ONCE, SHORT, str(tiny_t5))
    with pytest.raises(StopIteration):
        train_writer(training, Split(PROBLEMS[:2], PROBLEMS[2:]), tmp_path / "writer")
    assert Writer.open(tmp_path / "writer")(PROBLEMS[0]).faults() == ()
    assert [entry.name for entry in tmp_path.iterdir()] == ["writer"]


def test_long_examples(tiny_encoder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The window of the encoder is 120 tokens."""
    crowded = replace(PROBLEMS[0], premises=PROBLEMS[0].premises + PROBLEMS[1].premises + PROBLEMS[2].premises)
    endless = replace(PROBLEMS[1], question="rocks are hard " * 50)
    caplog.set_level(logging.WARNING)
    training = WriterTraining(Kind.ALL_AT_ONCE, replace(SHORT, epochs=1), encoder=str(tiny_encoder))
    trained = train_writer(training, Split([crowded, endless, PROBLEMS[2]]), tmp_path / "writer")
    assert trained.examples == 2
    assert "1 of 3 examples are not learnt, for they are longer than 120 tokens" in caplog.text
    assert "examples are learnt without their last distractors" in caplog.text
    with pytest.raises(InputError, match="no tree is as short as the 120 tokens"):
        train_writer(training, Split([endless]), tmp_path / "other")


def test_a_folder_that_is_taken_is_refused_before_training(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(InputError, match="holds other files"):
        train_writer(WriterTraining(Kind.ALL_AT_ONCE, SHORT, "nowhere"), Split(PROBLEMS), tmp_path)


def test_adafactor_lowers_the_loss(tiny_t5: Path, tmp_path: Path) -> None:
    schedule = Schedule(epochs=8, batch=3, rate=1e-2, optimiser="adafactor")
    training = WriterTraining(Kind.ALL_AT_ONCE, schedule, str(tiny_t5))
    trained = train_writer(training, Split(PROBLEMS, PROBLEMS), tmp_path / "writer")
    assert trained.losses[-1] < trained.losses[0] - 0.5
    assert trained.epoch == 8


def test_weights_beyond_all_numbers(tiny_t5: Path, tmp_path: Path) -> None:
    training = WriterTraining(Kind.ALL_AT_ONCE, Schedule(epochs=2, batch=1, rate=1e30), str(tiny_t5))
    with pytest.raises(InputError, match=r"at a rate of 1e\+30 the weights grew beyond all numbers; accepted: a lower"):
        train_writer(training, Split(PROBLEMS), tmp_path / "writer")
    assert not list(tmp_path.iterdir())
