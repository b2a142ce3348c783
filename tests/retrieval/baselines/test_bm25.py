"""BM25 over facts whose weights can be worked out by hand."""

from math import log, sqrt
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.retrieval.baselines.bm25 import Bm25
from explanans.retrieval.ranker import rank
from explanans.structures.questions import Choice, Question

FACTS = "Rocks are hard.\nFrogs live in ponds.\nInsects have six legs.\nFrogs eat insects.\nFrogs are green.\n"
# Content lemmas:  rock hard | frog live pond | insect six leg | frog eat insect | frog green


@pytest.fixture
def knowledge(tmp_path: Path) -> KnowledgeBase:
    (tmp_path / "frogs.txt").write_text(FACTS)
    return KnowledgeBase.open(tmp_path / "frogs.txt")


def idf(count: int) -> float:
    """Return the weight of a lemma that stands in so many of the five facts."""
    return log(1 + (5 - count + 0.5) / (count + 0.5))


ONE, TWO, THREE = idf(1), idf(2), idf(3)
QUERY = sqrt(THREE**2 + ONE**2 + TWO**2)  # the length of frog, eat and insect


def test_scores_are_the_cosines_worked_out_by_hand(knowledge: KnowledgeBase) -> None:
    scores = Bm25(knowledge).scores(Question.asked("What do frogs eat?", "insects"))
    assert scores.tolist() == pytest.approx(
        [
            0.0,
            THREE**2 / (QUERY * sqrt(THREE**2 + 2 * ONE**2)),
            TWO**2 / (QUERY * sqrt(TWO**2 + 2 * ONE**2)),
            1.0,
            THREE**2 / (QUERY * sqrt(THREE**2 + ONE**2)),
        ],
        abs=1e-6,
    )


def test_the_order_follows_the_scores(knowledge: KnowledgeBase) -> None:
    ranking = rank(Bm25(knowledge), knowledge, Question.asked("What do frogs eat?", "insects"))
    assert ranking.question == "question"
    assert [name.partition("#")[2] for name in ranking.facts] == ["4", "3", "5", "2", "1"]
    assert list(ranking.scores) == sorted(ranking.scores, reverse=True)


def test_only_the_right_choice_counts(knowledge: KnowledgeBase) -> None:
    choices = (Choice("A", "rocks"), Choice("B", "insects"))
    question = Question("q1", "What do frogs eat?", choices, "B")
    asked = Question.asked("What do frogs eat?", "insects")
    assert Bm25(knowledge).scores(question).tolist() == Bm25(knowledge).scores(asked).tolist()


@pytest.mark.parametrize("words", ["is it the", "zebra", "?!"])
def test_words_that_no_fact_has_score_nothing(knowledge: KnowledgeBase, words: str) -> None:
    assert Bm25(knowledge).scores(Question.asked(words, words)).tolist() == [0.0] * 5


def test_a_key_that_names_no_choice(knowledge: KnowledgeBase) -> None:
    question = Question("q1", "What do frogs eat?", (Choice("A", "insects"),), "C")
    with pytest.raises(InputError, match="question q1: the answer key 'C' names no choice; the choices are: A"):
        Bm25(knowledge).scores(question)
