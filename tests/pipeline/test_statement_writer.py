"""Statements of questions: the rules' are kept where the language model finds them probable, else its own are taken."""

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.language.statements.hypothesis import hypothesis
from explanans.learning.language_reader import LanguageReader
from explanans.pipeline.statement_writer import StatementRequest, StatementWriter
from tests.scripted_decoder import scripted

QUESTION, ANSWER = "Which phase of the Moon occurs after a waxing gibbous?", "full moon"
RULED = "full moon occurs after a waxing gibbous"


class Reader(LanguageReader):
    """Prefers one line, and finds one probability that a statement follows."""

    def __init__(self, line: str, follows: float = 1.0) -> None:
        self.name = "reader"
        self.decoder = scripted(f" {line}")
        self._follows = follows

    def read(self, text: str, statement: str) -> NDArray[np.float64]:
        return np.array([self._follows, 0.0, 1 - self._follows])


def written(line: str, question: str = QUESTION, answer: str = ANSWER, follows: float = 1.0) -> str:
    return StatementWriter(Reader(line, follows)).statement(question, answer)


def test_the_prompt_ends_where_the_statement_begins() -> None:
    assert StatementRequest("What melts ice?", "heat").prompt == "Question: What melts ice?\nAnswer: heat\nStatement:"


def test_a_probable_statement_of_the_rules_is_kept() -> None:
    assert hypothesis(QUESTION, ANSWER) == RULED
    assert written(RULED) == RULED


def test_the_statement_of_the_model_is_taken_where_it_is_more_probable() -> None:
    better = "the full moon occurs after a waxing gibbous"
    assert written(better) == better


@pytest.mark.parametrize(
    "line",
    [
        "the moon occurs after a waxing gibbous",  # the answer is lost
        "the full moon does not occur after a waxing gibbous",  # it denies
        "which full moon occurs after a waxing gibbous",  # it asks
        "the full moon occurs after a waxing gibbous moon moon",  # it repeats itself
    ],
)
def test_a_statement_that_says_something_else_is_not_taken(line: str) -> None:
    assert written(line) == RULED


def test_a_statement_that_does_not_follow_is_not_taken() -> None:
    assert written("the full moon occurs after a waxing gibbous", follows=0.5) == RULED


def test_a_denial_is_taken_where_the_rules_deny() -> None:
    question, better = "Which of these is NOT a mammal?", "a frog is not a mammal"
    assert written(better, question, "a frog") == better


def test_more_probable_lines_have_higher_scores() -> None:
    writer = StatementWriter(Reader("heat melts ice"))
    asked = StatementRequest("What melts ice?", "heat")
    assert 0 > writer.score(asked, "heat melts ice") > writer.score(asked, "ice melts heat")
    assert writer.lines(asked)[0].text == "heat melts ice"
