"""The gate: keys of callers, what holds of every request, and what is logged and counted of it."""

import asyncio
import hashlib
import hmac
import os
import re
import secrets
import time
import uuid
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import structlog

from explanans.errors import FormatError, InputError, StorageError
from explanans.io.files import read_lines
from explanans.runtime.http_limits import is_own_host
from explanans.server.offers import OFFERS
from explanans.server.telemetry import Metrics

_ACCEPTED = (
    "a name and the SHA-256 of a key in hexadecimal, as 'explanans api --create-key NAME --key-file FILE' writes them"
)
_NAME = re.compile(r"[\w.@-]{1,64}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
OPEN = ("/health", "/openapi.json")
"""Paths that need no key."""
_COUNTED = {*(offer.name for offer in OFFERS), "health", "metrics", "openapi.json"}
_REQUEST_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)


class Keys:
    """The callers of a file, which is read again whenever it has changed.

    Example:
        >>> import tempfile
        >>> path = Path(tempfile.mkdtemp()) / "keys"
        >>> key = new_key(path, "ann")
        >>> keys = Keys(path)
        >>> keys.caller(key), keys.caller("guessed")
        ('ann', None)
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._state = _state(path)
        self._digests = _read(path)

    def caller(self, key: str) -> str | None:
        """Return the caller with a key; None if the key is unknown."""
        self._refresh()
        digest, found = _digest(key), None
        for known, name in self._digests.items():  # all of them, so that time tells nothing
            if hmac.compare_digest(known, digest):
                found = name
        return found

    def _refresh(self) -> None:
        state = _state(self._path)
        if state == self._state:
            return
        try:
            self._digests = _read(self._path)
        except InputError:
            self._digests = {}  # a file that cannot be read admits no caller
        self._state = state


def new_key(path: Path, name: str) -> str:
    """Return a new key for a caller, and add the caller to a file, which is made if there is none."""
    if not _NAME.fullmatch(name):
        raise InputError(f"the caller {name!r}; accepted: up to 64 letters, digits, '.', '@', '_' and '-'")
    if path.exists() and name in _read(path).values():
        raise InputError(f"{path}: {name} has a key already; accepted: another name, or a file without that line")
    key = secrets.token_urlsafe(32)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f"{name} {_digest(key)}\n")
    except OSError as error:
        raise StorageError(f"{path}: cannot be written ({error.strerror or error})") from error
    return key


def _read(path: Path) -> dict[str, str]:
    """Return the callers by the digests of their keys."""
    found: dict[str, str] = {}
    for number, line in enumerate(read_lines(path), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) != 2 or not _NAME.fullmatch(words[0]) or not _DIGEST.fullmatch(words[1]):
            raise FormatError("no caller", str(path), number, _ACCEPTED)
        if words[0] in found.values() or words[1] in found:
            raise FormatError("a name or a key that occurs twice", str(path), number, "each once")
        found[words[1]] = words[0]
    return found


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()


def _state(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


Scope = MutableMapping[str, Any]


Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


App = Callable[[Scope, Receive, Send], Awaitable[None]]


_log = structlog.stdlib.get_logger("explanans.server")


class _RefusedError(Exception):
    """A request that goes no further."""

    def __init__(self, status: int, sentence: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        self.headers = headers or {}


class Limits(NamedTuple):
    """Limits of the body of a request.

    Attributes:
        size: How many bytes it may have.
        seconds: How long it may take to arrive.
    """

    size: int = 1_048_576
    seconds: float = 10.0


class Gate:
    """Lets requests in that have a key and are neither too large nor too slow.

    Args:
        keys: The keys of callers; None if anybody may call.
        names: The host names that are answered to; any name if None.
    """

    def __init__(  # noqa: PLR0913 - all that holds of a request
        self,
        app: App,
        keys: Keys | None,
        limits: Limits,
        metrics: Metrics,
        *,
        names: frozenset[str] | None = None,
        contents: bool = False,
    ) -> None:
        self._app = app
        self._keys = keys
        self._limits = limits
        self._metrics = metrics
        self._names = names
        self._contents = contents

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, and log and count it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        passage = _Passage(scope, send)
        try:
            self._check_host(scope)
            passage.caller = self._caller(scope)
            passage.body = await self._body(scope, receive)
            await self._app(scope, passage.receive(receive), passage.send)
        except _RefusedError as refusal:
            await passage.refuse(refusal.status, str(refusal), refusal.headers)
        except Exception:  # whatever it is, the caller gets an answer
            _log.exception("failed", request=passage.id)
            if not passage.status:
                await passage.refuse(500, "something went wrong here; the log of the service says where", {})
        finally:
            seconds = time.perf_counter() - passage.started
            self._metrics.answered(passage.function, passage.status, seconds)
            self._tell(passage, seconds)

    def _tell(self, passage: "_Passage", seconds: float) -> None:
        fields = {
            "request": passage.id,
            "caller": passage.caller,
            "method": passage.method,
            "function": passage.function,
            "status": passage.status,
            "milliseconds": round(seconds * 1000, 1),
            "bytes_in": len(passage.body),
            "bytes_out": passage.sent,
        }
        if self._contents:
            fields["contents"] = passage.body.decode("utf-8", "replace")
        _log.info("request", **fields)

    def _check_host(self, scope: Scope) -> None:
        """Refuse a request that a page of another site made a browser send by renaming this machine."""
        host = _header(scope, b"host")
        if self._names is not None and not is_own_host(host, self._names):
            raise _RefusedError(421, f"the host {host[:100]!r}; accepted: {', '.join(sorted(self._names))}")

    def _caller(self, scope: Scope) -> str:
        """Return the name of the caller; empty if no key is needed."""
        if self._keys is None or scope["path"] in OPEN:
            return ""
        kind, _, key = _header(scope, b"authorization").partition(" ")
        caller = self._keys.caller(key.strip()) if kind.lower() == "bearer" else None
        if caller is None:
            raise _RefusedError(
                401,
                "no key, or an unknown one; accepted: the header 'Authorization: Bearer KEY'",
                {"www-authenticate": "Bearer"},
            )
        return caller

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        length = _header(scope, b"content-length")
        most = self._limits.size
        too_large = _RefusedError(413, f"a body of more than {most} bytes; accepted: shorter texts, or fewer")
        if length.isdecimal() and int(length) > most:
            raise too_large
        body = bytearray()
        try:
            async with asyncio.timeout(self._limits.seconds):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        raise _RefusedError(400, "the body broke off; accepted: a whole body")
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise too_large
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            raise _RefusedError(
                408, f"the body took more than {self._limits.seconds:g} seconds to arrive; accepted: a faster one"
            ) from None


class _Passage:
    """One request on its way through."""

    def __init__(self, scope: Scope, send: Send) -> None:
        named = _header(scope, b"x-request-id")
        self.id = named if _REQUEST_ID.fullmatch(named) else uuid.uuid4().hex
        self.method = str(scope["method"])
        name = str(scope["path"]).removeprefix("/")
        self.function = name if name in _COUNTED else "other"
        self.started = time.perf_counter()
        self.caller = ""
        self.body = b""
        self.status = 0
        self.sent = 0
        self._send = send

    def receive(self, receive: Receive) -> Receive:
        """Return a function that replays the body to its readers."""
        bodies = [self.body]

        async def again() -> MutableMapping[str, Any]:
            if bodies:
                return {"type": "http.request", "body": bodies.pop(), "more_body": False}
            return await receive()

        return again

    async def send(self, message: MutableMapping[str, Any]) -> None:
        """Send a part of the answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": [*message.get("headers", ()), (b"x-request-id", self.id.encode())]}
        self.sent += len(message.get("body", b""))
        await self._send(message)

    async def refuse(self, status: int, sentence: str, headers: dict[str, str]) -> None:
        """Answer with one sentence; the rest of the body, if any, is not waited for."""
        body = msgspec.json.encode({"error": sentence})
        answer_headers = {
            "content-type": "application/json",
            "content-length": str(len(body)),
            **({"connection": "close"} if status in {400, 408, 413, 421} else {}),
            **headers,
        }
        pairs = [(name.encode(), value.encode()) for name, value in answer_headers.items()]
        await self.send({"type": "http.response.start", "status": status, "headers": pairs})
        await self.send({"type": "http.response.body", "body": body})


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for known, value in scope["headers"] if known == name), "")
