"""Train networks to write lines: encoder–decoders whole, language models by adapters of their last blocks."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from torch.nn.utils.rnn import pad_sequence
from transformers import PreTrainedModel

from explanans.errors import InputError
from explanans.lab.networks.fitting import Measure, Split, Trained, Way, by_number, fine_tune, fit
from explanans.lab.networks.packing import grouped
from explanans.neural.core.adapter import adapt, save_adapter
from explanans.neural.core.checkpoint import Manifest, Network, Schedule
from explanans.neural.core.continuations import Continuation
from explanans.neural.core.device import batches, best_device, half_precision
from explanans.neural.core.language_models import is_language_model
from explanans.neural.core.sequences import SequenceNetwork
from explanans.runtime.progress import track

RANK = 16
BLOCKS = 10
"""Blocks that learn. What those below make of a line stays the same and is computed once, which is most of the work."""

_AT_ONCE = 16
"""Lines that are read at once where nothing is learnt."""


@dataclass(frozen=True, slots=True)
class Matrices:
    """The size of what a language model learns.

    Attributes:
        rank: How many rows the matrices have; see ``adapter.adapt``.
        blocks: How many blocks learn, the last ones; all if the model has fewer.
    """

    rank: int = RANK
    blocks: int = BLOCKS

    def __post_init__(self) -> None:
        if min(self.rank, self.blocks) < 1:
            found = f"matrices of {self.rank} rows beside {self.blocks} blocks"
            raise InputError(f"{found}; accepted: 1 or more rows, and 1 or more blocks")


class UpperBlocks:
    """Trainable low-rank matrices of the linear layers of the last blocks of a causal language model.

    Args:
        model: The language model, of Llama's kind; it is changed in place, and its numbers have sixteen bits then.
    """

    def __init__(self, model: PreTrainedModel, seed: int, rank: int = RANK, blocks: int = BLOCKS) -> None:
        model.bfloat16()
        with torch.random.fork_rng(devices=()):
            torch.manual_seed(seed)
            self.weights = adapt(model, rank, blocks)
        self._model: Any = model.to(best_device())  # type: ignore[arg-type]
        layers = list(self._model.base_model.layers)
        first = max(0, len(layers) - blocks)
        self._lower = _part(self._model.base_model, layers[:first], nn.Identity())
        self._upper = _part(self._model.base_model, layers[first:], self._model.base_model.norm)

    def begin(self, lines: Sequence[Sequence[int]]) -> list[Tensor]:
        """Return the states of lines after the frozen blocks: each (tokens, width), or (tokens,) without any."""
        if not self._lower.layers:
            return [torch.tensor(line) for line in lines]  # all blocks learn
        order = sorted(range(len(lines)), key=lambda number: len(lines[number]))
        found: dict[int, Tensor] = {}
        for group in track(groups := batches(order, _AT_ONCE), "Reading", len(groups)):
            ids = [torch.tensor(lines[number]) for number in group]
            with torch.no_grad():
                padded = pad_sequence(ids, batch_first=True).to(self._model.device)
                states = self._lower(input_ids=padded, use_cache=False).last_hidden_state
            found |= {number: row[: len(lines[number])].clone() for number, row in zip(group, states, strict=True)}
        return [found[number] for number in range(len(lines))]

    def __call__(self, begun: Sequence[Tensor]) -> Tensor:
        """Return the states of lines after the last blocks; shape (lines, tokens, width)."""
        # Padding follows all predicted positions, so that none attends to it.
        padded = pad_sequence(list(begun), batch_first=True).to(self._model.device)
        given = {"inputs_embeds": padded} if padded.is_floating_point() else {"input_ids": padded}
        states: Tensor = self._upper(**given, use_cache=False).last_hidden_state
        return states

    def check(self, rate: float) -> None:
        """Make sure that what is learnt are numbers."""
        if not all(bool(weights.isfinite().all()) for weights in self.weights):
            raise InputError(f"at a rate of {rate} the weights grew beyond all numbers; accepted: less")


def _part(network: Any, blocks: Sequence[nn.Module], last: nn.Module) -> Any:
    """Return a network of Llama's kind with some of its blocks, which it shares, and what comes after them."""
    part = copy(network)
    part.__dict__["_modules"] = {**dict(network.named_children()), "layers": nn.ModuleList(blocks), "norm": last}
    return part


ADAPTED = Schedule(epochs=2, batch=1600, rate=1e-3)
"""Default schedule of language models; the batch size is in tokens."""

USUAL = Matrices()
"""The matrices of a language model that are fine-tuned by default."""

_IGNORED = -100


def usual_schedule(checkpoint: str, other: Schedule) -> Schedule:
    """Return how a network is usually taught to write.

    Example:
        >>> usual_schedule("SmolLM2-135M-Instruct", Schedule(epochs=20, batch=8, rate=1e-3)).epochs
        2
    """
    return ADAPTED if is_language_model(checkpoint) else other


