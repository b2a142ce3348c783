"""``rank``, of one and of many."""

import pytest

from explanans import InputError, Question, rank
from explanans.structures.questions import Choice

FACTS = ["Ice is a solid.", "Heat melts solids.", "Rain is wet."]


def test_one_and_many() -> None:
    one = rank("What melts solids?", "heat", knowledge=FACTS, ranker="bm25")
    assert one.facts[0] == "facts#2"
    assert rank(Question.asked("What melts solids?", "heat"), knowledge=FACTS, ranker="bm25") == one
    many = rank([("What melts solids?", "heat"), ("What is wet?", "rain")], knowledge=FACTS, ranker="bm25")
    assert [ranking.facts[0] for ranking in many] == ["facts#2", "facts#3"]
    with pytest.raises(InputError, match=r"^an answer given with a question that is not a text"):
        rank([], "heat")  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        (Question("q", " ", (Choice("A", "heat"),), "A"), "question q: its text is empty"),
        (Question("q", "What melts ice?", (Choice("A", ""),), "A"), "question q: the answer is empty"),
    ],
)
def test_a_question_that_says_nothing_is_not_ranked(question: Question, sentence: str) -> None:
    with pytest.raises(InputError, match=f"^{sentence}; give a sentence, a phrase or a word$"):
        rank(question, knowledge=["Heat melts ice."], ranker="bm25")
