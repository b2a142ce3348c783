"""Candidates: who is among them."""

from collections.abc import Callable

import numpy as np

from explanans.knowledge.base import KnowledgeBase
from explanans.retrieval.features.extractor import Extractor
from explanans.retrieval.trained import candidates
from explanans.structures.questions import Question

Make = Callable[..., KnowledgeBase]


def chosen(knowledge: KnowledgeBase, question: Question) -> list[int]:
    extractor = Extractor(knowledge, with_explanations=True)
    _, evidence = extractor.evidence(question)
    numbers: list[int] = candidates(evidence, extractor.deprecated).tolist()
    return numbers


def test_a_fact_two_hops_away_is_reached_and_a_superseded_one_is_not(make_base: Make) -> None:
    knowledge = make_base(
        ["a frog is an amphibian", "an amphibian breathes", "a frog hops|old", "granite is heavy", "breath moves air"]
    )
    assert chosen(knowledge, Question.asked("What is a frog?", "an animal")) == [0, 1]


def test_nothing_known_gives_no_candidates(make_base: Make) -> None:
    assert chosen(make_base(["a frog hops"]), Question.asked("Qwertz?", "the")) == []


def test_they_are_few_rising_and_current() -> None:
    knowledge = KnowledgeBase.open("starter")
    for question in knowledge.questions[::90]:
        numbers = chosen(knowledge, question)
        assert numbers == sorted(set(numbers))
        assert 100 < len(numbers) < 500
        assert not np.array(knowledge.deprecated)[numbers].any()
