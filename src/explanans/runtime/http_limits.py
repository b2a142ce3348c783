"""Sockets, limits of HTTP connections and headers, and the accepted host names, for both servers."""

import asyncio
import ipaddress
import socket
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from explanans.errors import InputError

LARGEST_HEADER = 32_768
"""Bytes of a request line with all headers; browsers send less than 8,192."""
LARGEST_MESSAGE = 2_000_000
"""Bytes of one WebSocket message."""
_BACKLOG = 1024
"""Connections that may wait to be accepted."""
_LINGER = 1.0
"""Seconds in which a client can read why the rest of its body is not wanted."""
_BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nRetry-After: 10\r\nConnection: close\r\n\r\n"
    b"There are too many connections from this address."
)


class Bounds(NamedTuple):
    """Bounds of connections.

    Attributes:
        connections: How many connections one address may hold at a time.
        seconds: How long a connection may live without a whole request, in seconds.
    """

    connections: int = 256
    seconds: float = 10.0


class _Bounded(H11Protocol):
    """An HTTP connection that ends if no whole request header arrives in time, or its address holds too many."""

    bounds: Bounds
    held: Counter[str]

    _timer: asyncio.TimerHandle | None = None
    _is_counted = False
    _is_upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or end it if its address holds too many."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        if self.held[self._address] >= self.bounds.connections:
            transport.write(_BUSY)
            transport.close()
            return
        self.held[self._address] += 1
        self._is_counted = True
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        if not self.transport.is_closing():
            super().data_received(data)
            self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request with a timeout; an unread body stays unread."""
        is_unread = self.conn.their_state is h11.SEND_BODY
        super().on_response_complete()
        if is_unread and not self.transport.is_closing():
            self._stop()
            self.transport.pause_reading()
            self._timer = self.loop.call_later(_LINGER, self.transport.abort)
            return
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over; the WebSocket counts it from then on."""
        self._is_upgraded = True
        self._release()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the connection."""
        self._stop()
        self._release()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Bound the time in which no request is being answered."""
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if is_answering or self._is_upgraded or self.transport.is_closing():
            self._stop()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.bounds.seconds, self.transport.abort)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _release(self) -> None:
        if self._is_counted:
            self._is_counted = False
            self.held.subtract((self._address,))
            if self.held[self._address] <= 0:
                del self.held[self._address]


class _BoundedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that counts among the connections of its address."""

    held: Counter[str]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self.held[self._address] += 1

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the connection."""
        self.held.subtract((self._address,))
        if self.held[self._address] <= 0:
            del self.held[self._address]
        super().connection_lost(exc)


def protocols(bounds: Bounds) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """Return the protocol classes for HTTP and WebSocket of one server."""
    held = Counter[str]()
    return (
        type("BoundedHTTP", (_Bounded,), {"bounds": bounds, "held": held}),
        type("BoundedWebSocket", (_BoundedSocket,), {"held": held}),
    )


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address; for a name with several addresses, at an IPv4 address.

    Args:
        port: The port; 0 lets the system choose.

    Raises:
        InputError: The address is not of this machine, or the port is in use or reserved.
    """
    try:
        family = min(found[0] for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except (OSError, OverflowError, UnicodeError) as error:
        # `socket.create_server` repeats the address in the reason.
        reason = str(getattr(error, "strerror", None) or error).partition(" (while ")[0]
        raise InputError(
            f"{host}:{port} cannot be listened at ({reason}); accepted: an address of this machine and a free port"
        ) from None


def host_names(names: Iterable[str] = ()) -> frozenset[str]:
    """Return the names under which a server is reached: this machine's own, and those given."""
    own = ("localhost", socket.gethostname(), *names)
    return frozenset(name.lower().rstrip(".") for name in own if name)


def is_own_host(header: str, names: frozenset[str]) -> bool:
    """Return whether a ``Host`` header names this server: an address, or one of its names.

    A page of another site can make its own name point to this machine, but not an address.

    Example:
        >>> [is_own_host(it, host_names()) for it in ("localhost:8080", "127.0.0.1", "[::1]:80", "evil.example", "")]
        [True, True, True, False, False]
    """
    name = header.strip().lower()
    name = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
    if name.rstrip(".") in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
