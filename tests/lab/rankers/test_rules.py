"""Demotion rules, one by one and together."""

from collections.abc import Callable

import pytest

from explanans.knowledge.base import KnowledgeBase
from explanans.lab.rankers.iterative import (
    RULES,
    Case,
    FactProfile,
    QuestionProfile,
    Rules,
    has_foreign_name,
    has_foreign_subject,
    is_about_wrong_choice,
    is_foreign_kind,
    repeats_better_fact,
)
from explanans.retrieval.ranker import open_ranker, rank
from explanans.structures.facts import Fact
from explanans.structures.questions import Choice, Question

QUESTION = Question("q", "Why is a fox in Alaska warm?", (Choice("A", "its thick fur"), Choice("B", "its ears")), "A")


def case(text: str, *better: str, context: str = "") -> Case:
    """Return the case of a fact below better ones; the words of the context stand in the first facts."""
    asked = QuestionProfile.of(QUESTION)
    profile = FactProfile.of(Fact("f", text))
    above = [FactProfile.of(Fact("g", words)) for words in better]
    return Case(profile, above, asked.telling | FactProfile.of(Fact("c", context)).telling, asked)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("a red fox is a kind of mammal", {"red", "fox"}),
        ("thick fur can keep an animal warm", {"thick", "fur"}),
        ("to chew means to bite", {"chew"}),
        ("frogs eat insects", {"frog"}),
        ("there is water", {"water"}),
        ("it is", set()),
    ],
)
def test_the_subject_of_a_fact(text: str, subject: set[str]) -> None:
    assert FactProfile.of(Fact("f", text)).subject == subject


def test_the_names_in_a_fact() -> None:
    names = FactProfile.of(Fact("f", "Foxes of Alaska and of New York live on meat, vitamin A and CO2")).names
    assert names == {"alaska", "new", "york", "co"}


def test_a_foreign_subject() -> None:
    assert has_foreign_subject(case("a dog has thick fur"))
    assert not has_foreign_subject(case("a fox has ears"))
    assert not has_foreign_subject(case("a dog has thick fur", context="wolves and dogs"))
    assert not has_foreign_subject(case("it is"))


def test_the_kind_of_a_foreign_thing() -> None:
    assert is_foreign_kind(case("a cat is a kind of fox"))
    assert not is_foreign_kind(case("a fox is a kind of animal"))
    assert not is_foreign_kind(case("a cat is no fox"))


def test_a_wrong_choice() -> None:
    assert is_about_wrong_choice(case("an ear is a part of a fox"))
    assert not is_about_wrong_choice(case("a fox has ears"))


def test_a_foreign_name() -> None:
    assert has_foreign_name(case("a fox may live in Canada"))
    assert not has_foreign_name(case("a fox may live in Alaska"))
    assert not has_foreign_name(case("Canada has foxes"))


def test_a_near_duplicate() -> None:
    assert repeats_better_fact(case("thick fur keeps the fox warm", "rocks are hard", "a warm fox keeps thick fur"))
    assert not repeats_better_fact(case("thick fur keeps the fox warm", "thick fur keeps heat"))
    assert not repeats_better_fact(case("it is", "it is"))


def test_the_factors_of_all_rules_that_apply_are_multiplied(make_base: Callable[..., KnowledgeBase]) -> None:
    """By BM25 k2, about a foreign thing, is second: its rank, doubled, falls behind the third."""
    knowledge = make_base(["thick fur keeps a fox warm", "dogs have thick fur", "thick fur is soft", "rocks are hard"])
    question = Question.asked("Why is a fox warm?", "thick fur")
    before = rank(open_ranker("bm25", knowledge), knowledge, question)
    assert before.facts == ("k1", "k2", "k3", "k4")
    ranker = open_ranker("rules:bm25", knowledge)
    assert isinstance(ranker, Rules)
    after = rank(ranker, knowledge, question)
    assert after.facts == ("k1", "k3", "k2", "k4")
    assert after.scores == pytest.approx(before.scores)


def test_rules_need_a_reason_and_move_down() -> None:
    for rule in RULES:
        assert rule.applies.__doc__
        assert rule.factor > 1
