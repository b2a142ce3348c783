"""Fine-tune a network and keep it as it was after its best epoch."""

import logging
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import numpy as np
import torch
from torch import Tensor

from explanans.exceptions import InputError
from explanans.learn.neural.checkpoint import Manifest, Network, save_checkpoint
from explanans.learn.neural.training import Schedule, batches, fit

_log = logging.getLogger(__name__)

_HELD_OUT = 10
"""Every how many groups one is held out."""

Item = TypeVar("Item")


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
