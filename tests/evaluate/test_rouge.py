"""ROUGE-L against values worked by hand, and its properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.evaluate.rouge import rouge_l


@pytest.mark.parametrize(
    ("candidate", "reference", "score"),
    [
        # The three sentences of Lin 2004, section 3.1; the paper gives 3/4 and 2/4 with four words on either side.
        ("police kill the gunman", "police killed the gunman", 3 / 4),
        ("the gunman kill police", "police killed the gunman", 2 / 4),
        ("the gunman police killed", "police killed the gunman", 2 / 4),
        ("Ice melts.", "ice melts", 1.0),
        ("ice", "ice melts in the sun", 2 / 6),
        ("ice", "rock", 0.0),
        ("", "", 1.0),
        ("", "ice", 0.0),
        ("ice", "?!", 0.0),
    ],
)
def test_known_values(candidate: str, reference: str, score: float) -> None:
    assert rouge_l(candidate, reference) == pytest.approx(score)


words = st.text(alphabet="ab .", max_size=30)


@given(words, words)
def test_score_is_a_symmetric_share(first: str, second: str) -> None:
    score = rouge_l(first, second)
    assert 0 <= score <= 1
    assert score == rouge_l(second, first)


@given(st.text())
def test_a_text_equals_itself(text: str) -> None:
    assert rouge_l(text, text) == 1
