"""The bootstrap interval: known values and properties."""

from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.evaluate.significance import bootstrap_interval, clustered_interval, resample_counts


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
