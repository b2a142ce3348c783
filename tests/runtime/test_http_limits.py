"""Bounds of connections, against a real server on the loopback."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
import uvicorn

from explanans.runtime.http_limits import LARGEST_HEADER, Bounds, host_names, is_own_host, protocols

ASKED = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
PATIENCE = 30.0


async def _answer(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """Serve with at most four connections of an address, each half a second without a whole request."""
    http, websocket = protocols(Bounds(connections=4, seconds=0.5))
    config = uvicorn.Config(
        _answer,
        http=http,
        ws=websocket,
        lifespan="off",
        log_level="critical",
        h11_max_incomplete_event_size=LARGEST_HEADER,
    )
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        yield listening.getsockname()[1]
        server.should_exit = True
        thread.join(PATIENCE)


def connected(port: int, sent: bytes = b"") -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port), PATIENCE)
    made.sendall(sent)
    return made


def received(connection: socket.socket) -> bytes:
    """Return all that comes until the server ends the connection."""
    found = b""
    try:
        while part := connection.recv(65536):
            found += part
    except ConnectionResetError:
        pass
    return found


def sent_until_refused(connection: socket.socket, part: bytes, most: int, pause: float = 0.0) -> int:
    """Return how many parts could be sent before the server ended the connection."""
    for number in range(most):
        try:
            connection.sendall(part)
        except OSError:
            return number
        time.sleep(pause)
    return most


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\n"])
def test_a_connection_without_a_whole_request_ends(port: int, sent: bytes) -> None:
    with connected(port, sent) as connection:
        assert received(connection) == b""


def test_a_header_that_trickles_ends_in_time(port: int) -> None:
    with connected(port, b"GET / HTTP/1.1\r\n") as connection:
        assert sent_until_refused(connection, b"X: y\r\n", 100, pause=0.1) < 20


def test_a_header_without_end_is_refused(port: int) -> None:
    with connected(port, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ") as connection:
        assert sent_until_refused(connection, b"x" * 65536, 1000) < 200


def test_an_address_holds_a_bounded_number_of_connections(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(connected(port))
        with connected(port, ASKED) as more:
            assert received(more).startswith(b"HTTP/1.1 503 ")
    time.sleep(0.2)
    with connected(port, ASKED) as again:
        assert again.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_the_rest_of_a_body_is_not_awaited_for_ever(port: int) -> None:
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n"
    with connected(port, head) as connection:
        assert sent_until_refused(connection, b"1\r\nx\r\n", 100, pause=0.1) < 20


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "", "[::1"])
def test_names_of_others_are_not_ones_own(host: str) -> None:
    assert is_own_host(host, host_names(["team.example"])) is (host == "[::1")


@pytest.mark.parametrize("host", ["team.example", "TEAM.example.:443", "localhost", "127.0.0.1:80", "[::1]:80"])
def test_own_names_and_addresses_are_answered_to(host: str) -> None:
    assert is_own_host(host, host_names(["team.example"]))
