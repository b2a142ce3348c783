"""What strangers may send to the workbench, and what it costs."""

import asyncio
import os
import socket
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from explanans.workbench.bases import Bases
from explanans.workbench.store import accounts, audit, projects
from explanans.workbench.store.projects import NewItem
from explanans.workbench.web import dashboard, people, security
from explanans.workbench.web.security import LARGEST_ANONYMOUS, LARGEST_FORM, Guard
from explanans.workbench.web.site import Site, cookie_name
from tests.workbench.conftest import PASSWORD, Bench
from tests.workbench.databases import new_database

BLOCK = b"x" * 65536
START = b'--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'


def open_socket(bench: Bench) -> socket.socket:
    place = urllib.parse.urlsplit(bench.address)
    return socket.create_connection((place.hostname or "", place.port or 0), 60)


def memory(bench: Bench) -> int:
    """Return the memory of the server in bytes."""
    pages = int(Path(f"/proc/{bench.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def open_files(bench: Bench) -> int:
    """Return how many deleted files the server holds open: temporary ones, and those of bases that changed."""
    names = []
    for entry in Path(f"/proc/{bench.process.pid}/fd").iterdir():
        with suppress(OSError):
            names.append(str(entry.readlink()))
    return sum("(deleted)" in name for name in names)


def blocks(size: int) -> Iterator[bytes]:
    yield START
    for _ in range(size // len(BLOCK)):
        yield BLOCK


def sent(bench: Bench, path: str, size: int, *, chunked: bool, cookie: str = "") -> tuple[int, bytes]:
    """Send a body until the server stops reading; return how many bytes it took, and its answer."""
    taken = 0
    with open_socket(bench) as connection:
        how = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {size + len(START)}"
        connection.sendall(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n"
            f"Content-Type: multipart/form-data; boundary=b\r\n{how}\r\n\r\n".encode()
        )
        answer = b""
        try:
            for block in blocks(size):
                connection.sendall(b"%x\r\n%b\r\n" % (len(block), block) if chunked else block)
                taken += len(block)
        except OSError:
            pass
        with suppress(OSError):
            answer = connection.recv(65536)
    return taken, answer


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("path", ["/sign-in", "/invitation/unknown", "/projects/new", "/nowhere", "/_nicegui/x"])
def test_a_stranger_uploads_nothing(bench: Bench, path: str, chunked: bool) -> None:
    before, held = memory(bench), open_files(bench)
    taken, answer = sent(bench, path, 40_000_000, chunked=chunked)
    assert not answer.startswith((b"HTTP/1.1 2", b"HTTP/1.1 5"))
    assert memory(bench) < before + 10_000_000
    assert open_files(bench) <= held
    if path == "/sign-in":
        assert b" 413 " in answer or taken < 40_000_000
        assert LARGEST_ANONYMOUS < 100_000


def test_a_signed_in_person_cannot_send_more_than_a_form(bench: Bench) -> None:
    bench.person("sender")
    path, held = "/projects/1/settings", open_files(bench)
    taken, answer = sent(bench, path, 40_000_000, chunked=True, cookie=bench.cookie("sender"))
    assert taken < 40_000_000 or b" 413 " in answer
    time.sleep(0.5)
    assert open_files(bench) <= held
    assert LARGEST_FORM < 5_000_000


def test_a_member_uploads_no_files(bench: Bench) -> None:
    bench.person("sender")
    before, held = memory(bench), open_files(bench)
    sent(bench, "/projects/import", 40_000_000, chunked=True, cookie=bench.cookie("sender"))
    assert open_files(bench) <= held
    assert memory(bench) < before + 10_000_000


def ended(bench: Bench, write: Callable[[socket.socket], None], seconds: float) -> bool:
    """Return whether the server ends a connection within a time."""
    with open_socket(bench) as connection:
        connection.settimeout(seconds)
        try:
            write(connection)
            while connection.recv(65536):
                pass
        except TimeoutError:
            return False
        except OSError:
            return True
    return True


def test_a_header_without_end_is_cut_off(bench: Bench) -> None:
    def write(connection: socket.socket) -> None:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        for number in range(300):
            connection.sendall(b"X-%d: " % number + BLOCK + b"\r\n")

    before = memory(bench)
    assert ended(bench, write, 30)
    assert memory(bench) < before + 5_000_000


def test_half_open_connections_end(bench: Bench) -> None:
    began = time.monotonic()
    assert ended(bench, lambda connection: connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"), 30)
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("path", ["/sign-in", "/look/workbench.css", "/_nicegui_ws/socket.io/?EIO=4&transport=polling"])
def test_names_of_others_are_not_answered_to(bench: Bench, path: str) -> None:
    for host, refused in (("evil.example", True), ("localhost", False), ("127.0.0.1:1", False)):
        with open_socket(bench) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            answer = connection.recv(65536)
        assert answer.startswith(b"HTTP/1.1 421 ") is refused, (host, answer[:200])


def test_live_pages_are_for_those_who_are_signed_in(bench: Bench) -> None:
    with open_socket(bench) as connection:
        path = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert connection.recv(65536).startswith(b"HTTP/1.1 403 ")


def test_a_body_that_trickles_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "GRACE", 0.2)
    statuses = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive()).get("more_body"):
            pass

    async def receive() -> Message:
        await asyncio.sleep(0.05)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def silent() -> Message:
        await asyncio.sleep(60)
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    for arriving in (receive, silent):
        scope = {"type": "http", "path": "/sign-in", "headers": []}
        with pytest.raises(HTTPException) as refused:
            asyncio.run(security.Bodies(app)(scope, arriving, send))
        statuses.append(refused.value.status_code)
    assert statuses == [408, 408]


def test_an_export_keeps_no_writer_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = new_database(tmp_path / "workbench.sqlite")
    with database.write() as db:
        chief = accounts.create(db, "chief", PASSWORD, administrator=True)
        cookie = accounts.open_session(db, chief)
        number = projects.create(db, chief, "Ice", "relevance", [NewItem("q1", {"n": 1})]).id
    wrote = []

    def write() -> None:
        with database.write() as db:
            audit.record(db, None, "wrote", "meanwhile")
        wrote.append(True)

    def slow(*_: object) -> Iterator[str]:
        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        writer.join(10)
        yield f"{wrote}"

    monkeypatch.setattr(dashboard, "lines_of", slow)
    site = Site(database, Bases())
    app = FastAPI()
    app.state.site = site
    app.include_router(dashboard.router)
    answer = TestClient(app, cookies={site.cookie: cookie}).get(f"/projects/{number}/export/project")
    assert answer.text == "[True]\n"
    database.close()


def test_behind_a_proxy_pages_and_cookies_are_for_tls_only(tmp_path: Path) -> None:
    first, second = new_database(tmp_path / "first.sqlite"), new_database(tmp_path / "second.sqlite")
    assert cookie_name(first) != cookie_name(second)
    with first.write() as db:
        accounts.create(db, "chief", PASSWORD)
    site = Site(first, Bases(), behind_proxy=True)
    app = FastAPI()
    app.state.site = site
    app.include_router(people.router)
    app.add_middleware(Guard, site)
    client = TestClient(app, base_url="https://team.example", follow_redirects=False)
    answer = client.post("/sign-in", data={"name": "chief", "password": PASSWORD})
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    assert answer.headers["set-cookie"].startswith("__Host-explanans_")
    assert "Secure" in answer.headers["set-cookie"]
    for database in (first, second):
        database.close()
