"""Fine-tune a writer and keep it: ``explanans train writer``."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from torch import Tensor

from explanans.compose.neural.kind import Kind
from explanans.compose.neural.linear import proof_pieces
from explanans.compose.neural.writer import NETWORK, Writer
from explanans.exceptions import InputError
from explanans.learn.neural.checkpoint import Manifest, check_place, versions
from explanans.learn.neural.fine_tuning import Split, Trained, fine_tune
from explanans.learn.neural.pretrained import MINILM
from explanans.learn.neural.sequences import token_losses
from explanans.learn.neural.training import Schedule
from explanans.problem import Problem
from explanans.train.networks.tree_examples import Example, gather_examples

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to train a writer.

    Attributes:
        kind: What it is to write.
        schedule: How to fit.
        checkpoint: The encoder–decoder to start from; see ``Writer.open``. Where it is empty, an encoder is the start.
        encoder: The encoder to start from on both sides; see ``warm_started``.
    """

    kind: Kind
    schedule: Schedule
    checkpoint: str = ""
    encoder: str = MINILM


FINE_TUNED = Schedule(epochs=20, batch=8, rate=1e-3, optimiser="adafactor")
"""For encoder–decoders: batch, rate and optimiser are those of the T5 library and of the paper (appendix C)."""
WARM_STARTED = Schedule(epochs=30, batch=8, rate=2e-4)
"""For encoder–decoders that start as an encoder on both sides."""


def make_recipe(kind: str, checkpoint: str = "", encoder: str = "", changes: Mapping[str, Any] | None = None) -> Recipe:
    """Return how a writer is usually trained, with changes.

    Args:
        kind: What it is to write, one of ``Kind``.
        checkpoint: The encoder–decoder to start from; empty to start from an encoder.
        encoder: The encoder to start from; where both are empty, ``all-MiniLM-L6-v2``.
        changes: Parts of the schedule by name.

    Raises:
        InputError: There is no such kind of writer, there are two networks to start from, or the schedule cannot be
            followed.

    Example:
        >>> make_recipe("one-step").encoder
        'all-MiniLM-L6-v2'
        >>> make_recipe("all-at-once", checkpoint="t5-large", changes={"epochs": 3}).schedule
        Schedule(epochs=3, batch=8, rate=0.001, seed=0, accumulate=1, optimiser='adafactor')
    """
    if kind not in list(Kind):
        raise InputError(f"no writer is of the kind {kind!r}; accepted: {', '.join(Kind)}")
    if checkpoint and encoder:
        raise InputError(f"{checkpoint} and {encoder} cannot both be the start; accepted: a checkpoint or an encoder")
    schedule = replace(FINE_TUNED if checkpoint else WARM_STARTED, **dict(changes or {}))
    return Recipe(Kind(kind), schedule, checkpoint, encoder or MINILM)


def train_writer(
    recipe: Recipe, problems: Sequence[Problem], folder: Path, held_out: Sequence[Problem] = (), data: str = ""
) -> Trained:
    """Fine-tune a writer by teacher forcing and write it into a folder, from which ``Writer.open`` opens it.

    Args:
        recipe: How to train.
        problems: Problems with gold trees, to learn from.
        folder: A new or empty folder, or an older checkpoint to replace.
        held_out: Other problems with gold trees, to choose the epoch by; see ``fine_tune``.
        data: The name of the data, for the manifest.

    Raises:
        InputError: The network to start from is not usable, there is nothing to learn from, the rate is so high that
            weights grow beyond all numbers, or the folder holds something else.
        StorageError: The folder cannot be written.
    """
    check_place(folder)
    schedule = recipe.schedule
    writer = (
        Writer.open(recipe.checkpoint, recipe.kind)
        if recipe.checkpoint
        else Writer.warm_started(recipe.encoder, recipe.kind, schedule.seed)
    )
    examples = _fitting(writer, gather_examples(problems, writer.kind))
    judges = _fitting(writer, gather_examples(held_out, writer.kind)) if held_out else []
    manifest = Manifest(
        network=f"{NETWORK}{writer.kind}",
        start=Path(recipe.checkpoint or recipe.encoder).name,
        data=data,
        examples=len(examples),
        schedule=schedule,
        versions=versions(),
    )
    return fine_tune(writer, lambda batch: losses(writer, batch), Split(examples, judges), folder, manifest)


def losses(writer: Writer, examples: Sequence[Example]) -> Tensor:
    """Return the cross entropy of each token that a writer should write, given those before it.

    Args:
        writer: The writer.
        examples: The batch.

    Returns:
        Nats; shape (tokens,).
    """
    read = writer.read([example.problem for example in examples])
    return token_losses(writer, read, [_line(writer, example) for example in examples])


def _line(writer: Writer, example: Example) -> list[int]:
    return writer.vocabulary.tokens(proof_pieces(example.problem, example.tree, writer.kind))


def _fitting(writer: Writer, examples: Sequence[Example]) -> list[Example]:
    """Return the examples that fit the window, if need be without the last premises that the tree does not use."""
    shortened = [_shortened(writer, example) for example in examples]
    fitting = [
        example for example in shortened if writer.fits(example.problem) and len(_line(writer, example)) < writer.window
    ]
    if not fitting:
        raise InputError(f"no tree is as short as the {writer.window} tokens that the writer reads and writes")
    if len(fitting) < len(examples):
        _log.warning(
            "%d of %d examples are not learnt, for they are longer than %d tokens",
            *(len(examples) - len(fitting), len(examples), writer.window),
        )
    changed = sum(example is not whole for example, whole in zip(shortened, examples, strict=True))
    if changed:
        _log.warning("%d of %d examples are learnt without their last distractors", changed, len(examples))
    return fitting


def _shortened(writer: Writer, example: Example) -> Example:
    used = {leaf.text for leaf in example.tree.leaves}
    while not writer.fits(example.problem):
        premises = example.problem.premises
        spare = [number for number, premise in enumerate(premises) if premise.text not in used]
        if not spare:
            break
        kept = premises[: spare[-1]] + premises[spare[-1] + 1 :]
        example = replace(example, problem=replace(example.problem, premises=kept))
    return example
