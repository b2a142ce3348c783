"""Fit the weights of a network; the same seed gives the same bytes."""

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
        rate: The highest learning rate, which is reached after a tenth of the steps and then falls to 0.
        seed: Seeds the order of the examples, what is drawn with them, and dropout.
    """

    epochs: int
    batch: int
    rate: float
    seed: int = 0

    def __post_init__(self) -> None:
        if self.epochs < 1 or self.batch < 1 or self.rate <= 0 or self.seed < 0:
            accepted = "at least one epoch, one example a batch, a rate above 0 and a seed of 0 or more"
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
) -> None:
    """Fit the weights of a network in place.

    The optimiser is AdamW (Loshchilov & Hutter 2019), with the linear warm-up and decay of Devlin et al. 2019 (appendix
    A.2) and gradients clipped to length 1.

    Args:
        network: The network.
        draw: Returns the batches of one epoch, as many for each epoch.
        loss: Returns what to lower for a batch.
        schedule: How to fit.
    """
    with reproducible(schedule.seed):
        chance = np.random.default_rng(schedule.seed)
        epochs = [draw(chance) for _ in range(schedule.epochs)]
        total = sum(map(len, epochs))
        optimiser = torch.optim.AdamW(network.parameters(), lr=schedule.rate, weight_decay=_DECAY)
        rates = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _share_of_rate(step, total))
        network.train()
        for batch in track((batch for epoch in epochs for batch in epoch), "Training", total):
            loss(batch).backward()
            nn.utils.clip_grad_norm_(network.parameters(), _CLIP)
            optimiser.step()
            rates.step()
            optimiser.zero_grad()
        network.eval()


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
        torch.use_deterministic_algorithms(True)
        try:
            yield
        finally:
            torch.use_deterministic_algorithms(fixed)
