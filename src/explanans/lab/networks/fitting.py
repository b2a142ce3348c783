"""Fit networks, and keep them as they were after their best epoch.

The same seed gives the same bytes.
"""

import itertools
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import numpy as np
import torch
from torch import Tensor, nn

from explanans.errors import InputError
from explanans.neural.core.checkpoint import Manifest, Network, Schedule, save_checkpoint
from explanans.neural.core.device import batches, reproducible
from explanans.runtime.progress import track

_log = logging.getLogger(__name__)

_CLIP = 1.0
_HELD_OUT = 10
"""Every how many groups one is held out."""

Item = TypeVar("Item")
Batch = TypeVar("Batch")


@dataclass(frozen=True, slots=True)
class Trained:
    """The result of a training.

    Attributes:
        held_out: How many others chose the epoch.
        losses: The mean loss of the held-out ones after each epoch, in nats; empty if there are none.
        epoch: The epoch, counted from 1, whose weights were kept.
        measure: The name of the measure on the held-out ones, such as ``accuracy``; empty for none.
        measures: Its values after each epoch, from 0 to 1.
    """

    examples: int
    held_out: int
    losses: tuple[float, ...]
    epoch: int
    measure: str = ""
    measures: tuple[float, ...] = ()


class Split(NamedTuple, Generic[Item]):
    """Examples to learn from, and others.

    Attributes:
        learnt: The training examples; at least one.
        held_out: The examples that choose the epoch; empty to keep the last.
    """

    learnt: Sequence[Item]
    held_out: Sequence[Item] = ()


def sample(items: Sequence[Item], count: int | None, seed: int) -> list[Item]:
    """Return items that are drawn, in their order.

    Example:
        >>> len(sample("abcdef", 4, 0)), "".join(sample("abc", None, 0))
        (4, 'abc')
    """
    drawn = np.random.default_rng(seed).permutation(len(items))[:count]
    return [items[number] for number in sorted(drawn.tolist())]


