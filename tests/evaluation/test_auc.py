"""The area under the ROC curve, beside its definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.evaluation.decisions import auc, auc_interval

CASES = st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1, max_size=30)


@given(CASES)
def test_it_is_how_often_a_right_case_beats_a_wrong_one(cases: list[tuple[int, bool]]) -> None:
    right = [score for score, is_right in cases if is_right]
    wrong = [score for score, is_right in cases if not is_right]
    won = [(one > other) + (one == other) / 2 for one in right for other in wrong]
    found = auc([score for score, _ in cases], [is_right for _, is_right in cases])
    assert found == pytest.approx(np.mean(won) if won else 0.5)


@given(CASES)
def test_turned_scores_turn_the_area(cases: list[tuple[int, bool]]) -> None:
    scores, right = [score for score, _ in cases], [is_right for _, is_right in cases]
    assert auc(scores, right) + auc([-score for score in scores], right) == pytest.approx(1)


def test_the_interval_holds_the_area_and_widens_with_clusters() -> None:
    generator = np.random.default_rng(0)
    right = [number % 2 == 0 for number in range(200)]
    scores = [float(is_right + generator.normal()) for is_right in right]
    low, high = auc_interval(scores, right, range(200))
    assert low < auc(scores, right) < high
    wide = auc_interval(scores * 4, right * 4, range(800))
    clustered = auc_interval(scores * 4, right * 4, list(range(200)) * 4)
    assert clustered == pytest.approx((low, high))
    assert wide[1] - wide[0] < (high - low) * 0.7
