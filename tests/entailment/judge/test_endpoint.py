"""A judge behind an address: what is sent, what is read, and every way in which a service can fail."""

import math
import socket
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from explanans.entailment.judge.base import Pair, judged, open_judge
from explanans.entailment.judge.endpoint import Endpoint
from explanans.entailment.judge.prompt import prompt
from explanans.errors import InputError
from explanans.runtime.chat import KEY, LIMIT
from explanans.structures.verdicts import Status
from tests.entailment.judge.service import QUICK, Reply, said, serving

PAIR = Pair(("Ice floats.", "Iron sinks."), "Ice sinks.")
OTHER = Pair(("Ice floats.",), "Ice is cold.")


def test_what_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(said("supported")) as service:
        judge = Endpoint(f"{service.url}/#tiny", QUICK)
        judge.judge([PAIR])
        monkeypatch.setenv(KEY, "secret")
        judge.judge([OTHER])
    assert service.paths == ["/v1/chat/completions"] * 2
    assert "Authorization" not in service.headers[0]
    assert service.headers[1]["Authorization"] == "Bearer secret"
    assert "secret" not in judge.name
    asked = service.asked[0]
    assert (asked["model"], asked["temperature"], asked["logprobs"]) == ("tiny", 0, True)
    assert asked["messages"] == [{"role": "user", "content": prompt(PAIR)}]
    assert "Text: Ice floats. Iron sinks.\nClaim: Ice sinks." in prompt(PAIR)


def test_probabilities_of_tokens_are_the_judgement() -> None:
    shares = {"Contr": math.log(0.6), "supported": math.log(0.3), "The": math.log(0.1)}
    with serving(said("Contradicted", shares)) as service:
        (judgement,) = judged(Endpoint(f"{service.url}#tiny", QUICK), [PAIR])
    assert judgement == pytest.approx((1 / 3, 2 / 3, 0))
    assert judgement.status is Status.CONTRADICTED


def test_a_word_is_the_judgement_where_nothing_else_is_told() -> None:
    with serving(said(" Unknown."), said("<think>It floats: supported?</think>\ncontradicted")) as service:
        first, second = judged(Endpoint(f"{service.url}#tiny", QUICK), [PAIR, OTHER])
    assert first == pytest.approx((0.05, 0.05, 0.9))
    assert second.status is Status.CONTRADICTED


def test_the_same_pair_is_asked_once() -> None:
    with serving(said("supported")) as service:
        judge = Endpoint(f"{service.url}#tiny", QUICK)
        assert len(set(judge.judge([PAIR, PAIR, OTHER]) + judge.judge([OTHER]))) == 1
    assert len(service.asked) == 2


def test_a_service_that_refuses_to_tell_probabilities_is_asked_without() -> None:
    refused = Reply('{"error": {"message": "logprobs is not supported"}}', 400)
    with serving(refused, said("unknown")) as service:
        judge = Endpoint(f"{service.url}#tiny", QUICK)
        assert [item.status for item in judge.judge([PAIR, OTHER])] == [Status.UNKNOWN] * 2
    assert ["logprobs" in asked for asked in service.asked] == [True, False, False]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_service_is_asked_again(status: int) -> None:
    with serving(Reply("busy", status), Reply("busy", status), said("supported")) as service:
        judge = Endpoint(f"{service.url}#tiny", QUICK)
        assert judge.judge([PAIR])[0].status is Status.SUPPORTED
    assert judge.service.sent == len(service.asked) == 3


def test_a_service_says_when_to_come_back() -> None:
    soon = format_datetime(datetime.now(UTC) - timedelta(hours=1), usegmt=True)
    replies = Reply("", 429, (("Retry-After", "1"),)), Reply("", 429, (("Retry-After", soon),)), said("supported")
    with serving(*replies) as service:
        start = time.monotonic()
        Endpoint(f"{service.url}#tiny", QUICK).judge([PAIR])
    assert time.monotonic() - start >= 1
    with serving(Reply("", 429, (("Retry-After", "3600"),))) as service:
        with pytest.raises(InputError, match=r"429 Too Many Requests$"):
            Endpoint(f"{service.url}#tiny", QUICK).judge([PAIR])
        assert len(service.asked) == 1


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (Reply('{"error": {"message": "no such\\nmodel"}}', 404), "/chat/completions: 404 no such model$"),
        (Reply('{"error": "wrong key"}', 401), f"401 wrong key; {KEY} holds the key$"),
        (Reply("", 500), "500 Internal Server Error$"),
        (Reply("", 302, (("Location", "http://127.0.0.1:9/"),)), "302 Found$"),
        (Reply("<html>"), "an answer that cannot be read .*; accepted: a service of chat completions$"),
        (Reply(""), "an answer that cannot be read"),
        (Reply('{"choices": "none"}'), "an answer that cannot be read"),
        (Reply('{"choices": []}'), "an answer without a choice; accepted: "),
        (Reply("x" * (1 << 20) + "x"), "an answer of more than a megabyte; accepted: "),
        (said("I cannot tell"), "the answer 'I cannot tell'; accepted: one of supported, contradicted, unknown$"),
        (said(None), "the answer ''; accepted: "),
    ],
)
def test_failures_are_told_in_one_sentence(reply: Reply, sentence: str) -> None:
    with serving(reply) as service, pytest.raises(InputError, match=sentence) as error:
        Endpoint(f"{service.url}#tiny", QUICK).judge([PAIR])
    assert "\n" not in str(error.value)


def test_a_service_that_never_answers() -> None:
    with (
        serving(Reply("{}", after=0.6)) as service,
        pytest.raises(InputError, match=r"no answer within 0.2 s; accepted: "),
    ):
        Endpoint(f"{service.url}#tiny", QUICK._replace(timeout=0.2)).judge([PAIR])


def test_nobody_at_the_address() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(InputError, match=r"refused; accepted: a service of chat completions$"):
        Endpoint(f"http://127.0.0.1:{port}/v1#tiny", QUICK).judge([PAIR])


def test_no_more_requests_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LIMIT, "1")
    with serving(said("supported")) as service:
        judge = open_judge(f"endpoint:{service.url}#tiny")
        judge.judge([PAIR, PAIR])
        with pytest.raises(InputError, match=f"sent 1 request; accepted: no more; {LIMIT} sets another limit"):
            judge.judge([OTHER])
        assert len(service.asked) == 1
    monkeypatch.setenv(LIMIT, "many")
    with pytest.raises(InputError, match=f"^{LIMIT}='many'; accepted: a number of requests$"):
        open_judge("endpoint:http://127.0.0.1:1#tiny")


@pytest.mark.parametrize(
    "name", ["endpoint", "endpoint:", "endpoint:file:///etc/hosts#x", "endpoint:localhost:80#x", "endpoint:http://#x"]
)
def test_addresses_that_cannot_be_used(name: str) -> None:
    with pytest.raises(InputError, match=r"^the address '.*'; accepted: one such as http://127.0.0.1:8080/v1; "):
        open_judge(name)


def test_neither_a_password_nor_no_model() -> None:
    with pytest.raises(InputError, match=r"^the address 'http://host/v1' without a model; accepted: http://host/v1#"):
        open_judge("endpoint:http://host/v1")
    with pytest.raises(InputError, match=r"^an address with a name or a password; ") as error:
        open_judge("endpoint:http://me:secret@host/v1#x")
    assert "secret" not in str(error.value)
