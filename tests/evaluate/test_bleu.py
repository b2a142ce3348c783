"""BLEU of single sentences."""

from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.evaluate.bleu import ngrams, sentence_bleu

WORDS = st.lists(st.sampled_from("abc"), max_size=9)


@given(WORDS, WORDS)
def test_it_is_a_share(candidate: list[str], reference: list[str]) -> None:
    assert 0 <= sentence_bleu(candidate, reference) <= 1


@given(st.lists(st.sampled_from("abc"), min_size=4))
def test_a_sentence_of_four_words_is_like_itself(words: list[str]) -> None:
    assert sentence_bleu(words, words) == pytest.approx(1)


def test_known_values() -> None:
    # Precisions 4/5, 3/4, 2/3 and 1/2, and no penalty.
    assert sentence_bleu("abcdx", "abcde") == pytest.approx((4 / 5 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25)
    # All four precisions are 1, and the candidate is a word short.
    assert sentence_bleu("abcd", "abcde") == pytest.approx(exp(1 - 5 / 4))
    # Clipping: of five a only one is in the reference, and no pair.
    assert sentence_bleu("aaaaa", "abcde") == 0
    assert sentence_bleu("abc", "abc") == 0


def test_sequences_are_counted() -> None:
    assert ngrams("aab", 2) == {("a", "a"): 1, ("a", "b"): 1}
    assert ngrams("a", 2) == {}
