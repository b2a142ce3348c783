"""Limits of what a request may send: bytes and time, on every path, before anything is kept."""

import asyncio
import re
import time

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_ANONYMOUS = 65_536
"""Bytes of a form that needs no session: a name, a password."""
LARGEST_FORM = 4_000_000
"""Bytes of any other form; 100,000 chosen items take less than half of it."""
LARGEST_UPLOAD = 64_000_000
"""Bytes of a form with files."""
GRACE, SLOWEST = 20.0, 20_000.0
"""Seconds that every body may take, and bytes a second beyond these."""

_ANONYMOUS = re.compile(r"/sign-in|/invitation/[^/]*")
_UPLOADS = re.compile(r"/projects/(new|import)|/projects/\d+/(add|knowledge)|/api/v1/projects(/\d+/items)?")


class Bodies:
    """Middleware that stops reading a body that is too large or too slow."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with a bounded body."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        await self._app(scope, _bounded(receive, limit_of(scope["path"]), Headers(scope=scope)), send)


def limit_of(path: str) -> int:
    """Return how many bytes a request to a path may send.

    Example:
        >>> limit_of("/sign-in") < limit_of("/projects/1/settings") < limit_of("/projects/new")
        True
    """
    if _ANONYMOUS.fullmatch(path):
        return LARGEST_ANONYMOUS
    return LARGEST_UPLOAD if _UPLOADS.fullmatch(path) else LARGEST_FORM


def _bounded(receive: Receive, limit: int, headers: Headers) -> Receive:
    taken, began, is_arriving = 0, time.monotonic(), True
    said = headers.get("content-length", "0")

    async def bounded() -> Message:
        nonlocal taken, is_arriving
        left = GRACE + taken / SLOWEST - (time.monotonic() - began)
        try:
            message = await (asyncio.wait_for(receive(), max(0.0, left)) if is_arriving else receive())
        except TimeoutError:
            raise HTTPException(408, "this took too long to arrive", {"Connection": "close"}) from None
        if message["type"] != "http.request":
            return message
        is_arriving = message.get("more_body", False)
        taken += len(message.get("body", b""))
        if taken > limit or (said.isdecimal() and int(said) > limit):
            raise HTTPException(413, f"this sends more than {limit:,} bytes", {"Connection": "close"})
        return message

    return bounded
