"""Fit networks, keep them as they were after their best epoch, and teach encoder–decoders to write lines.

The same seed gives the same bytes.
"""

import itertools
import logging
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from explanans.exceptions import InputError
from explanans.learn.neural.checkpoint import Manifest, Network, Schedule, save_checkpoint
from explanans.learn.neural.device import batches, reproducible
from explanans.learn.neural.sequences import SequenceNetwork
from explanans.progress import track

_log = logging.getLogger(__name__)

_DECAY = 0.01
_CLIP = 1.0
_WARM_UP = 0.1
_HELD_OUT = 10
"""Every how many groups one is held out."""
_IGNORED = -100

Item = TypeVar("Item")
Batch = TypeVar("Batch")


@dataclass(frozen=True, slots=True)
class Trained:
    """How a training went.

    Attributes:
        examples: How many examples were learnt.
        held_out: How many others chose the epoch.
        losses: The mean loss of the held-out ones after each epoch, in nats; empty where there are none.
        epoch: The epoch, counted from 1, whose weights were kept: the one of the lowest loss, else the last.
    """

    examples: int
    held_out: int
    losses: tuple[float, ...]
    epoch: int


class Split(NamedTuple, Generic[Item]):
    """Examples to learn from, and others.

    Attributes:
        learnt: What to learn; at least one.
        held_out: What to choose the epoch by; empty to keep the last.
    """

    learnt: Sequence[Item]
    held_out: Sequence[Item] = ()


def hold_out(items: Iterable[Item], group: Callable[[Item], str]) -> Split[Item]:
    """Return the items to learn from, and those of every tenth group, to choose the epoch by.

    The dev split stays unseen, so that what is measured on it is not the better for having been chosen on it.

    Args:
        items: The items.
        group: Returns what an item belongs to, all of which is learnt or held out.

    Example:
        >>> learnt, held_out = hold_out("abcdefghijklaj", str)
        >>> "".join(learnt), "".join(held_out)
        ('abcdefghikla', 'jj')
    """
    numbers: dict[str, int] = {}
    learnt: list[Item] = []
    held_out: list[Item] = []
    for item in items:
        number = numbers.setdefault(group(item), len(numbers) + 1)
        (learnt if number % _HELD_OUT else held_out).append(item)
    return Split(learnt, held_out)


def fine_tune(
    network: Network,
    losses: Callable[[Sequence[Item]], Tensor],
    examples: Split[Item],
    folder: Path,
    manifest: Manifest,
) -> Trained:
    """Train a network and write it into a folder.

    After each epoch in which the loss of held-out examples is lower than ever, the folder is replaced, so that an
    interruption leaves the best network so far. Where nothing is held out, the folder is written at the end.

    Args:
        network: The network, trained in place.
        losses: Returns what to lower for a batch: one number, in nats, for each thing that the network has to tell,
            such as a token; shape (things,).
        examples: What to learn, and what to choose the epoch by.
        folder: A new or empty folder, or an older checkpoint to replace.
        manifest: How it is trained; its schedule is followed.

    Raises:
        InputError: The rate is so high that weights grow beyond all numbers, or the folder holds something else.
        StorageError: The folder cannot be written.
    """
    learnt, held_out = examples
    measured: list[float] = []
    schedule = manifest.schedule

    def judge() -> None:
        _check_weights(network, schedule)
        if held_out:
            measured.append(mean_loss(losses, held_out, schedule.batch))
            _log.info("epoch %d: held-out loss %.4f", len(measured), measured[-1])
            if measured[-1] < min(measured[:-1], default=math.inf):
                save_checkpoint(network, folder, manifest)

    def draw(chance: np.random.Generator) -> list[Sequence[Item]]:
        return batches([learnt[number] for number in chance.permutation(len(learnt))], schedule.batch)

    fit(network.model, draw, lambda batch: losses(batch).mean(), schedule, judge)
    if not held_out:
        save_checkpoint(network, folder, manifest)
        return Trained(len(learnt), 0, (), schedule.epochs)
    return Trained(len(learnt), len(held_out), tuple(measured), measured.index(min(measured)) + 1)


def mean_loss(losses: Callable[[Sequence[Item]], Tensor], examples: Sequence[Item], batch: int) -> float:
    """Return the mean loss of all examples, in nats a thing told.

    Args:
        losses: Returns the losses of a batch; see ``fine_tune``. The network is not being trained.
        examples: At least one example.
        batch: How many to compute at once.
    """
    with torch.inference_mode():
        parts = [losses(part) for part in batches(examples, batch)]
    return sum(float(part.sum()) for part in parts) / sum(map(len, parts))


