"""The ranker by sentence vectors: it finds what shares no word with the question."""

from collections.abc import Callable

import pytest

from explanans.knowledge.base import KnowledgeBase
from explanans.retrieval.ranker import open_ranker, score
from explanans.structures.questions import Question

NOTES = (
    "Rents in the old town rose sharply last year.",
    "Every trip abroad needs approval in advance.",
    "The bus to the harbour leaves at noon.",
    "A frog lives near water.",
)


@pytest.mark.parametrize(
    ("asked", "answer", "place"),
    [
        ("Did housing become dearer?", "yes, prices went up", 0),
        ("Must permission be obtained before travelling?", "yes, it is required", 1),
        ("When does the coach depart for the port?", "at midday", 2),
    ],
)
def test_other_words_are_found(asked: str, answer: str, place: int) -> None:
    knowledge = KnowledgeBase.of(NOTES)
    question = Question.asked(asked, answer)
    best = score(open_ranker("meaning", knowledge), knowledge, question).best(1)
    assert [item.fact.text for item in best] == [NOTES[place].removesuffix(".")]
    assert open_ranker("bm25", knowledge).scores(question)[place] == 0


def test_cosines_are_the_same_in_whatever_company(make_base: Callable[..., KnowledgeBase]) -> None:
    question = Question.asked("Where do frogs live?", "near water")
    alone = open_ranker("meaning", KnowledgeBase.of([NOTES[3]])).scores(question)
    among = open_ranker("meaning", KnowledgeBase.of(NOTES)).scores(question)
    assert alone[0] == among[3]
    assert among[3] > 0 > among[2], "nothing speaks for a sentence about something else"
