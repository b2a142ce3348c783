"""Fitting: what accumulated gradients, optimisers and epochs come to, worked out on one weight."""

from collections.abc import Sequence

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from explanans.exceptions import InputError
from explanans.learn.neural.checkpoint import Schedule
from explanans.learn.neural.device import batches
from explanans.train.networks.fitting import fit

torch.set_num_threads(1)


def fitted(schedule: Schedule, after: list[bool] | None = None) -> float:
    """Return a weight that starts at 1 and is to become the mean of four numbers."""
    network = nn.Linear(1, 1, bias=False)
    nn.init.ones_(network.weight)

    def loss(numbers: Sequence[float]) -> Tensor:
        return ((network.weight.squeeze() - torch.tensor(numbers)) ** 2).mean()

    def judge() -> None:
        if after is not None:
            after.append(network.training)

    def draw(_: np.random.Generator) -> list[Sequence[float]]:
        return batches([3.0, 5.0, 2.0, 6.0], schedule.batch)

    fit(network, draw, loss, schedule, judge)
    assert not network.training
    return network.weight.item()


def test_accumulated_batches_are_one_large_batch() -> None:
    large = fitted(Schedule(epochs=5, batch=4, rate=0.1))
    assert large != 1
    for batch, accumulate in ((1, 4), (2, 2)):
        assert fitted(Schedule(5, batch, 0.1, accumulate=accumulate)) == pytest.approx(large, rel=1e-6)
    assert fitted(Schedule(5, 1, 0.1)) != pytest.approx(large, rel=1e-3)


def test_an_epoch_ends_with_a_smaller_step() -> None:
    """Three of four batches make the first step; the last one makes one of its own."""
    steps: list[bool] = []
    assert fitted(Schedule(2, 1, 0.1, accumulate=3), steps) != 1
    assert len(steps) == 2


def test_a_network_is_judged_after_each_epoch() -> None:
    after: list[bool] = []
    fitted(Schedule(epochs=3, batch=2, rate=0.1), after)
    assert after == [False, False, False]


def test_both_optimisers_approach_the_mean() -> None:
    for optimiser in ("adamw", "adafactor"):
        assert 3 < fitted(Schedule(epochs=100, batch=4, rate=0.1, optimiser=optimiser)) < 5


@pytest.mark.parametrize("change", [{"accumulate": 0}, {"optimiser": "sgd"}])
def test_a_schedule_that_cannot_be_followed(change: dict[str, object]) -> None:
    with pytest.raises(InputError, match=r"accepted: at least one epoch.* the optimiser adamw or adafactor"):
        Schedule(**({"epochs": 1, "batch": 1, "rate": 0.1} | change))  # type: ignore[arg-type]