def _check_weights(network: Network, schedule: Schedule) -> None:
    if not all(bool(weights.isfinite().all()) for weights in network.model.parameters()):
        raise InputError(f"at a rate of {schedule.rate} the weights grew beyond all numbers; accepted: a lower rate")


def fit(
    network: nn.Module,
    draw: Callable[[np.random.Generator], Sequence[Batch]],
    loss: Callable[[Batch], Tensor],
    schedule: Schedule,
    after_epoch: Callable[[], None] | None = None,
) -> None:
    """Fit the weights of a network in place.

    The optimiser is AdamW (Loshchilov & Hutter 2019), with the linear warm-up and decay of Devlin et al. 2019 (appendix
    A.2), or Adafactor (Shazeer & Stern 2018) at a constant rate; gradients are clipped to length 1.

    Args:
        network: The network.
        draw: Returns the batches of one epoch, as many for each epoch.
        loss: Returns what to lower for a batch.
        schedule: How to fit.
        after_epoch: Called after each epoch, with the network ready to be judged or kept.
    """
    with reproducible(schedule.seed):
        chance = np.random.default_rng(schedule.seed)
        epochs = [batches(draw(chance), schedule.accumulate) for _ in range(schedule.epochs)]
        *_, total = ends = list(itertools.accumulate(map(len, epochs)))
        optimiser, rates = _optimiser(network, schedule, total)
        network.train()
        for number, group in enumerate(track(itertools.chain.from_iterable(epochs), "Training", total), 1):
            for batch in group:
                (loss(batch) / len(group)).backward()
            nn.utils.clip_grad_norm_(network.parameters(), _CLIP)
            optimiser.step()
            rates.step()
            optimiser.zero_grad()
            if after_epoch and number in ends:
                network.eval()
                after_epoch()
                network.train()
        network.eval()


def _optimiser(
    network: nn.Module, schedule: Schedule, total: int
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    optimiser: torch.optim.Optimizer
    if schedule.optimiser == "adafactor":
        optimiser = torch.optim.Adafactor(network.parameters(), lr=schedule.rate)
        return optimiser, torch.optim.lr_scheduler.LambdaLR(optimiser, lambda _: 1.0)
    optimiser = torch.optim.AdamW(network.parameters(), lr=schedule.rate, weight_decay=_DECAY)
    return optimiser, torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _share_of_rate(step, total))


def _share_of_rate(step: int, total: int) -> float:
    warm_up = max(1, round(total * _WARM_UP))
    return min((step + 1) / warm_up, (total - step) / max(1, total - warm_up))


class Lines(NamedTuple):
    """What a network reads, and what it is to write.

    Attributes:
        read: A line of text.
        written: The tokens of a line, with the one that ends it.
    """

    read: str
    written: tuple[int, ...]


def fit_lines(
    network: SequenceNetwork, lines: Sequence[Lines], folder: Path, manifest: Manifest, held_out: Sequence[Lines] = ()
) -> Trained:
    """Train a network by teacher forcing and write it into a folder; see ``fine_tune``.

    Args:
        network: The network, trained in place.
        lines: What to learn; at least one.
        folder: A new or empty folder, or an older checkpoint to replace.
        manifest: How it is trained; its schedule is followed.
        held_out: Other lines, to choose the epoch by.

    Raises:
        InputError: The rate is so high that weights grow beyond all numbers, or the folder holds something else.
        StorageError: The folder cannot be written.
    """
    return fine_tune(network, lambda batch: line_losses(network, batch), Split(lines, held_out), folder, manifest)


def line_losses(network: SequenceNetwork, lines: Sequence[Lines]) -> Tensor:
    """Return the cross entropy of each token that a network should write, given those before it.

    Args:
        network: The network.
        lines: The batch.

    Returns:
        Nats; shape (tokens of all lines,).
    """
    model = network.model
    written = [torch.tensor(line.written) for line in lines]
    targets = torch.nn.utils.rnn.pad_sequence(written, batch_first=True, padding_value=_IGNORED).to(model.device)
    before = targets.roll(1, dims=1)
    before = before.masked_fill(before == _IGNORED, network.tokenizer.pad_token_id)
    before[:, 0] = model.config.decoder_start_token_id
    logits = model(**network.read([line.read for line in lines]), decoder_input_ids=before).logits
    told = targets != _IGNORED
    return cross_entropy(logits[told], targets[told], reduction="none")
