"""Fit the weights of a network; the same seed gives the same bytes."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import torch
from torch import Tensor, nn

from explanans.exceptions import InputError
from explanans.progress import track

Item = TypeVar("Item")
Batch = TypeVar("Batch")

_DECAY = 0.01
_CLIP = 1.0
_WARM_UP = 0.1


@dataclass(frozen=True, slots=True)
class Schedule:
    """How to fit.

    Attributes:
        epochs: How often every example is seen.
        batch: How many examples a step sees.
        rate: The highest learning rate. With ``adamw`` it is reached after a tenth of the steps and then falls to 0;
            with ``adafactor`` it stays, relative to the size of the weights.
        seed: Seeds the order of the examples, what is drawn with them, and dropout.
        accumulate: How many batches make a step; their gradients are averaged.
        optimiser: ``adamw`` or ``adafactor``.
    """

    epochs: int
    batch: int
    rate: float
    seed: int = 0
    accumulate: int = 1
    optimiser: str = "adamw"

    def __post_init__(self) -> None:
        counts = (self.epochs, self.batch, self.accumulate)
        if min(counts) < 1 or self.rate <= 0 or self.seed < 0 or self.optimiser not in {"adamw", "adafactor"}:
            accepted = (
                "at least one epoch, one example a batch and one batch a step, a rate above 0, a seed of 0 or more, "
                "and the optimiser adamw or adafactor"
            )
            raise InputError(f"{self}; accepted: {accepted}")


def batches(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Return items in batches; the last one may be smaller.

    Args:
        items: The items.
        size: How many make a batch.

    Example:
        >>> batches("abcde", 2)
        ['ab', 'cd', 'e']
    """
    return [items[start : start + size] for start in range(0, len(items), size)]


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


@contextmanager
def reproducible(seed: int) -> Iterator[None]:
    """Draw the same random numbers for the same seed and compute in a fixed order; both end with the block.

    Args:
        seed: The seed.
    """
    fixed = torch.are_deterministic_algorithms_enabled()
    with torch.random.fork_rng(devices=()):
        torch.manual_seed(seed)
        # On a graphics card some operations have no fixed order; they warn.
        torch.use_deterministic_algorithms(True, warn_only=torch.cuda.is_available())
        try:
            yield
        finally:
            torch.use_deterministic_algorithms(fixed)
