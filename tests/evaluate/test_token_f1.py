"""Token F1: known texts, and that it is the same both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.evaluate.token_f1 import token_f1


@pytest.mark.parametrize(
    ("candidate", "reference", "value"),
    [
        ("ice melts", "ice melts", 1),
        ("The ice melts.", "an ice melts", 1),
        ("melts ice", "ice melts", 1),
        ("ice ice", "ice", 2 / 3),
        ("ice", "frogs", 0),
        ("the", "", 1),
        ("ice", "the", 0),
    ],
)
def test_known_texts(candidate: str, reference: str, value: float) -> None:
    assert token_f1(candidate, reference) == pytest.approx(value)


words = st.lists(st.sampled_from(["ice", "Ice", "the", "melts", "."]), max_size=5).map(" ".join)


@given(words, words)
def test_both_ways(candidate: str, reference: str) -> None:
    assert token_f1(candidate, reference) == token_f1(reference, candidate)
    assert token_f1(candidate, candidate) == 1
