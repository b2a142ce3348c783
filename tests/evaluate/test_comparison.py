"""The comparison of two runs: values worked by hand, a straightforward enumeration, and properties."""

from itertools import product
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.evaluate.comparison import ASSIGNMENTS, compare, compare_reports
from explanans.evaluate.ranking import evaluate_rankings
from explanans.exceptions import InputError
from explanans.ranking import Judgment, Ranking

shares = st.sampled_from([0.0, 0.1, 0.25, 1 / 3, 0.5, 0.7, 1.0])
pairs = st.lists(st.tuples(shares, shares), min_size=1, max_size=9)


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
def test_by_hand(values: list[float], others: list[float], p_value: float, tally: tuple[int, int, int]) -> None:
    compared = compare(values, others)
    assert compared.exact
    assert compared.p_value == pytest.approx(p_value)
    assert (compared.wins, compared.ties, compared.losses) == tally
    assert compared.map == pytest.approx(fmean(others))
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


def test_the_seed_decides() -> None:
    values, others = np.random.default_rng(3).random((2, 60)).tolist()
    assert compare(values, others, 1) == compare(values, others, 1)
    assert compare(values, others, 1) != compare(values, others, 2)


GOLD = [Judgment("q1", "a"), Judgment("q2", "b")]
FIRST = evaluate_rankings(GOLD, [Ranking("q1", ("a",)), Ranking("q2", ("x", "b"))])
SECOND = evaluate_rankings(GOLD, [Ranking("Q2", ("b",)), Ranking("q1", ("x", "y", "z", "a"))])


def test_reports_are_compared_question_by_question() -> None:
    compared = compare_reports(FIRST, SECOND)
    assert compared.map == pytest.approx(5 / 8)
    assert compared.difference == pytest.approx(1 / 8)
    assert (compared.wins, compared.ties, compared.losses) == (1, 0, 1)


@pytest.mark.parametrize("swapped", [False, True])
def test_other_questions_are_refused(swapped: bool) -> None:
    part = evaluate_rankings(GOLD, [Ranking("q1", ("a",))])
    reports = (part, FIRST) if swapped else (FIRST, part)
    with pytest.raises(
        InputError, match=f"^question q2 is not in the {'run' if swapped else 'other run'}; accepted: two"
    ):
        compare_reports(*reports)
