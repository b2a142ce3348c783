import pytest

from explanans import answer
from explanans.question import Choice, Question
from explanans.verdict import Status

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
    assert [item.verdict.status for item in found.answers] == [Status.SUPPORTED, Status.CONTRADICTED]


def test_among_few_facts_an_answer_is_no_surer_than_all_facts_make_it() -> None:
    asked = Question(
        "q1", "How hot is bisque fired?", (Choice("A", "at 1,000 degrees"), Choice("B", "at 1,240 degrees"))
    )
    found = answer(asked, knowledge=NOTES)
    assert found.answers[0].key == "A"
    for item in found.answers:
        assert item.explanation.verdict is not None
        assert item.verdict.support <= item.explanation.verdict.support
