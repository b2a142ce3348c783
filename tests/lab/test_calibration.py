"""Calibration error: known values and properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.lab.decisions import calibration_error


@pytest.mark.parametrize(
    ("probabilities", "right", "bins", "error"),
    [
        ([0.0, 1.0], [False, True], 2, 0.0),
        ([1.0, 0.0], [False, True], 2, 1.0),
        ([0.9] * 10, [True] * 9 + [False], 10, 0.0),
        ([0.2, 0.4, 0.6, 0.8], [False, False, True, True], 2, 0.3),
        ([0.2, 0.4, 0.6, 0.8], [False, False, True, True], 4, 0.3),
        ([0.2, 0.4, 0.6, 0.8], [False, False, True, True], 1, 0.0),
        ([0.7], [True], 10, 0.3),
        ([], [], 10, 0.0),
    ],
)
def test_known_values(probabilities: list[float], right: list[bool], bins: int, error: float) -> None:
    assert calibration_error(probabilities, right, bins) == pytest.approx(error)


@given(st.lists(st.tuples(st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0]), st.booleans()), min_size=1))
def test_the_order_of_cases_does_not_matter(cases: list[tuple[float, bool]]) -> None:
    shuffled = sorted(cases)
    found = [
        calibration_error([value for value, _ in items], [came for _, came in items]) for items in (cases, shuffled)
    ]
    assert found[0] == pytest.approx(found[1])
    assert 0 <= found[0] <= 1
