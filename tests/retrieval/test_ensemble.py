"""Explanations are put together; every figure is computed by hand."""

import pytest

from explanans.retrieval.cut_off import by_gain, expected_f1, union

THREE = [{"a": 0.9, "b": 0.2}, {"b": 0.4, "c": 0.3}, {"b": 0.1}]


def test_union() -> None:
    assert list(union(THREE).items()) == [("a", 0.9), ("b", 0.4), ("c", 0.3)]
    assert union([]) == {}


def test_expected_f1() -> None:
    assert expected_f1([0.9], 1.4) == pytest.approx(1.8 / 2.4)
    assert expected_f1([], 1.4) == 0


def test_what_raises_the_expected_f1_is_taken() -> None:
    probabilities = {"a": 0.9, "b": 0.8, "c": 0.1, "d": 0.6}
    # a and b: 3.4 / 4.4; with d: 4.6 / 5.4, higher; with c, lower: 4.8 / 6.4.
    sets = [{"a": 0.9, "b": 0.8}, {"c": 0.1}, {"d": 0.6}]
    assert list(by_gain(sets, probabilities)) == ["a", "b", "d"]
    assert by_gain([{"x": 1.0}], {"a": 0.5}) == {}
    assert by_gain([], {}) == {}
