"""Fitting: what accumulated gradients, optimisers and epochs come to, worked out on one weight."""

from collections.abc import Sequence

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from explanans.errors import InputError
from explanans.lab.networks.fitting import Choice, Measure, Trained, _share_of_rate, fit
from explanans.neural.core.checkpoint import Schedule
from explanans.neural.core.device import batches

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


def test_decay_and_warm_up() -> None:
    """Weights that decay stay smaller; without a warm-up the first step has the highest rate."""
    plain = fitted(Schedule(epochs=10, batch=4, rate=0.1, decay=0, warm_up=0))
    assert fitted(Schedule(epochs=10, batch=4, rate=0.1, decay=1, warm_up=0)) < plain
    assert [_share_of_rate(step, 4, 0) for step in range(4)] == pytest.approx([1, 1, 2 / 3, 1 / 3])
    assert [_share_of_rate(step, 4, 0.5) for step in range(4)] == pytest.approx([0.5, 1, 1, 0.5])


class Scripted:
    """Losses and measures that are known beforehand."""

    def __init__(self, by: str, losses: Sequence[float], measures: Sequence[float], *, cheap: bool = False) -> None:
        measure = Measure("accuracy", iter(measures).__next__, cheap)
        self.choice = Choice(Schedule(len(losses), 1, 0.1, choose_by=by), 4, iter(losses).__next__, measure)
        self.kept = [number for number in range(1, len(losses) + 1) if self.choice.judge()]
        self.trained = self.choice.summary(9)


def test_what_chooses_an_epoch() -> None:
    losses, measures = (0.5, 0.3, 0.4, 0.2), (0.1, 0.7, 0.7, 0.6)
    by_loss = Scripted("loss", losses, measures, cheap=True)
    assert (by_loss.kept, by_loss.trained.epoch, by_loss.trained.measures) == ([1, 2, 4], 4, measures)
    assert Scripted("loss", losses, measures).trained.measures == ()
    by_measure = Scripted("measure", losses, measures)
    assert (by_measure.kept, by_measure.trained) == ([1, 2], Trained(9, 4, losses, 2, "accuracy", measures))
    last = Scripted("last", losses, measures)
    assert (last.kept, last.trained.epoch, last.trained.losses) == ([], 4, losses)


def test_of_equal_measures_the_lower_loss_chooses() -> None:
    assert Scripted("measure", (0.5, 0.3), (0.7, 0.7)).trained.epoch == 2


def test_an_epoch_cannot_be_chosen_by_nothing() -> None:
    schedule = Schedule(1, 1, 0.1, choose_by="measure")
    with pytest.raises(InputError, match="this network has none; accepted: by loss or last"):
        Choice(schedule, 4, float)
    with pytest.raises(InputError, match="nothing is held out"):
        Choice(schedule, 0, float, Measure("accuracy", float))


@pytest.mark.parametrize("change", [{"decay": -1}, {"warm_up": 2}, {"choose_by": "mood"}])
def test_a_schedule_of_unknown_terms(change: dict[str, object]) -> None:
    with pytest.raises(InputError, match="accepted: a decay of 0 or more, a warm-up from 0 to 1, and epochs chosen by"):
        Schedule(**({"epochs": 1, "batch": 1, "rate": 0.1} | change))  # type: ignore[arg-type]


@pytest.mark.parametrize("change", [{"accumulate": 0}, {"optimiser": "sgd"}])
def test_a_schedule_that_cannot_be_followed(change: dict[str, object]) -> None:
    with pytest.raises(InputError, match=r"accepted: at least one epoch.* the optimiser adamw or adafactor"):
        Schedule(**({"epochs": 1, "batch": 1, "rate": 0.1} | change))  # type: ignore[arg-type]
