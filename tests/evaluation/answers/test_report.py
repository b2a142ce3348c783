"""Measures of judged answers: ties, missing answers, and what does not fit."""

import pytest

from explanans import Choice, InputError, Question, Status, evaluate
from explanans.evaluation.answers import evaluate_answers
from explanans.structures.explanations import JudgedAnswer, JudgedAnswers

GOLD = [
    Question(name, "Which?", tuple(Choice(label, label) for label in labels), "A")
    for name, labels in (("q1", "ABCD"), ("q2", "ABCD"), ("q3", "AB"), ("q4", "AB"))
]


def judged(question: str, **support: float) -> JudgedAnswers:
    answers = (JudgedAnswer(key, key, Status.UNKNOWN, value) for key, value in support.items())
    return JudgedAnswers(question, tuple(answers))


PREDICTED = [
    judged("q1", A=0.9, B=0.1, C=0.3, D=0.0),
    judged("q2", A=0.5, B=0.5, C=0.2, D=0.1),
    judged("q3", B=0.6, A=0.2),
]


def test_known_values() -> None:
    report = evaluate_answers(GOLD, PREDICTED)
    assert report.values["accuracy"] == (1.0, 0.5, 0.0, 0.0)
    assert report.values["first"] == (1.0, 0.0, 0.0, 0.0)
    assert report.values["pairs"] == pytest.approx((1.0, 2.5 / 3, 0.0, 0.0))
    assert report["accuracy"] == 0.375
    assert report.details.missing == 1
    by_choices = report.breakdown["choices"]
    assert {label: part.values["accuracy"] for label, part in by_choices.items()} == {"2": 0.0, "4": 0.75}
    by_share = report.breakdown["share"]
    assert [part.items for part in by_share.values()] == [1, 2, 3, 4]
    assert by_share["25%"].values["accuracy"] == 1.0
    assert report.to_dict()["accuracy"] == 37.5


def test_a_choice_that_was_not_judged_stands_behind_the_others() -> None:
    report = evaluate_answers(GOLD[2:3], [judged("q3", B=0.0)])
    assert (report["accuracy"], report["pairs"]) == (0.0, 0.0)
    assert evaluate_answers(GOLD[2:3], [judged("q3", A=0.0)])["accuracy"] == 1.0


def test_by_the_verb() -> None:
    assert evaluate(GOLD, PREDICTED)["accuracy"] == 0.375


@pytest.mark.parametrize(
    ("predicted", "sentence"),
    [
        ([judged("q9", A=1.0)], r"^answers to question q9, which the gold lacks; accepted: "),
        ([judged("q3", A=1.0)] * 2, r"^question q3 is answered twice; accepted: each once"),
        ([judged("q3", C=1.0)], r"^question q3: an answer with the key 'C'; accepted: A, B"),
    ],
)
def test_answers_that_do_not_fit(predicted: list[JudgedAnswers], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        evaluate_answers(GOLD, predicted)


def test_gold_that_cannot_be_used() -> None:
    with pytest.raises(InputError, match=r"^the gold has no question"):
        evaluate_answers([], [])
    with pytest.raises(InputError, match=r"the answer key 'Z' names no choice"):
        evaluate_answers([Question("q1", "Which?", (Choice("A", "a"),), "Z")], [])