def hold_out(items: Iterable[Item], group: Callable[[Item], str]) -> Split[Item]:
    """Return the items to learn from, and those of every tenth group, to choose the epoch by.

    The dev split stays unseen, so that what is measured on it is not the better for having been chosen on it.

    Args:
        group: Returns the group of an item; a group is learnt or held out as a whole.

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


def by_number(items: Sequence[Item], size: int, chance: np.random.Generator) -> list[Sequence[Item]]:
    """Return items in random order, in batches of equal size; the last may be smaller."""
    return batches([items[number] for number in chance.permutation(len(items))], size)


class Measure(NamedTuple):
    """A measure of a network on held-out examples.

    Attributes:
        name: The name of the measure, such as ``accuracy``.
        value: Returns the value, from 0 to 1, the higher the better; the network is in evaluation mode.
        cheap: Whether to compute and log it after each epoch even if it does not choose the epoch.
    """

    name: str
    value: Callable[[], float]
    cheap: bool = False


@dataclass(frozen=True, slots=True)
class Way(Generic[Item]):
    """The losses and measures of a training.

    Attributes:
        losses: Returns the losses of a batch: one number, in nats, for each prediction of the network,
            such as a token; shape (things,).
        grouped: Returns examples in batches, in an order that is drawn, given the size of a batch.
        keep: Writes the network into a folder; if None, as a checkpoint.
        measure: The measure of the network; if None, only losses choose an epoch.
        watch: Called after each epoch, with the network ready to be asked; chooses nothing.
    """

    losses: Callable[[Sequence[Item]], Tensor]
    grouped: Callable[[Sequence[Item], int, np.random.Generator], list[Sequence[Item]]] = by_number
    keep: Callable[[Network, Path, Manifest], None] | None = None
    measure: Measure | None = None
    watch: Callable[[], None] | None = None


def fine_tune(network: Network, way: Way[Item], examples: Split[Item], folder: Path, manifest: Manifest) -> Trained:
    """Train a network and write it into a folder.

    After each epoch that is better on held-out examples than all before it, the folder is replaced, so that an
    interruption leaves the best network so far. Better is, as the schedule says, a lower loss, or more of what the
    network is for, and then of equals a lower loss. Where nothing is held out, or the last epoch is wanted, the folder
    is written at the end.

    Args:
        folder: A new or empty folder, or an older checkpoint to replace.
    """
    learnt, held_out = examples
    schedule = manifest.schedule
    keep = way.keep or save_checkpoint
    # The same batches after each epoch.
    groups = way.grouped(held_out, schedule.batch, np.random.default_rng(schedule.seed)) if held_out else []
    choice = Choice(schedule, len(held_out), lambda: mean_loss(way.losses, groups), way.measure)

    def judge() -> None:
        _check_weights(network, schedule)
        if choice.judge():
            keep(network, folder, manifest)
        if way.watch:
            way.watch()

    def draw(chance: np.random.Generator) -> list[Sequence[Item]]:
        return way.grouped(learnt, schedule.batch, chance)

    fit(network.model, draw, lambda batch: way.losses(batch).mean(), schedule, judge)
    if choice.best is None:
        keep(network, folder, manifest)
    return choice.summary(len(learnt))


class Choice:
    """Choice of the best epoch by measures on held-out examples.

    Args:
        held_out: How many examples are held out; if there are none, the last epoch is the best.
        measure: The measure of the network; if None, only losses choose.

    Attributes:
        best: The best epoch so far, counted from 0; None if none is chosen.
    """

    def __init__(
        self, schedule: Schedule, held_out: int, loss: Callable[[], float], measure: Measure | None = None
    ) -> None:
        self._by_measure = schedule.choose_by == "measure"
        if self._by_measure and not (measure and held_out):
            missing = "nothing is held out" if measure else "this network has none"
            raise InputError(f"an epoch chosen by a measure, but {missing}; accepted: by loss or last")
        self._epochs = schedule.epochs
        self._held_out = held_out
        self._chooses = held_out > 0 and schedule.choose_by != "last"
        self._loss = loss
        self._measure = measure if measure and (self._by_measure or measure.cheap) else None
        self._losses: list[float] = []
        self._measures: list[float] = []
        self.best: int | None = None

    def judge(self) -> bool:
        """Measure after an epoch, and decide whether it is to be kept as the best so far."""
        if not self._held_out:
            return False
        self._losses.append(self._loss())
        _log.info("epoch %d: held-out loss %.4f", len(self._losses), self._losses[-1])
        if self._measure:
            with torch.inference_mode():
                self._measures.append(self._measure.value())
            _log.info("epoch %d: held-out %s %.4f", len(self._losses), self._measure.name, self._measures[-1])
        now = len(self._losses) - 1
        if not self._chooses or (self.best is not None and self._standing(now) <= self._standing(self.best)):
            return False
        self.best = now
        return True

    def _standing(self, epoch: int) -> tuple[float, float]:
        """Return the sort key of an epoch, higher for better ones."""
        return (self._measures[epoch] if self._by_measure else 0.0, -self._losses[epoch])

    def summary(self, learnt: int) -> Trained:
        """Return how the training went."""
        epoch = self._epochs if self.best is None else self.best + 1
        measure = self._measure.name if self._measures and self._measure else ""
        return Trained(learnt, self._held_out, tuple(self._losses), epoch, measure, tuple(self._measures))


def mean_loss(losses: Callable[[Sequence[Item]], Tensor], groups: Iterable[Sequence[Item]]) -> float:
    """Return the mean loss of examples, in nats per prediction.

    Args:
        losses: Returns the losses of a batch; see ``Way``. The network is not being trained.
    """
    with torch.inference_mode():
        parts = [losses(group) for group in groups]
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
    optimiser = torch.optim.AdamW(network.parameters(), lr=schedule.rate, weight_decay=schedule.decay)
    return optimiser, torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: _share_of_rate(step, total, schedule.warm_up)
    )


def _share_of_rate(step: int, total: int, share: float) -> float:
    warm_up = max(1, round(total * share))
    return min((step + 1) / warm_up, (total - step) / max(1, total - warm_up))
