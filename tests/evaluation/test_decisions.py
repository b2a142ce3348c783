"""Balanced accuracy, thresholds and intervals: known values and properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.evaluation.decisions import balanced_accuracy, balanced_interval
from explanans.lab.decisions import best_threshold

CASES = st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=30)


@pytest.mark.parametrize(
    ("accepted", "right", "balanced"),
    [
        ([True, True, True, True], [True, False, False, False], 0.5),
        ([True, False, False, False], [True, False, False, False], 1.0),
        ([True, False, True, True], [True, False, False, False], 2 / 3),
        ([True, False], [True, True], 0.5),
        ([False, False], [False, False], 1.0),
        ([], [], 0.5),
    ],
)
def test_known_values(accepted: list[bool], right: list[bool], balanced: float) -> None:
    assert balanced_accuracy(accepted, right) == pytest.approx(balanced)


@given(CASES)
def test_no_threshold_is_better_than_the_best(cases: list[tuple[int, bool]]) -> None:
    scores, right = [float(score) for score, _ in cases], [came for _, came in cases]
    best = best_threshold(scores, right)
    found = balanced_accuracy([score >= best for score in scores], right)
    for threshold in (-1.0, 0.5, 1.5, 2.5, 3.5, 4.5, 6.0):
        accepted = [score >= threshold for score in scores]
        if any(accepted) and {True, False} == set(right):
            assert found >= balanced_accuracy(accepted, right) - 1e-12


def test_of_equal_thresholds_the_lowest_is_taken() -> None:
    assert best_threshold([1.0, 2.0, 3.0], [True, True, True]) == 1.0


def test_the_interval_of_several_parts_is_that_of_their_mean() -> None:
    perfect = ([True, False] * 30, [True, False] * 30, range(60))
    chance = ([True] * 60, [True, False] * 30, range(60))
    assert balanced_interval([perfect]) == (1.0, 1.0)
    assert balanced_interval([perfect, chance]) == (0.75, 0.75)
    low, high = balanced_interval([([True, False, False] * 20, [True, False, True] * 20, range(60))])
    assert low < 0.75 < high


def test_whole_clusters_are_drawn() -> None:
    accepted, right = [True] * 20 + [False] * 20, [True] * 40
    wide = balanced_interval([(accepted, right, [number // 10 for number in range(40)])])
    narrow = balanced_interval([(accepted, right, range(40))])
    assert wide[1] - wide[0] > narrow[1] - narrow[0]
