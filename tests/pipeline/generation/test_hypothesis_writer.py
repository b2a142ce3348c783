"""What is taken of statements that a chat model writes, and what goes wrong."""

import pytest

from explanans.errors import InputError
from explanans.pipeline.generation.hypotheses import StatementWriter, written
from explanans.trees.conclusions.concluder import Concluder
from explanans.trees.conclusions.endpoint import EndpointWriter
from tests.entailment.judge.service import QUICK, Reply, said, serving

CHOIR = "The choir rehearses in the hall because of what?", "The church is being repaired."
RIGHT = "the choir rehearses in the hall because the church is being repaired"


def test_the_first_that_may_stand_is_taken() -> None:
    wrong = "Why does the choir rehearse?\n2. The choir never rehearses because the church is being repaired"
    with serving(
        said(
            f"<think>Hm.</think>\n1. {wrong}\n- “The choir rehearses in the hall because the church is being repaired.”"
        )
    ) as service:
        assert written(EndpointWriter(f"{service.url}#tiny", QUICK), *CHOIR) == RIGHT
    (asked,) = service.asked
    assert asked["messages"][0]["content"].endswith(f"Question: {CHOIR[0]}\nAnswer: {CHOIR[1]}\n")


def test_that_is_taken_which_keeps_most_of_what_is_asked() -> None:
    less = "the choir rehearses because the church is being repaired"
    with serving(said(f"{less}\n{RIGHT}")) as service:
        assert written(EndpointWriter(f"{service.url}#tiny", QUICK), *CHOIR) == RIGHT
    with serving(said(less)) as service:
        assert written(EndpointWriter(f"{service.url}#tiny", QUICK), *CHOIR) == less


def test_nothing_is_taken_that_may_not_stand() -> None:
    with serving(said("I am sorry.\nthe choir sings in the hall")) as service:
        assert written(EndpointWriter(f"{service.url}#tiny", QUICK), *CHOIR) is None


def test_a_writer_of_conclusions_alone_makes_no_statement() -> None:
    assert not isinstance(Concluder(), StatementWriter)
    assert written(Concluder(), *CHOIR) is None
    assert written(None, *CHOIR) is None


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (Reply("<html>"), "an answer that cannot be read"),
        (said("<think>for ever"), "an answer without a text"),
        (Reply("", 503), "503"),
        (Reply("{}", after=0.6), "no answer within 0.2 s"),
    ],
)
def test_failures_are_told_in_one_sentence(reply: Reply, sentence: str) -> None:
    patience = QUICK._replace(timeout=0.2 if reply.after else 5)
    with serving(reply) as service, pytest.raises(InputError, match=sentence) as error:
        written(EndpointWriter(f"{service.url}#tiny", patience), *CHOIR)
    assert "\n" not in str(error.value)


def test_what_is_no_text_is_refused() -> None:
    class Counting:
        name = "counting"

        def statements(self, question: str, answer: str) -> list[int]:
            return [1]

    with pytest.raises(InputError, match="the writer 'counting' returned int as a statement; accepted: texts"):
        written(Counting(), *CHOIR)
