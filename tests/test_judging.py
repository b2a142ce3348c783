"""Explanations and their verdicts: with a judge whose judgements are known, and without one."""

import logging
from collections.abc import Sequence

import pytest

from explanans import Explanation, Fact, NliScores, Status, explain, prove
from explanans.entailment.judge.base import Pair
from explanans.pipeline.explainer import Explainer
from explanans.rendering.phrases import summarize, tree_heading, verdict_sentence
from tests.judges import ByWords

RULES = [
    "The warranty does not cover damage by limescale.",
    "The warranty covers the pump for two years.",
    "Limescale is damage by hard water.",
    "The drip tray may go in the dishwasher.",
]

CAUSES = [
    "Hard water causes limescale in kettles.",
    "Limescale is a kind of deposit.",
    "Hard water means calcareous water.",
]


def rules(question: str, answer: str) -> Explanation:
    return explain(question, answer, knowledge=RULES, ranker="bm25", judge=ByWords())


def test_a_fact_that_contradicts_the_hypothesis_is_shown_as_such_and_is_no_leaf() -> None:
    found = rules("Does the warranty cover damage by limescale?", "yes")
    assert found.hypothesis == "the warranty covers damage by limescale"
    assert found.verdict
    assert found.verdict.status is Status.CONTRADICTED
    assert found.verdict.because == found.contradicted_by == ("facts#1",)
    assert "facts#1" in {item.fact.id for item in found.facts}
    assert "facts#1" not in {leaf.id for leaf in found.tree.leaves} if found.tree else True
    assert verdict_sentence(found) == "Contradicted by fact 1."
    assert tree_heading(found) == "What bears on it"


def test_a_negated_answer_is_judged_by_meaning() -> None:
    found = rules("Does the warranty cover damage by limescale?", "no")
    assert found.verdict
    assert found.verdict.status is Status.SUPPORTED
    assert found.verdict.because == ("facts#1",)
    assert not found.contradicted_by


def test_one_fact_that_says_it_all_is_a_tree_of_one_leaf() -> None:
    found = rules("What may go in the dishwasher?", "the drip tray")
    assert found.tree
    assert found.tree.single
    assert [leaf.id for leaf in found.tree.leaves] == ["facts#4"]
    assert found.tree.faults(single=True) == ()
    assert found.missing == ()
    assert [verdict.supported for verdict in found.verdicts] == [True]
    assert summarize(found) == "One fact says it all"


def test_of_facts_that_are_judged_to_say_it_all_the_one_that_has_most_of_it_stands_alone() -> None:
    class Believes(ByWords):
        def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
            short = [len(pair.premises[0].split()) < 5 for pair in pairs]
            return [NliScores(0.99, 0.0, 0.01) if one else NliScores(0.95, 0.0, 0.05) for one in short]

    facts = ["The Moon circles Earth.", "The Moon circles Earth and causes the tides."]
    found = explain("What causes the tides?", "the Moon that circles Earth", knowledge=facts, judge=Believes())
    assert found.tree
    assert [leaf.id for leaf in found.tree.leaves] == ["facts#2"]


class Leaning(ByWords):
    """A judge that leans towards support of everything."""

    def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
        return [NliScores(0.6, 0.1, 0.3) for _ in pairs]


@pytest.mark.parametrize(("answer", "status"), [("hard water", Status.SUPPORTED), ("old paint", Status.UNKNOWN)])
def test_what_the_answer_adds_has_to_be_mentioned(answer: str, status: Status) -> None:
    found = explain("What causes limescale?", answer, knowledge=CAUSES, ranker="bm25", judge=Leaning())
    assert found.verdict
    assert found.verdict.status is status
    assert bool(found.missing) == (status is Status.UNKNOWN)


def test_a_name_that_the_hypothesis_does_not_use_is_linked() -> None:
    found = explain("What causes limescale?", "calcareous water", knowledge=CAUSES, ranker="bm25", judge=Leaning())
    assert found.tree
    assert "facts#3" in {leaf.id for leaf in found.tree.leaves}
    assert found.missing == ()


def test_nothing_known() -> None:
    found = rules("Who built the machine?", "robots")
    assert found.verdict
    assert found.verdict.status is Status.UNKNOWN
    assert found.verdict.because == ()


def test_without_a_judge() -> None:
    found = explain("What may go in the dishwasher?", "the drip tray", knowledge=RULES, judge=None)
    assert (found.verdict, found.contradicted_by) == (None, ())
    assert "judge:none" in found.signature
    assert explain("What may go in the dishwasher?", "the tray", knowledge=RULES, judge="none").verdict is None


def test_facts_asked_for_are_the_facts_judged() -> None:
    judge = ByWords()
    found = explain("What may go in the dishwasher?", "the tray", knowledge=RULES, ranker="bm25", facts=1, judge=judge)
    assert len(found.facts) == 1
    assert {pair.premises for pair in judge.read} <= {(RULES[3],)}


def test_a_leaf_that_turns_out_to_contradict_is_dropped() -> None:
    class Contrary:
        name = "contrary"

        def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
            return [NliScores(0.0, 1.0, 0.0) for _ in pairs]

    found = explain("What is ice made of?", "water", judge=Contrary())
    assert found.verdict
    assert found.verdict.status is Status.CONTRADICTED
    leaves = {leaf.id for leaf in found.tree.leaves} if found.tree else set()
    assert leaves.isdisjoint(found.contradicted_by)


def test_a_set_of_facts_has_a_verdict_too() -> None:
    found = explain("What is ice made of?", "water", method="ranking", judge=ByWords())
    assert found.verdict
    assert found.tree is None


def test_premises_have_a_verdict() -> None:
    premises = [
        "The warranty does not cover limescale.",
        "Limescale is a kind of damage.",
        "The warranty is a promise.",
    ]
    found = prove("the warranty covers limescale", premises, judge=ByWords())
    assert found.verdict
    assert found.verdict.status is Status.CONTRADICTED
    assert found.contradicted_by == ("sent1",)
    assert found.tree is None or "sent1" not in {leaf.id for leaf in found.tree.leaves}
    alone = prove("a frog has moist skin", [Fact("f1", "a frog has skin that is moist")], judge=ByWords())
    assert alone.tree
    assert alone.tree.single


def test_text_that_is_not_english_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    explainer = Explainer.open(["Der Mond umkreist die Erde jeden Monat einmal."], judge=ByWords())
    with caplog.at_level(logging.WARNING, "explanans"):
        for _ in range(2):
            explainer.explain("Was umkreist die Erde jeden Monat einmal?", "der Mond")
    (warning,) = caplog.messages
    assert "does not read like English" in warning
