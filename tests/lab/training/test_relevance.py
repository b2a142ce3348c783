"""What tells which ranked facts belong to an explanation: trained end to end, on facts ranked by what learned none."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.training.relevance import RankedQuestion, lesson, train
from explanans.language.statements.hypothesis import hypothesis
from explanans.retrieval.ranker import open_ranker, score
from explanans.structures.explanations import ScoredFact
from explanans.structures.questions import Question
from explanans.structures.trees import Problem
from explanans.trees.model import MOST, Relevance

TAUGHT, HELD_OUT = 60, 20


@pytest.fixture(scope="module")
def lessons() -> list[tuple[Question, RankedQuestion]]:
    """Return questions of the starter base, each with what there is to learn from it."""
    starter = KnowledgeBase.open("starter")
    ranker = open_ranker("bm25", starter)
    asked = islice(starter.questions, TAUGHT + HELD_OUT)
    return [(question, lesson(question, score(ranker, starter, question).best(MOST))) for question in asked]


@pytest.fixture(scope="module")
def model(lessons: list[tuple[Question, RankedQuestion]]) -> Relevance:
    return train((taught for _, taught in lessons[:TAUGHT]), seed=0)


def test_a_lesson_marks_the_facts_that_explain(lessons: list[tuple[Question, RankedQuestion]]) -> None:
    for question, taught in lessons:
        gold = {item.fact for item in question.explanation}
        assert len(taught.gold) == len(taught.scores) <= MOST
        assert taught.gold.sum() <= len(gold)
    assert sum(taught.gold.any() for _, taught in lessons) > 0.8 * len(lessons)


def test_it_puts_facts_that_explain_before_others(
    model: Relevance, lessons: list[tuple[Question, RankedQuestion]]
) -> None:
    starter = KnowledgeBase.open("starter")
    ranker = open_ranker("bm25", starter)
    means = []
    for question, _ in lessons[TAUGHT:]:
        stated = hypothesis(question.text, question.answer)
        best: tuple[ScoredFact, ...] = tuple(score(ranker, starter, question).best(MOST))
        found = model.probable(Problem("", stated, (), None, question.text, question.answer), best)
        gold = {item.fact for item in question.explanation}
        belief = {
            explains: [item.score for item in found if (item.fact.id in gold) is explains] for explains in (True, False)
        }
        assert all(0 <= item.score <= 1 for item in found)
        if all(belief.values()):
            means.append(np.mean(belief[True]) - np.mean(belief[False]))
    assert np.mean(means) > 0.1


def test_it_comes_back_from_its_folder(
    model: Relevance, lessons: list[tuple[Question, RankedQuestion]], tmp_path: Path
) -> None:
    model.save(tmp_path / "model")
    again = Relevance.load(tmp_path / "model")
    facts = [ScoredFact(item.fact, item.score) for item in _facts(lessons[0])]
    problem = Problem("", lessons[0][0].text, ())
    assert again.origin == model.origin
    assert again.origin.data == {"questions": TAUGHT, "facts": sum(len(taught.gold) for _, taught in lessons[:TAUGHT])}
    assert again.probable(problem, facts) == model.probable(problem, facts)


def _facts(taught: tuple[Question, RankedQuestion]) -> list[ScoredFact]:
    starter = KnowledgeBase.open("starter")
    return list(score(open_ranker("bm25", starter), starter, taught[0]).best(MOST))


def test_there_has_to_be_something_to_learn(lessons: list[tuple[Question, RankedQuestion]]) -> None:
    nothing = [taught._replace(gold=np.zeros_like(taught.gold)) for _, taught in lessons[:3]]
    with pytest.raises(InputError, match="no question has a gold fact among its best ones"):
        train(nothing, seed=0)
