"""What holds of every request before anybody reads it."""

import asyncio
import json
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from explanans.runtime.http_limits import host_names
from explanans.server.gate import Gate, Keys, Limits, new_key
from explanans.server.telemetry import Metrics

Message = MutableMapping[str, Any]


async def echo(scope: Message, receive: Any, send: Any) -> None:
    """Answer with what was sent."""
    if scope["path"] == "/fails":
        raise ZeroDivisionError("secret")
    message = await receive()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": message["body"]})


def asked(
    gate: Gate, *parts: bytes, path: str = "/explain", slow: bool = False, broken: bool = False, **headers: str
) -> tuple[int, bytes, dict[str, str]]:
    """Send a request in parts, and return the status, the body and the headers of the answer."""
    sent: list[Message] = []
    bodies = list(parts)

    async def receive() -> Message:
        if slow:
            await asyncio.sleep(3600)
        if broken:
            return {"type": "http.disconnect"}
        body = bodies.pop(0) if bodies else b""
        return {"type": "http.request", "body": body, "more_body": bool(bodies)}

    async def send(message: Message) -> None:
        sent.append(message)

    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "path": path, "method": "POST", "headers": pairs}
    asyncio.run(gate(scope, receive, send))
    told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:]), told


def gate(keys: Keys | None = None, size: int = 100, seconds: float = 60.0, *, contents: bool = False) -> Gate:
    return Gate(echo, keys, Limits(size, seconds), Metrics(), contents=contents)


def test_a_body_passes_as_it_is() -> None:
    assert asked(gate(), b"ice ", b"melts")[:2] == (200, b"ice melts")
    assert asked(gate())[:2] == (200, b"")


def test_a_body_that_is_too_large_is_refused_whether_it_says_so_or_not() -> None:
    sentence = {"error": "a body of more than 100 bytes; accepted: shorter texts, or fewer"}
    for length in ("101", "", "many"):
        status, body, told = asked(gate(), b"x" * 60, b"x" * 60, content_length=length)
        assert (status, json.loads(body), told["connection"]) == (413, sentence, "close")
    assert asked(gate(), b"x" * 100)[0] == 200


def test_a_body_that_is_slow_or_breaks_off() -> None:
    status, body, _ = asked(gate(seconds=0.05), slow=True)
    assert (status, json.loads(body)["error"]) == (
        408,
        "the body took more than 0.05 seconds to arrive; accepted: a faster one",
    )
    assert asked(gate(), broken=True)[0] == 400


def test_who_has_no_key_is_refused_before_the_body_is_read(tmp_path: Path) -> None:
    key = new_key(tmp_path / "keys", "ann")
    keys = Keys(tmp_path / "keys")
    for header in ("", key, "Bearer nobody", f"Basic {key}"):
        status, body, told = asked(gate(keys), slow=True, authorization=header)
        assert (status, told["www-authenticate"]) == (401, "Bearer")
        assert json.loads(body)["error"].startswith("no key, or an unknown one; accepted: ")
    assert asked(gate(keys), b"ice", authorization=f"Bearer {key}")[:2] == (200, b"ice")
    assert asked(gate(keys), b"ice", path="/health")[0] == 200
    assert asked(gate(keys), b"ice", path="/metrics")[0] == 401


def test_each_request_is_logged_and_counted_without_its_contents(tmp_path: Path) -> None:
    key = new_key(tmp_path / "keys", "ann")
    with capture_logs() as logged:
        asked(gate(Keys(tmp_path / "keys")), b"a secret", authorization=f"Bearer {key}", x_request_id="mine-1")
    (event,) = logged
    assert event.pop("milliseconds") >= 0
    assert event == {
        "event": "request",
        "log_level": "info",
        "request": "mine-1",
        "caller": "ann",
        "method": "POST",
        "function": "explain",
        "status": 200,
        "bytes_in": 8,
        "bytes_out": 8,
    }


def test_contents_are_logged_where_they_are_asked_for() -> None:
    with capture_logs() as logged:
        asked(gate(contents=True), b"a secret")
    assert logged[0]["contents"] == "a secret"


@pytest.mark.parametrize("named", ["", "a b", "x" * 65, "a\x1b[31m"])
def test_a_request_without_a_usable_name_gets_one(named: str) -> None:
    name = asked(gate(), x_request_id=named)[2]["x-request-id"]
    assert len(name) == 32
    assert asked(gate(), x_request_id="mine")[2]["x-request-id"] == "mine"


def test_what_fails_is_answered_without_saying_of_what() -> None:
    with capture_logs() as logged:
        status, body, _ = asked(gate(), path="/fails")
    assert (status, json.loads(body)) == (
        500,
        {"error": "something went wrong here; the log of the service says where"},
    )
    assert [event["event"] for event in logged] == ["failed", "request"]
    assert logged[1]["function"] == "other"


def test_a_name_that_points_here_from_elsewhere_is_refused() -> None:
    found = Gate(echo, None, Limits(100, 60.0), Metrics(), names=host_names(["api.example"]))
    for host, status in (("evil.example", 421), ("", 421), ("api.example:8000", 200), ("127.0.0.1:8000", 200)):
        assert asked(found, b"ice", host=host)[0] == status
