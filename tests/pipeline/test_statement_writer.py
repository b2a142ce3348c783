"""Statements of questions: the rules' are kept where the language model finds them probable, else its own are taken."""

import pytest

from explanans.language.statements.hypothesis import hypothesis
from explanans.pipeline.statement_writer import StatementRequest, StatementWriter
from tests.scripted_decoder import scripted

QUESTION, ANSWER = "Which phase of the Moon occurs after a waxing gibbous?", "full moon"
RULED = "full moon occurs after a waxing gibbous"


def written(line: str, question: str = QUESTION, answer: str = ANSWER) -> str:
    return StatementWriter(scripted(f" {line}")).statement(question, answer)


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
    ],
)
def test_a_statement_that_says_something_else_is_not_taken(line: str) -> None:
    assert written(line) == RULED


def test_a_denial_is_taken_where_the_rules_deny() -> None:
    question, better = "Which of these is NOT a mammal?", "a frog is not a mammal"
    assert written(better, question, "a frog") == better


def test_more_probable_lines_have_higher_scores() -> None:
    writer = StatementWriter(scripted(" heat melts ice"))
    asked = StatementRequest("What melts ice?", "heat")
    assert 0 > writer.score(asked, "heat melts ice") > writer.score(asked, "ice melts heat")
    assert writer.lines(asked)[0].text == "heat melts ice"
