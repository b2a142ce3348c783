"""Attachment scores of gold words and of words that differ."""

import pytest

from explanans.lab.benchmarks.attachment import Agreement, attachment
from explanans.structures.syntax import Arc, Parse, Token
from tests.language.parsing.trees import tree

GOLD = tree("ice NN 2 nsubj\n melts VBZ 0 root\n fast RB 2 advmod\n . . 2 punct")


def test_gold_against_gold() -> None:
    for punctuation, count in ((True, 4), (False, 3)):
        scores = attachment([(GOLD, GOLD)], punctuation=punctuation)
        assert scores.unlabelled == scores.labelled == Agreement(count, count, count)
        assert scores.enhanced == Agreement(0, 0, 0)
        assert scores.enhanced.f1 == scores.enhanced.precision == scores.enhanced.recall == 1.0


def test_wrong_heads_and_wrong_labels() -> None:
    found = tree("ice NN 2 obj\n melts VBZ 0 root\n fast RB 1 advmod\n . . 1 punct")
    scores = attachment([(GOLD, found)], punctuation=True)
    assert (scores.unlabelled.f1, scores.labelled.f1) == (0.5, 0.25)
    scores = attachment([(GOLD, found)], punctuation=False)
    assert (scores.unlabelled.f1, scores.labelled.f1) == pytest.approx((2 / 3, 1 / 3))


def test_words_that_differ_agree_by_their_places() -> None:
    tokens = (Token("ice melts", "", "", "", 0, 9), Token("fast", "", "", "", 10, 14), Token(".", "", "", "", 15, 16))
    found = Parse(GOLD.text, tokens, (Arc(-1, 0, "root"), Arc(0, 1, "advmod"), Arc(0, 2, "punct")))
    scores = attachment([(GOLD, found)], punctuation=True)
    assert scores.labelled == Agreement(0, 4, 3)
    assert (scores.labelled.precision, scores.labelled.recall, scores.labelled.f1) == (0.0, 0.0, 0.0)


def test_words_of_a_contraction_count_one_by_one() -> None:
    tokens = (Token("do", "", "", "", 0, 4), Token("not", "", "", "", 0, 4))
    gold = Parse("dont", tokens, (Arc(-1, 0, "root"), Arc(0, 1, "advmod")))
    assert attachment([(gold, gold)], punctuation=True).labelled == Agreement(2, 2, 2)


def test_no_sentences() -> None:
    assert attachment([], punctuation=True).labelled.f1 == 1.0
