"""The service without processes, where its answers matter, and as a process of its own, where processes do."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from explanans.server.functions import Functions
from explanans.server.offers import Parts
from explanans.server.workers import Workers

NOTES = """Ice is a solid.
Ice is made of water.
Heat melts solids.
A frog is an amphibian.
Amphibians have moist skin.
"""
ASKED = {"question": "What is ice made of?", "answer": "water"}
LIMIT = 120.0


class Uncounted:
    """Counts nothing."""

    def replaced(self, reason: str) -> None: ...


class Inline(Workers):
    """Works in this process."""

    def __init__(self, functions: Functions) -> None:
        super().__init__(lambda: lambda *_: b"", 1, 0, LIMIT, Uncounted())
        self.functions = functions

    @property
    def ready(self) -> int:
        return 1

    async def call(self, name: str, arguments: dict[str, Any]) -> bytes:
        found: bytes = await asyncio.to_thread(getattr(self.functions, name), **arguments)
        return found


@pytest.fixture(scope="session")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small knowledge base."""
    path = tmp_path_factory.mktemp("notes") / "notes.txt"
    path.write_text(NOTES, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def inline(notes: Path) -> Inline:
    """Return what works in this process, over a small knowledge base."""
    return Inline(Functions(Parts((str(notes),), "bm25")))


class Service:
    """The service as a process of its own.

    Args:
        process: The process.
        log: Where it logs.
    """

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self.process = process
        self.log = log
        self.address = self._address()

    def _address(self) -> str:
        while self.process.poll() is None:
            found = re.search(r"listening at (http://[^\"]+)", self.log.read_text(encoding="utf-8"))
            if found:
                return found[1]
            try:
                self.process.wait(0.1)
            except subprocess.TimeoutExpired:
                continue
        raise AssertionError(self.log.read_text(encoding="utf-8"))

    def ask(self, path: str, body: object = None, **headers: str) -> tuple[int, Any, dict[str, str]]:
        """Return the status of an answer, its body and its headers."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.address + path, data, {"Content-Type": "application/json", **headers}, method="POST" if data else "GET"
        )
        try:
            with urllib.request.urlopen(request, timeout=LIMIT) as answer:
                return answer.status, _read(answer.read()), dict(answer.headers)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, _read(error.read()), dict(error.headers)

    def events(self) -> list[dict[str, Any]]:
        """Return what it has logged."""
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]

    def event(self, request: str) -> dict[str, Any]:
        """Return what it logs of a request, which may come a moment after the answer."""
        for _ in range(600):
            found = [event for event in self.events() if event.get("request") == request]
            if found:
                return found[0]
            time.sleep(0.1)
        raise AssertionError(f"nothing is logged of {request}")

    def children(self) -> list[int]:
        """Return its worker processes."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                state = (folder / "stat").read_text().rpartition(")")[2].split()
                command = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if int(state[1]) == self.process.pid and b"spawn_main" in command and state[0] != "Z":
                found.append(int(folder.name))
        return sorted(found)

    def end(self) -> int:
        """Tell it to end, and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(LIMIT)


def _read(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body.decode()


def started(folder: Path, *arguments: str | Path) -> Service:
    """Start the service."""
    log = folder / "log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "explanans", "api", "--port", "0", *map(str, arguments)],
            stderr=file,
            stdout=subprocess.DEVNULL,
            env=os.environ | {"PYTHONWARNINGS": "ignore"},
            start_new_session=True,
        )
    try:
        return Service(process, log)
    except BaseException:
        process.kill()
        process.wait()
        raise


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, notes: Path) -> Iterator[Service]:
    """Start the service with one worker, no place to wait, and little time."""
    options = ("--kb", notes, "--model", "bm25", "--workers", "1", "--queue", "1", "--timeout", "60")
    found = started(tmp_path_factory.mktemp("service"), *options)
    try:
        yield found
    finally:
        assert found.end() == 0
