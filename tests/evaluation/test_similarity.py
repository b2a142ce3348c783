"""chrF++: the figures of sacrebleu, whatever the texts."""

from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.chrf import CHRF

from explanans.evaluation.similarity import chrf, ngrams, rouge_l, sentence_bleu, token_f1

ORACLE = CHRF(word_order=2)


def by_sacrebleu(candidate: str, reference: str) -> float:
    return float(ORACLE.sentence_score(candidate, [reference]).score) / 100


@pytest.mark.parametrize(
    ("candidate", "reference"),
    [
        ("the sun warms the sea", "the sun warms the earth"),
        ("the sun warms the sea.", "the sun warms the sea"),
        ("(the) sun, the moon!", "the sun ; the moon"),
        ("a", "a"),
        ("a", "b"),
        ("", "a"),
        ("a", ""),
        ("", ""),
        ("ice", "ice melts"),
        ("Ice Melts", "ice melts"),
        ("café  melts", "cafe melts"),
    ],
)
def test_known_texts(candidate: str, reference: str) -> None:
    assert chrf(candidate, reference) == pytest.approx(by_sacrebleu(candidate, reference))


texts = st.text(st.sampled_from("ab c.,;'é(")) | st.text(max_size=30)


@given(texts, texts)
def test_any_texts(candidate: str, reference: str) -> None:
    assert chrf(candidate, reference) == pytest.approx(by_sacrebleu(candidate, reference))
    assert 0 <= chrf(candidate, reference) <= 1 + 1e-12


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
def test_known_overlaps_of_tokens(candidate: str, reference: str, value: float) -> None:
    assert token_f1(candidate, reference) == pytest.approx(value)


words = st.lists(st.sampled_from(["ice", "Ice", "the", "melts", "."]), max_size=5).map(" ".join)


@given(words, words)
def test_both_ways(candidate: str, reference: str) -> None:
    assert token_f1(candidate, reference) == token_f1(reference, candidate)
    assert token_f1(candidate, candidate) == 1


WORDS = st.lists(st.sampled_from("abc"), max_size=9)


@given(WORDS, WORDS)
def test_it_is_a_share(candidate: list[str], reference: list[str]) -> None:
    assert 0 <= sentence_bleu(candidate, reference) <= 1


@given(st.lists(st.sampled_from("abc"), min_size=4))
def test_a_sentence_of_four_words_is_like_itself(words: list[str]) -> None:
    assert sentence_bleu(words, words) == pytest.approx(1)


def test_known_values_of_bleu() -> None:
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