class Lines(NamedTuple):
    """A training pair of a sequence-to-sequence network.

    Attributes:
        written: The tokens of a line, with the one that ends it.
    """

    read: str
    written: tuple[int, ...]


class Course(NamedTuple):
    """The training data of a network.

    Attributes:
        learnt: The training pairs; at least one.
        held_out: Held-out pairs, which choose the epoch.
        before: Pairs of a first epoch, before those of ``learnt``; repeated pairs count repeatedly.
        measure: The measure on held-out examples.
    """

    learnt: Sequence[Lines]
    held_out: Sequence[Lines] = ()
    before: Sequence[Lines] = ()
    measure: Measure | None = None


def fit_lines(
    network: SequenceNetwork, course: Course, folder: Path, manifest: Manifest, matrices: Matrices = USUAL
) -> Trained:
    """Train a network by teacher forcing and write it into a folder; see ``fine_tune``.

    Args:
        network: The network, trained in place. Of a language model only matrices beside the layers of its last blocks
            are learnt (see ``UpperBlocks``) and kept, and a batch is counted in tokens.
        folder: A new or empty folder, or an older checkpoint to replace.
    """
    if isinstance(network, Continuation):
        return _fit_continuation(network, course, folder, manifest, matrices)
    loss = partial(line_losses, network)
    if course.before:
        schedule = replace(manifest.schedule, epochs=1)
        fit(
            network.model,
            partial(by_number, course.before, schedule.batch),
            lambda batch: loss(batch).mean(),
            schedule,
        )
    way = Way(loss, measure=course.measure)
    return fine_tune(network, way, Split(course.learnt, course.held_out), folder, manifest)


def line_losses(network: SequenceNetwork, lines: Sequence[Lines]) -> Tensor:
    """Return the cross entropy of each token that a network should write, given those before it.

    Returns:
        Nats; shape (tokens of all lines,).
    """
    model = network.model
    written = [torch.tensor(line.written) for line in lines]
    targets = torch.nn.utils.rnn.pad_sequence(written, batch_first=True, padding_value=_IGNORED).to(model.device)
    before = targets.roll(1, dims=1)
    before = before.masked_fill(before == _IGNORED, network.tokenizer.pad_token_id)
    before[:, 0] = model.config.decoder_start_token_id
    with half_precision(model.device):
        logits = model(**network.read([line.read for line in lines]), decoder_input_ids=before).logits.float()
    counted = targets != _IGNORED
    return cross_entropy(logits[counted], targets[counted], reduction="none")


class _PreparedLine(NamedTuple):
    """A line whose first blocks are computed.

    Attributes:
        states: The states of the input and target after the frozen blocks; shape (tokens, width).
        written: The tokens that are to be written, which are the last.
    """

    states: Tensor
    written: tuple[int, ...]


def _fit_continuation(
    network: Continuation, course: Course, folder: Path, manifest: Manifest, matrices: Matrices
) -> Trained:
    if not network.start:
        raise InputError(f"{manifest.start}: has learnt already; accepted: the language model that it started from")
    schedule = manifest.schedule
    upper = UpperBlocks(network.model, schedule.seed, matrices.rank, matrices.blocks)
    head = network.model.get_output_embeddings()

    def begun(items: Sequence[Lines]) -> list[_PreparedLine]:
        rows = [[*network.tokens(line.read), *line.written] for line in items]
        return [_PreparedLine(states, line.written) for states, line in zip(upper.begin(rows), items, strict=True)]

    def losses(group: Sequence[_PreparedLine]) -> Tensor:
        states = upper([line.states for line in group])
        # The state before a token predicts it; scores over the vocabulary are computed for target tokens only.
        telling = [
            row[len(line.states) - len(line.written) - 1 : len(line.states) - 1]
            for row, line in zip(states, group, strict=True)
        ]
        wanted = torch.tensor([token for line in group for token in line.written], device=states.device)
        return cross_entropy(head(torch.cat(telling)).float(), wanted, reduction="none")

    def keep(_: Network, place: Path, how: Manifest) -> None:
        save_adapter(network.model, place, how)

    if course.before:
        first = begun(course.before)
        once = replace(schedule, epochs=1)
        fit(network.model, partial(_by_tokens, first, once.batch), lambda group: losses(group).mean(), once)
    found = replace(manifest, start=network.start)
    examples = Split(begun(course.learnt), begun(course.held_out))
    return fine_tune(network, Way(losses, _by_tokens, keep, course.measure), examples, folder, found)


def _by_tokens(lines: Sequence[_PreparedLine], most: int, chance: np.random.Generator) -> list[Sequence[_PreparedLine]]:
    """Return lines of similar length as batches of at most ``most`` tokens, in random order."""
    lengths = np.array([len(line.states) for line in lines], dtype=np.int64)
    return [*grouped(lines, lengths, most, chance)]
