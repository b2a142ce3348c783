"""Statements of questions: the rules' are kept where the language model finds them good, else better ones are taken."""

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.language.statements.hypothesis import hypothesis
from explanans.learning.language_reader import LanguageReader
from explanans.pipeline.statement_writer import StatementGrades, StatementRequest, StatementWriter, ruled_statement
from tests.scripted_decoder import scripted

QUESTION, ANSWER = "Which phase of the Moon occurs after a waxing gibbous?", "full moon"
RULED = "full moon occurs after a waxing gibbous"
BETTER = "the full moon occurs after a waxing gibbous"


class Reader(LanguageReader):
    """Writes one line, and finds it good with one probability, and what rules write with another."""

    def __init__(self, line: str, drafted: float, written: float) -> None:
        self.name = "reader"
        self.decoder = scripted(f" {line}")
        self._line = line
        self._drafted, self._written = drafted, written
        self.seen: list[tuple[str, str]] = []

    def read(self, text: str, statement: str) -> NDArray[np.float64]:
        self.seen.append((text, statement))
        written = statement.partition(": ")[2].lower() == f"{self._line}.".lower()
        good = self._written if written else self._drafted
        return np.array([good, 1 - good, 0.0])


def written(
    line: str, question: str = QUESTION, answer: str = ANSWER, *, drafted: float = 0.2, good: float = 0.9
) -> str:
    return StatementWriter(Reader(line, drafted, good)).statement(question, answer).text


def test_the_prompt_ends_where_the_statement_begins() -> None:
    asked = StatementRequest("What melts ice?", "heat", "heat melts ice")
    assert asked.prompt == "Question: What melts ice?\nAnswer: heat\nDraft: heat melts ice\nStatement:"


def test_a_good_statement_of_the_rules_is_kept() -> None:
    assert hypothesis(QUESTION, ANSWER) == RULED
    assert written(BETTER, drafted=0.85, good=1.0) == RULED


def test_the_statement_of_the_model_is_taken_where_it_is_better() -> None:
    assert written(BETTER) == BETTER


def test_a_statement_that_is_hardly_better_is_not_taken() -> None:
    assert written(BETTER, drafted=0.6, good=0.65) == RULED


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


def test_of_a_long_question_the_statement_of_the_rules_is_kept() -> None:
    question = "The Moon is seen on many nights. " * 60 + QUESTION
    assert written(BETTER, question) == ruled_statement(question, ANSWER).text


TOLD, ASKS = "A chick pecks its way out of the shell without ever being taught.", "What is this behavior?"


def test_what_the_question_tells_is_repeated_before_the_statement() -> None:
    question = f"{TOLD} {ASKS}"
    for drafted in (0.2, 0.85):
        assert written("", question, "an instinct", drafted=drafted) == f"{TOLD} This behavior is an instinct."
    assert ruled_statement(question, "an instinct").text == f"{TOLD} This behavior is an instinct."


def test_the_model_may_say_better_what_follows_from_what_the_question_tells() -> None:
    better = "this behavior is an example of an instinct"
    found = StatementWriter(Reader(better, 0.2, 0.9)).statement(f"{TOLD} {ASKS}", "an instinct")
    assert found.sentence == "this behavior is an instinct"
    assert found.text == f"{TOLD} This behavior is an example of an instinct."


def test_of_what_stands_before_the_question_only_what_tells_something_is_repeated() -> None:
    question = "Why do we need light? Plants make food. Which gas do they take in? Explain."
    assert ruled_statement(question, "carbon dioxide").text == "Plants make food. They take in carbon dioxide."
    assert ruled_statement("Ice floats on water. Why?", "It is less dense.").text == (
        "ice floats on water because it is less dense"
    )
    asks = 'Ann asks: "Is it hot?" Bob nods. Where is he?'
    assert ruled_statement(asks, "in Rome").text == 'Ann asks: "Is it hot?" Bob nods. He is in Rome.'
    judged = "True or false: A frog lays eggs. A frog is a mammal."
    assert ruled_statement(judged, "false").text == "A frog lays eggs. It is not true that a frog is a mammal."
    quoted = 'Tim says "It is cold." Where is he?'
    assert ruled_statement(quoted, "in the snow").text == 'Tim says "It is cold." He is in the snow.'


def test_a_denial_is_taken_where_the_rules_deny() -> None:
    question, better = "Which of these is NOT a mammal?", "a frog is not a mammal"
    assert written(better, question, "a frog") == better


def test_a_denial_of_the_context_may_be_told() -> None:
    better = "this behavior without ever being taught is an instinct"
    assert written(better, f"{TOLD} This behavior is", "an instinct") == (
        f"{TOLD} This behavior without ever being taught is an instinct."
    )


def test_a_wrong_statement_costs_more_than_a_good_one_gains() -> None:
    assert StatementGrades(0.6, 0.4).worth == pytest.approx(0.0)
    assert StatementGrades(1.0, 0.0).worth == 1.0


def test_a_statement_is_graded_beside_question_and_answer() -> None:
    reader = Reader("heat melts ice", 0.2, 0.9)
    asked = StatementRequest("What melts ice?", "heat", "heat melts ice")
    assert StatementWriter(reader).grades(asked, "heat melts ice").good == pytest.approx(0.9)
    assert reader.seen == [("Question: What melts ice? Answer: heat", "Statement: heat melts ice.")]


def test_the_most_probable_line_comes_first() -> None:
    asked = StatementRequest("What melts ice?", "heat", "heat melts ice")
    assert StatementWriter(Reader("heat melts ice", 0.2, 0.9)).lines(asked)[0].text == "heat melts ice"
