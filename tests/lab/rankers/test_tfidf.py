"""The tf.idf baseline, with cosines worked out by hand."""

from collections.abc import Callable
from math import log, sqrt
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.evaluation.rankings.report import evaluate_rankings
from explanans.formats import worldtree
from explanans.io.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.rankers.tfidf import TfIdf, WordIndex
from explanans.retrieval.ranker import open_ranker, rank
from explanans.structures.questions import Choice, Question

ONE, TWO = log(3 / 1), log(3 / 2)
"""The weights of words that one and two of three texts hold."""


def test_cosines_are_those_worked_out_by_hand() -> None:
    index = WordIndex.of(["Frogs eat frogs", "the frogs", "the ice"])
    assert index.cosines("FROGS? the frogs!").tolist() == pytest.approx(
        [
            (2 * TWO) * (2 * TWO) / (sqrt(4 * TWO**2 + ONE**2) * sqrt(5) * TWO),
            3 * TWO**2 / (sqrt(2) * TWO * sqrt(5) * TWO),
            TWO**2 / (sqrt(TWO**2 + ONE**2) * sqrt(5) * TWO),
        ]
    )


def test_words_are_neither_reduced_nor_left_out() -> None:
    index = WordIndex.of(["a frog is green", "frogs", "what it is"])
    assert (index.cosines("frogs") > 0).tolist() == [False, True, False]
    assert (index.cosines("what") > 0).tolist() == [False, False, True]


@pytest.mark.parametrize("text", ["", "?!", "zebra"])
def test_unknown_words_score_nothing(text: str) -> None:
    assert WordIndex.of(["ice", "rock"]).cosines(text).tolist() == [0, 0]


def test_a_word_of_every_text_tells_nothing() -> None:
    assert WordIndex.of(["ice", "ice"]).cosines("ice").tolist() == [0, 0]


@given(st.lists(st.text("ab cd", min_size=1).filter(str.strip), min_size=1, max_size=6), st.text("ab cde"))
def test_cosines_lie_between_0_and_1(texts: list[str], text: str) -> None:
    cosines = WordIndex.of(texts).cosines(text)
    assert cosines.shape == (len(texts),)
    assert np.all((cosines >= 0) & (cosines <= 1 + 1e-6))


def test_question_and_right_answer_are_one_text(make_base: Callable[..., KnowledgeBase]) -> None:
    knowledge = make_base(["frogs eat flies|see k2", "ice is cold", "frogs eat worms"])
    choices = (Choice("A", "ice"), Choice("B", "flies"))
    ranker = open_ranker("tfidf", knowledge)
    assert isinstance(ranker, TfIdf)
    asked = Question("q", "What do frogs eat?", choices, "B")
    assert ranker.scores(asked).tolist() == ranker.scores(Question.asked("What do frogs eat?", "flies")).tolist()
    assert ranker.scores(asked)[1] == 0
    assert rank(ranker, knowledge, asked).facts == ("k3", "k2", "k1")


def test_worldtree_dev(worldtree_folder: Path) -> None:
    """Over all questions .338 when this was written."""
    knowledge = KnowledgeBase.open(worldtree_folder)
    questions = list(worldtree.decode_questions(read_lines(worldtree_folder / "questions/questions.dev.tsv"), "dev"))
    ranker = TfIdf(knowledge)
    report = evaluate_rankings(questions[::4], (rank(ranker, knowledge, question) for question in questions[::4]))
    assert report.details.incomplete == len(report.details.unranked) == 0
    assert (report["map"] or 0) >= 0.3
