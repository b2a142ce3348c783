"""Train a network on several pools of examples at once, each with a fixed share of the tokens."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from torch import Tensor, nn

from explanans.errors import InputError
from explanans.lab.judge.examples import Pool, TrainingExample
from explanans.lab.networks.fitting import fit
from explanans.lab.networks.packing import Batch, Packed, grouped, lengths_of
from explanans.neural.core.checkpoint import Schedule

Pack = Callable[[TrainingExample, np.random.Generator], Iterator[Packed]]

_CHUNK = 2500
"""Number of examples that are packed and grouped by length at a time."""


@dataclass(frozen=True, slots=True)
class MixtureSchedule:
    """Settings of the training on a mixture.

    Attributes:
        tokens: The number of tokens to read, padding included.
        batch: Maximum number of tokens of a batch.
        rate: The highest learning rate of AdamW; it falls linearly to 0.
        seed: Random seed of the order of examples and of dropout.
    """

    tokens: int = 7_000_000
    batch: int = 6000
    rate: float = 2e-4
    seed: int = 0

    def __post_init__(self) -> None:
        if self.tokens < 1 or self.batch < 1 or self.rate <= 0:
            raise InputError(f"{self}; accepted: at least one token, one token a batch and a rate above 0")


def train_mixture(
    network: nn.Module,
    pools: Sequence[Pool],
    pack: Pack,
    loss: Callable[[Batch], Tensor],
    schedule: MixtureSchedule,
) -> None:
    """Fit a network in place to pools of examples.

    Args:
        network: The network.
        pools: The pools; each with at least one example.
        pack: Yields an example as rows of tokens, in an order that is drawn.
        loss: Returns what to lower for a batch.
        schedule: How long and how fast to train.

    Raises:
        InputError: There is no pool, or an empty one.
    """
    if not pools or not all(pool.examples for pool in pools):
        raise InputError("a mixture without examples; accepted: at least one example in each pool")

    def draw(chance: np.random.Generator) -> list[Batch]:
        streams = [_batches(pool.examples, pack, schedule.batch, chance) for pool in pools]
        read, found = [0] * len(pools), list[Batch]()
        while sum(read) < schedule.tokens:
            number = min(range(len(pools)), key=lambda place: read[place] / pools[place].share)
            found.append(next(streams[number]))
            read[number] += found[-1].ids.size
        return found

    once = Schedule(epochs=1, batch=schedule.batch, rate=schedule.rate, seed=schedule.seed, warm_up=0.05)
    fit(network, draw, loss, once)


def _batches(
    examples: Sequence[TrainingExample], pack: Pack, most: int, chance: np.random.Generator
) -> Iterator[Batch]:
    """Yield batches without end; each example once before one is read again."""
    while True:
        order = chance.permutation(len(examples))
        for start in range(0, len(order), _CHUNK):
            rows = [row for number in order[start : start + _CHUNK] for row in pack(examples[number], chance)]
            yield from map(Batch.of, grouped(rows, lengths_of(rows), most, chance))
