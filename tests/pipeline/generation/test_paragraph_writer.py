"""What is taken of paragraphs that a chat model writes, and what goes wrong."""

from collections.abc import Sequence

import pytest

from explanans.errors import InputError
from explanans.pipeline.generation.paragraphs import ParagraphContent, ParagraphWriter, written
from explanans.trees.conclusions.concluder import Concluder
from explanans.trees.conclusions.endpoint import EndpointWriter
from tests.entailment.judge.service import QUICK, Reply, said, serving

ICE = ParagraphContent(("heat melts solids", "ice is solid"), ("ice melts",), "heat melts ice")
LOST = "Heat melts ice."
WHOLE = "Heat melts solids, and ice is solid. So heat melts ice."


def all_follow(premises: Sequence[str], claims: Sequence[str]) -> list[bool]:
    assert premises
    return [True] * len(claims)


def test_the_first_that_tells_all_is_taken() -> None:
    with serving(said(f"1. {LOST}\n\n2. {WHOLE}\n")) as service:
        assert written(EndpointWriter(f"{service.url}#tiny", QUICK), ICE, all_follow) == WHOLE
    (asked,) = service.asked
    assert asked["messages"][0]["content"].endswith(
        "Facts:\n- heat melts solids\n- ice is solid\nWhat follows on the way:\n- ice melts\n"
        "Hypothesis:\n- heat melts ice\n"
    )


def test_what_is_doubted_is_asked_for_as_likely() -> None:
    likely = "Heat melts solids, and ice is solid. So it is likely that heat melts ice."
    with serving(said(f"{WHOLE}\n{likely}")) as service:
        found = written(EndpointWriter(f"{service.url}#tiny", QUICK), ICE._replace(doubted=True), all_follow)
    assert found == likely
    assert service.asked[0]["messages"][0]["content"].endswith("- it is likely that heat melts ice\n")


@pytest.mark.parametrize("failing", ["heat melts ice.", "ice is solid"])
def test_what_does_not_follow_or_is_not_said_is_not_taken(failing: str) -> None:
    seen: list[tuple[Sequence[str], Sequence[str]]] = []

    def follows(premises: Sequence[str], claims: Sequence[str]) -> list[bool]:
        seen.append((premises, claims))
        return [claim != failing for claim in claims]

    with serving(said(WHOLE)) as service:
        assert written(EndpointWriter(f"{service.url}#tiny", QUICK), ICE, follows) == ""
    sentences = ["Heat melts solids, and ice is solid.", "heat melts ice."]
    assert seen == [(ICE.facts, sentences), (sentences, ICE.facts)][: len(seen)]


def test_a_writer_of_conclusions_alone_writes_no_paragraph() -> None:
    assert not isinstance(Concluder(), ParagraphWriter)
    assert written(Concluder(), ICE, all_follow) == ""


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (Reply('{"choices": []}'), "an answer without a text"),
        (Reply("", 429, (("Retry-After", "3600"),)), "429 Too Many Requests"),
        (Reply("{}", after=0.6), "no answer within 0.2 s"),
    ],
)
def test_failures_are_told_in_one_sentence(reply: Reply, sentence: str) -> None:
    patience = QUICK._replace(timeout=0.2 if reply.after else 5)
    with serving(reply) as service, pytest.raises(InputError, match=sentence) as error:
        written(EndpointWriter(f"{service.url}#tiny", patience), ICE, all_follow)
    assert "\n" not in str(error.value)


def test_what_is_no_text_is_refused() -> None:
    class Counting:
        name = "counting"

        def paragraphs(self, facts: Sequence[str], conclusions: Sequence[str], hypothesis: str) -> list[int]:
            return [1]

    with pytest.raises(InputError, match="the writer 'counting' returned int as a paragraph; accepted: texts"):
        written(Counting(), ICE, all_follow)
