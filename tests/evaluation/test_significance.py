"""Intervals and comparisons: values worked by hand, a straightforward enumeration, and properties."""

from itertools import product
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.evaluation.significance import (
    ASSIGNMENTS,
    bootstrap_interval,
    clustered_interval,
    compare,
    resample_counts,
)

shares = st.sampled_from([0.0, 0.1, 0.25, 1 / 3, 0.5, 0.7, 1.0])
pairs = st.lists(st.tuples(shares, shares), min_size=1, max_size=9)


def test_normal_approximation() -> None:
    # 400 values with mean 0.5 and standard deviation 0.5: the standard error is 0.025.
    low, high = bootstrap_interval([0.0, 1.0] * 200)
    assert low == pytest.approx(0.5 - 1.96 * 0.025, abs=0.003)
    assert high == pytest.approx(0.5 + 1.96 * 0.025, abs=0.003)


def test_seed_decides() -> None:
    values = [0.1, 0.2, 0.9, 0.4, 0.35, 0.77]
    assert bootstrap_interval(values, 1) == bootstrap_interval(values, 1)
    assert bootstrap_interval(values, 1) != bootstrap_interval(values, 2)


@settings(deadline=None, max_examples=20)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.integers(0, 2**32))
def test_interval_lies_among_the_values(values: list[float], seed: int) -> None:
    low, high = bootstrap_interval(values, seed)
    assert min(values) - 1e-12 <= low <= high <= max(values) + 1e-12
    if len(set(values)) == 1:
        assert low == pytest.approx(fmean(values))


def test_clusters_of_one_are_the_plain_interval() -> None:
    values = [0.0, 1.0, 1.0, 0.0, 1.0, 0.5]
    assert clustered_interval(values, range(6), 3) == pytest.approx(_by_counts(values, 3))
    assert clustered_interval(values, [0] * 6) == pytest.approx((sum(values) / 6,) * 2)


def _by_counts(values: list[float], seed: int) -> tuple[float, float]:
    means = [times @ np.array(values) / 6 for times in resample_counts(6, seed)]
    low, high = np.percentile(np.concatenate(means), (2.5, 97.5))
    return float(low), float(high)


@pytest.mark.parametrize(
    ("values", "others", "p_value", "tally"),
    [
        ([0.9, 0.8, 0.7, 0.5], [0.5, 0.6, 0.4, 0.5], 2 / 8, (3, 1, 0)),
        ([0.5, 0.6, 0.4], [0.9, 0.8, 0.7], 2 / 8, (0, 0, 3)),
        # Differences .3, -.1, .1: the sums are .5, .3 (twice), .1 and their opposites; .3 or more six times in eight.
        ([0.8, 0.1, 0.3], [0.5, 0.2, 0.2], 6 / 8, (2, 0, 1)),
        ([0.5, 0.5], [0.5, 0.5], 1.0, (0, 2, 0)),
        ([1.0], [0.0], 1.0, (1, 0, 0)),
    ],
)
def test_comparison_by_hand(
    values: list[float], others: list[float], p_value: float, tally: tuple[int, int, int]
) -> None:
    compared = compare(values, others)
    assert compared.exact
    assert compared.p_value == pytest.approx(p_value)
    assert (compared.wins, compared.ties, compared.losses) == tally
    assert compared.other == pytest.approx(fmean(others))
    assert compared.difference == pytest.approx(fmean(values) - fmean(others))


@settings(deadline=None, max_examples=50)
@given(pairs)
def test_every_assignment_is_counted(pairs: list[tuple[float, float]]) -> None:
    values, others = zip(*pairs, strict=True)
    differences = [value - other for value, other in pairs if value != other]
    sums = [
        abs(sum(sign * difference for sign, difference in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    compared = compare(values, others)
    assert compared.assignments == len(sums)
    assert compared.p_value == pytest.approx(sum(total >= abs(sum(differences)) - 1e-9 for total in sums) / len(sums))
    low, high = compared.interval
    assert low - 1e-9 <= compared.difference <= high + 1e-9


@settings(deadline=None, max_examples=20)
@given(pairs)
def test_the_other_way_round_it_is_the_same(pairs: list[tuple[float, float]]) -> None:
    values, others = zip(*pairs, strict=True)
    there, back = compare(values, others), compare(others, values)
    assert there.difference == pytest.approx(-back.difference)
    assert there.p_value == pytest.approx(back.p_value)
    assert (there.wins, there.ties, there.losses) == (back.losses, back.ties, back.wins)


def test_drawn_assignments_come_close_to_the_normal_distribution() -> None:
    # 400 differences of size 1, 220 of them above 0: their sum of 40 lies two standard deviations of 20 from 0. Sums
    # are even, so that 39 is where the normal distribution is to be cut: P(|z| >= 1.95) = .051.
    compared = compare([1.0] * 220 + [0.0] * 180, [0.0] * 220 + [1.0] * 180)
    assert not compared.exact
    assert compared.assignments == ASSIGNMENTS
    assert compared.p_value == pytest.approx(0.0512, abs=0.007)


def test_a_p_value_is_never_0() -> None:
    compared = compare([1.0] * 100, [0.0] * 100)
    assert compared.p_value == 1 / (ASSIGNMENTS + 1)


def test_the_seed_decides_a_comparison() -> None:
    values, others = np.random.default_rng(3).random((2, 60)).tolist()
    assert compare(values, others, 1) == compare(values, others, 1)
    assert compare(values, others, 1) != compare(values, others, 2)


def test_where_lower_is_better_the_lower_wins() -> None:
    compared = compare([0.1, 0.5], [0.2, 0.5], lower_is_better=True)
    assert (compared.wins, compared.ties, compared.losses) == (1, 1, 0)
    assert compared.difference == pytest.approx(-0.05)
