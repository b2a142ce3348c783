"""What goes on beside the work on a workbench: people who sign in, an export, strangers who attack."""

import socket
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from contextlib import suppress

BLOCK = b"x" * 65536
HELD = 50
"""Half-open connections that one attacker holds."""


class Beside:
    """Threads that go on until they are told to end.

    Args:
        address: Where the workbench is, without a slash at the end.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        place = urllib.parse.urlsplit(address)
        self._place = (place.hostname or "", place.port or 0)
        self._ended = threading.Event()
        self._threads: list[threading.Thread] = []
        self.counts: dict[str, int] = {}

    def add(self, name: str, work: Callable[[], None], every: float = 0.0) -> None:
        """Do something again and again.

        Args:
            name: What it is called in the counts.
            work: What is done.
            every: Seconds between two times.
        """

        def go_on() -> None:
            while not self._ended.is_set():
                with suppress(OSError):
                    work()
                self.counts[name] = self.counts.get(name, 0) + 1
                self._ended.wait(every)

        self._threads.append(threading.Thread(target=go_on, daemon=True))
        self._threads[-1].start()

    def end(self) -> None:
        """End all of it."""
        self._ended.set()
        for thread in self._threads:
            thread.join(30)

    def sign_in(self, name: str, password: str) -> None:
        """Sign somebody in."""
        body = urllib.parse.urlencode({"name": name, "password": password}).encode()
        with urllib.request.urlopen(f"{self.address}/sign-in", body, timeout=60) as answer:
            answer.read()

    def export(self, cookie: str, project: int) -> None:
        """Export a whole project."""
        path = f"{self.address}/projects/{project}/export/project"
        with urllib.request.urlopen(urllib.request.Request(path, headers={"Cookie": cookie}), timeout=600) as answer:
            while answer.read(1_000_000):
                pass

    def attack(self) -> None:
        """Do what strangers did: bodies and headers without end, and connections that stay half open."""
        for path, chunked in (("/sign-in", True), ("/sign-in", False), ("/invitation/x", True), ("/nowhere", True)):
            self.add("bodies", lambda path=path, chunked=chunked: self._body(path, chunked=chunked))  # type: ignore[misc]
        self.add("headers", self._header)
        self.add("half open", self._half_open)
        self.add("trickles", self._trickle)

    def _connected(self, sent: bytes) -> socket.socket:
        made = socket.create_connection(self._place, 30)
        made.sendall(sent)
        return made

    def _body(self, path: str, *, chunked: bool) -> None:
        how = "Transfer-Encoding: chunked" if chunked else "Content-Length: 300000000"
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\n{how}\r\n\r\n"
        )
        part = b'--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
        with self._connected(head.encode()) as connection:
            for block in (part, *[BLOCK] * 600):
                connection.sendall(b"%x\r\n%b\r\n" % (len(block), block) if chunked else block)

    def _header(self) -> None:
        with self._connected(b"GET / HTTP/1.1\r\nHost: localhost\r\n") as connection:
            for number in range(2000):
                connection.sendall(b"X-%d: " % number + BLOCK + b"\r\n")

    def _half_open(self) -> None:
        held = [self._connected(b"GET / HTTP/1.1\r\nHost: localhost\r\n") for _ in range(HELD)]
        self._ended.wait(5)
        for connection in held:
            connection.close()

    def _trickle(self) -> None:
        with self._connected(
            b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"
        ) as connection:
            began = time.monotonic()
            while time.monotonic() < began + 30 and not self._ended.is_set():
                connection.sendall(b"x")
                time.sleep(0.2)
