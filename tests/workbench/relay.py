"""A wire between browsers and a server that can be cut and mended."""

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self


class Relay:
    """Passes on what browsers and a server say to each other.

    Args:
        port: The server's port on the loopback.

    Attributes:
        address: Where browsers find the server through this wire.
    """

    def __init__(self, port: int) -> None:
        self._port, self._whole, self._ends = port, True, list[socket.socket]()
        self._swallowing = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Self:
        """Open the wire."""
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """Take the wire away."""
        _shut(self._listener)
        self.cut()

    def cut(self) -> None:
        """Cut every connection, and refuse new ones."""
        self._whole = False
        while self._ends:
            _shut(self._ends.pop())

    def swallow(self) -> None:
        """Lose whatever browsers send from now on, without a sign that it is lost."""
        self._swallowing = True

    def mend(self) -> None:
        """Let browsers connect again."""
        self._whole, self._swallowing = True, False

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if not self._whole:
                _shut(near)
                continue
            far = socket.create_connection(("127.0.0.1", self._port))
            self._ends += (near, far)
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while said := one.recv(65536):
                if not self._swallowing:
                    other.sendall(said)
        _shut(one)
        _shut(other)


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
