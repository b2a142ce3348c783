"""Overlap beyond words: what WordNet knows puts facts first that share no word with the question."""

from collections.abc import Callable

import pytest

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.rankers.tfidf import VIEWS, Overlap, WordIndex, kinds, meanings, pairs
from explanans.retrieval.ranker import open_ranker, rank
from explanans.structures.facts import Role
from explanans.structures.questions import Choice, GoldFact, Question

SENTENCES = ["a bird flies", "a fish swims", "a stone falls", "a tree grows", "rain is wet", "a king rules"]


def asked(number: int, thing: str, verb: str) -> Question:
    choices = (Choice("A", verb), Choice("B", "nothing"))
    return Question(f"q{number}", f"What does the {thing} do?", choices, "A", (GoldFact(f"k{number}", Role.CENTRAL),))


QUESTIONS = [
    asked(number, *words)
    for number, words in enumerate((("bird", "flies"), ("fish", "swims"), ("stone", "falls"), ("tree", "grows")), 1)
]


def test_views() -> None:
    assert pairs("ice") == []
    assert set(meanings("begin")) > {"begin", "start"}


def test_kinds_are_shared(make_base: Callable[..., KnowledgeBase]) -> None:
    knowledge = make_base(SENTENCES, *QUESTIONS)
    ranker = Overlap(knowledge)
    assert ranker.cosines(QUESTIONS[0]).shape == (len(SENTENCES), 3 * len(VIEWS))
    assert WordIndex.of(SENTENCES, kinds).cosines("a robin").argmax() == 0
    assert not WordIndex.of(SENTENCES).cosines("robin").any()
    assert rank(ranker, knowledge, QUESTIONS[0]).facts[0] == "k1"
    assert rank(open_ranker("rules:overlap", knowledge), knowledge, QUESTIONS[1]).facts[0] == "k2"


def test_it_learns_from_explanations(make_base: Callable[..., KnowledgeBase]) -> None:
    with pytest.raises(InputError, match="the ranker 'overlap' learns from explained questions"):
        Overlap(make_base(SENTENCES))
