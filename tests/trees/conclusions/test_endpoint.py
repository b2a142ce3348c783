"""Conclusions of a chat model behind an address: what is sent, what is taken of the answer, and what goes wrong."""

import pytest

from explanans.errors import InputError
from explanans.runtime.chat import KEY, LIMIT
from explanans.structures.facts import Fact
from explanans.structures.trees import Problem
from explanans.trees.conclusions.concluder import conclude as ruled
from explanans.trees.conclusions.conclusion import WRITERS, Conclusion
from explanans.trees.conclusions.language_writer import EndpointWriter
from explanans.trees.search import TreeSearch
from tests.entailment.judge.service import QUICK, Reply, said, serving

PREMISES = "a frog is a kind of amphibian", "an amphibian has moist skin"
HYPOTHESIS = "a frog loses water through its moist skin"
ANSWER = said(
    "<think>Amphibians, so frogs.</think>\n1. A toad has moist skin.\n2. “A frog has moist skin.”\n\n- a frog has the\n"
)


def test_only_what_the_premises_carry_is_taken() -> None:
    with serving(ANSWER) as service:
        writer = EndpointWriter(f"{service.url}#tiny", QUICK)
        assert writer.conclude(PREMISES, HYPOTHESIS) == Conclusion("A frog has moist skin", "")
        assert writer.offers(PREMISES, HYPOTHESIS) == (Conclusion("A frog has moist skin", ""),)
    assert len(service.asked) == 1  # the same is asked once
    asked = service.asked[0]
    assert (asked["model"], asked["temperature"]) == ("tiny", 0)
    (message,) = asked["messages"]
    assert f"To show: {HYPOTHESIS}\nFacts:\n- {PREMISES[0]}\n- {PREMISES[1]}\nSo:" in message["content"]


def test_rules_step_in_where_nothing_can_be_taken() -> None:
    with serving(said("I am sorry, I cannot help with toads.")) as service:
        writer = EndpointWriter(f"{service.url}#tiny", QUICK)
        assert writer.conclude(PREMISES, HYPOTHESIS) == ruled(PREMISES, HYPOTHESIS)
        assert writer.offers(PREMISES, HYPOTHESIS) == ()


def test_the_key_is_sent_and_told_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "secret")
    with serving(Reply('{"error": "wrong key"}', 401)) as service:
        writer = EndpointWriter(f"{service.url}#tiny", QUICK)
        with pytest.raises(InputError, match=f"401 wrong key; {KEY} holds the key$"):
            writer.conclude(PREMISES)
    assert service.headers[0]["Authorization"] == "Bearer secret"
    assert "secret" not in writer.name


def test_a_service_that_limits_its_rate_is_asked_again() -> None:
    with serving(Reply("", 429, (("Retry-After", "0"),)), Reply("", 503), ANSWER) as service:
        assert EndpointWriter(f"{service.url}#tiny", QUICK).conclude(PREMISES).text == "A frog has moist skin"
    assert len(service.asked) == 3


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (Reply("<html>"), "an answer that cannot be read .*; accepted: a service of chat completions$"),
        (Reply('{"choices": []}'), "an answer without a text; accepted: "),
        (said(None), "an answer without a text; accepted: "),
        (said("<think>for ever"), "an answer without a text; accepted: "),
        (Reply("", 429, (("Retry-After", "3600"),)), "429 Too Many Requests$"),
        (Reply("{}", after=0.6), "no answer within 0.2 s; accepted: "),
    ],
)
def test_failures_are_told_in_one_sentence(reply: Reply, sentence: str) -> None:
    with serving(reply) as service, pytest.raises(InputError, match=sentence) as error:
        EndpointWriter(f"{service.url}#tiny", QUICK._replace(timeout=0.2 if reply.after else 5)).conclude(PREMISES)
    assert "\n" not in str(error.value)


def test_no_more_requests_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LIMIT, "1")
    with serving(ANSWER) as service:
        writer = WRITERS.open(f"endpoint:{service.url}#tiny")
        writer.conclude(PREMISES)
        with pytest.raises(InputError, match="sent 1 request; accepted: no more"):
            writer.conclude((*PREMISES, "water is a liquid"))


def test_nobody_is_asked_for_the_last_step() -> None:
    premises = tuple(Fact(f"p{number}", text) for number, text in enumerate(PREMISES, 1))
    with serving(ANSWER) as service:
        search = TreeSearch(concluder=EndpointWriter(f"{service.url}#tiny", QUICK))
        (found,) = search.trees(Problem("", "a frog has moist skin", premises, all_leaves=True))
    assert [step.text for step in found.tree.steps] == ["a frog has moist skin"]
    assert not service.asked
