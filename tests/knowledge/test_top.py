"""The highest scores against sorting them all."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.knowledge.top import top


@given(st.lists(st.sampled_from([-np.inf, -1.5, 0.0, 0.25, 2.0]), max_size=12), st.integers(0, 14))
def test_as_by_sorting(scores: list[float], limit: int) -> None:
    by_sorting = sorted(range(len(scores)), key=lambda place: (-scores[place], place))
    assert top(np.array(scores, dtype=np.float64), limit).tolist() == by_sorting[:limit]


@pytest.mark.parametrize("limit", [0, 1, 5])
def test_no_scores(limit: int) -> None:
    assert top(np.empty(0), limit).tolist() == []
