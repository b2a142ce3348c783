"""chrF++: the figures of sacrebleu, whatever the texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.chrf import CHRF

from explanans.evaluate.chrf import chrf

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
