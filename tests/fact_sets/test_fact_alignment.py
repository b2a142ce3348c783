"""Aligning sentences with facts: known values, and all facts compared one by one."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.neural.generator import Aligner, Alignment
from explanans.structures.facts import Fact

WORDS = st.lists(st.sampled_from("ice heat sun melts a the".split()), max_size=6).map(" ".join)


def rouge_1(one: str, other: str) -> float:
    first, second = Counter(one.split()), Counter(other.split())
    return 2 * (first & second).total() / (first.total() + second.total() or 1)


@given(st.lists(WORDS, max_size=5), WORDS)
def test_the_best_of_all_facts_is_found(texts: list[str], sentence: str) -> None:
    found = Aligner([Fact(str(number), text) for number, text in enumerate(texts)]).align(sentence, 0.0)
    scores = [rouge_1(text, sentence) for text in texts]
    if found is None:
        assert max(scores, default=0.0) == 0.0
    else:
        assert found.rouge == pytest.approx(max(scores))
        assert found.fact == scores.index(max(scores))


def test_a_sentence_at_the_threshold_counts_and_one_below_does_not() -> None:
    """Seven of ten words, and six of ten."""
    aligner = Aligner([Fact("f1", "a b c d e f g h i j")])
    assert aligner.align("a b c d e f g 1 2 3") == Alignment(0, 0.7)
    assert aligner.align("a b c d e f 1 2 3 4") is None


def test_words_count_as_often_as_both_have_them() -> None:
    assert Aligner([Fact("f1", "the sun warms the sea")]).align("The the the") is None
    assert Aligner([Fact("f1", "the sun warms the sea")]).align("The the the", 0.5) == Alignment(0, 0.5)


def test_nothing_is_near_to_no_words() -> None:
    assert Aligner([Fact("f1", "...")]).align("!", 0.0) is None
    assert Aligner([]).align("ice") is None
