from collections.abc import Sequence

import pytest

from explanans import NliScores, answer
from explanans.entailment.judge.base import Pair
from explanans.pipeline.answering import asked
from explanans.structures.questions import Choice, Question
from explanans.structures.verdicts import Status

NOTES = [
    "The studio has two kilns, a small one for bisque and a large one for glaze.",
    "The small kiln is fired every Tuesday, the large one every second Friday.",
    "Bisque is fired at 1,000 degrees and glaze at 1,240 degrees.",
    "Pots must be bone dry before they go into a kiln.",
]


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("Which kiln is fired every Tuesday, the small one or the large one?", "the small one"),
        ("Is bisque or glaze fired at 1,240 degrees?", "glaze"),
    ],
)
def test_one_of_the_answers_that_a_question_offers(question: str, right: str) -> None:
    found = answer(question, knowledge=NOTES)
    assert len(found.answers) == 2
    assert found.answers[0].answer == right
    assert found.answers[0].verdict.status is Status.SUPPORTED


@pytest.mark.parametrize(
    "question", ["What must pots be? (A) painted (B) bone dry", "What must pots be? (1) painted (2) bone dry"]
)
def test_choices_may_stand_in_the_question(question: str) -> None:
    found = answer(question, knowledge=NOTES)
    assert {item.answer for item in found.answers} == {"painted", "bone dry"}


def test_the_verdict_of_an_answer_is_that_of_its_explanation() -> None:
    asked = Question(
        "q1", "What must pots be before they are fired?", (Choice("A", "bone dry"), Choice("B", "painted"))
    )
    found = answer(asked, knowledge=NOTES)
    assert found.answers[0].key == "A"
    for item in found.answers:
        assert item.verdict == item.explanation.verdict


def test_yes_and_no_are_never_both_supported() -> None:
    class Believes:
        name = "believes"

        def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
            return [NliScores(0.9, 0.05, 0.05) if "not" in pair.claim else NliScores(0.95, 0.0, 0.05) for pair in pairs]

    found = answer("Are pots bone dry before they go into a kiln?", knowledge=NOTES, judge=Believes())
    assert {item.answer for item in found.answers} == {"yes", "no"}
    assert [item.verdict.status for item in found.answers].count(Status.SUPPORTED) <= 1


def test_no_answer_is_offered_that_its_own_facts_contradict() -> None:
    class Denies:
        name = "denies"

        def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
            return [NliScores(0.0, 1.0, 0.0) for _ in pairs]

    found = answer("Which kiln is fired every Tuesday?", knowledge=NOTES, judge=Denies())
    assert all(item.verdict.status is not Status.CONTRADICTED for item in found.answers)


def test_a_likely_answer_is_unknown_where_its_statement_is_contradicted() -> None:
    class Denies:
        name = "denies"

        def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
            return [NliScores(0.0, 1.0, 0.0) for _ in pairs]

    found = answer("When did they dig the long canal?", knowledge=["Workers dug the canal in 1869."], judge=Denies())
    assert found.answers[0].answer == "in 1869"
    assert found.answers[0].verdict.status is Status.UNKNOWN
    assert found.answers[0].explanation.contradicted_by == ()


def test_a_list_before_what_is_asked_is_no_choice_beside_others() -> None:
    question = asked("(1) Ice floats. (2) Iron floats. Which is true?", ["only 1", "only 2"])
    assert question.text == "(1) Ice floats. (2) Iron floats. Which is true?"
    assert [choice.text for choice in question.choices] == ["only 1", "only 2"]
