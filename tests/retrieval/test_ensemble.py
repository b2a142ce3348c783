"""Explanations are put together; every figure is computed by hand."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.retrieval.cut_off import by_gain, expected_f1, union, vote

THREE = [{"a": 0.9, "b": 0.2}, {"b": 0.4, "c": 0.3}, {"b": 0.1}]


def test_union_and_vote() -> None:
    assert list(union(THREE).items()) == [("a", 0.9), ("b", 0.4), ("c", 0.3)]
    assert vote(THREE, 1) == union(THREE)
    assert vote(THREE, 2) == {"b": 0.4}
    assert vote(THREE, 3) == {"b": 0.4}
    assert union([]) == {}


@pytest.mark.parametrize("least", [0, 4])
def test_votes_that_cannot_be(least: int) -> None:
    with pytest.raises(InputError, match="votes of 3 are asked for; accepted: 1 to 3"):
        vote(THREE, least)


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


@given(st.lists(st.dictionaries(st.sampled_from("abcdef"), st.floats(0, 1)), max_size=4))
def test_more_votes_are_fewer_facts(sets: list[dict[str, float]]) -> None:
    found = [vote(sets, least).keys() for least in range(1, len(sets) + 1)]
    assert all(later <= earlier for earlier, later in pairwise(found))
    assert not found or found[0] == {fact for one in sets for fact in one}
