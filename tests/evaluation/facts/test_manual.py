"""Correlations, against scipy's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from explanans.evaluation.facts.manual import pearson, spearman

shares = st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 2 / 3, 1.0])


@given(st.lists(st.tuples(shares, shares), min_size=2))
def test_as_scipy_has_them(pairs: list[tuple[float, float]]) -> None:
    values, others = zip(*pairs, strict=True)
    if len(set(values)) == 1 or len(set(others)) == 1:
        assert (pearson(values, others), spearman(values, others)) == (None, None)
    else:
        assert pearson(values, others) == pytest.approx(stats.pearsonr(values, others).statistic, abs=1e-12)
        assert spearman(values, others) == pytest.approx(stats.spearmanr(values, others).statistic, abs=1e-12)


def test_by_hand() -> None:
    assert pearson([0, 1, 2], [0, 1, 0]) == 0
    assert spearman([1, 10, 100], [3, 2, 1]) == pytest.approx(-1)
    # Ranks 1.5, 1.5, 3 against 1, 2, 3.
    assert spearman([0, 0, 1], [1, 2, 3]) == pytest.approx(1.5 / (1.5 * 2) ** 0.5)


def test_too_few() -> None:
    assert pearson([], []) is None
    assert spearman([1], [1]) is None
