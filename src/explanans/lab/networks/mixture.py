"""Train a network on several pools of examples at once, each with a fixed share of the tokens."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

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


class Stream(NamedTuple):
    """Batches of another task, and its loss.

    Attributes:
        share: Their share of all tokens, between 0 and 1.
        batches: Yields batches without end, each with the number of its tokens.
        loss: Returns what to lower for a batch.
    """

    share: float
    batches: Callable[[np.random.Generator], Iterator[tuple[int, Any]]]
    loss: Callable[[Any], Tensor]


def train_mixture(  # noqa: PLR0913, PLR0917 - what is learnt, of what, and how
    network: nn.Module,
    pools: Sequence[Pool],
    pack: Pack,
    loss: Callable[[Batch], Tensor],
    schedule: MixtureSchedule,
    beside: Sequence[Stream] = (),
) -> None:
    """Fit a network in place to pools of examples.

    Args:
        network: The network.
        pools: The pools; each with at least one example.
        pack: Yields an example as rows of tokens, in an order that is drawn.
        loss: Returns what to lower for a batch.
        schedule: How long and how fast to train.
        beside: Other tasks that are learnt at the same time.

    Raises:
        InputError: There is no pool, or an empty one.
    """
    if not pools or not all(pool.examples for pool in pools):
        raise InputError("a mixture without examples; accepted: at least one example in each pool")

    def of_pool(pool: Pool) -> Stream:
        return Stream(pool.share, lambda chance: _batches(pool.examples, pack, schedule.batch, chance), loss)

    tasks = [*map(of_pool, pools), *beside]

    def draw(chance: np.random.Generator) -> list[tuple[Stream, Any]]:
        streams = [task.batches(chance) for task in tasks]
        read, found = [0] * len(tasks), list[tuple[Stream, Any]]()
        while sum(read) < schedule.tokens:
            number = min(range(len(tasks)), key=lambda place: read[place] / tasks[place].share)
            tokens, batch = next(streams[number])
            found.append((tasks[number], batch))
            read[number] += tokens
        return found

    once = Schedule(epochs=1, batch=schedule.batch, rate=schedule.rate, seed=schedule.seed, warm_up=0.05)
    fit(network, draw, lambda item: item[0].loss(item[1]), once)


def _batches(
    examples: Sequence[TrainingExample], pack: Pack, most: int, chance: np.random.Generator
) -> Iterator[tuple[int, Batch]]:
    """Yield batches without end, each with the number of its tokens; no example twice before all are read."""
    while True:
        order = chance.permutation(len(examples))
        for start in range(0, len(order), _CHUNK):
            rows = [row for number in order[start : start + _CHUNK] for row in pack(examples[number], chance)]
            for batch in map(Batch.of, grouped(rows, lengths_of(rows), most, chance)):
                yield batch.ids.size, batch
