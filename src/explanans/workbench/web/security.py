"""Security of requests: content security policy, origins, proxies, and limits of size and time."""

import asyncio
import re
import secrets
import time
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

import socketio
from nicegui import Client, core
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from explanans.runtime.http_limits import is_own_host
from explanans.workbench.web.site import Site

_SCRIPT = re.compile(rb"<script(?=[\s>])")
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_LIVE = "/_nicegui_ws"
"""The path of the messages of live pages."""
_OTHER_HOST = b"This server does not answer to that host name; start it with --name NAME to let it."
_ONE_YEAR = 31_536_000
"""Seconds."""
_FIXED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_NAMED = ("handshake", "event", "javascript_response", "ack", "log")
_ACCOUNT = "explanans.account"
"""The key of the account in what is kept of a connection."""


def policy(nonce: str) -> str:
    """Return the content security policy of a page.

    Args:
        nonce: The nonce of the page's own scripts; empty if it has none.
    """
    # NiceGUI makes functions of the handlers that its server sends, and sets styles of elements.
    scripts = f"'self' 'nonce-{nonce}' 'unsafe-eval'" if nonce else "'none'"
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )


class Guard:
    """Refuses what other sites make a browser send, and adds headers that keep pages to themselves."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        if not self._site.behind_proxy:
            # NiceGUI writes this one into its pages; it is for proxies only.
            scope["headers"] = [item for item in scope["headers"] if not item[0].lower().startswith(b"x-forwarded-")]
        headers = Headers(scope=scope)
        names = self._site.names
        if names is not None and not is_own_host(headers.get("host", ""), names):
            await _refuse(scope, send, 421, _OTHER_HOST)
            return
        if scope["path"].startswith(_LIVE) and not await self._is_signed_in(headers):
            await _refuse(scope, send, 403, b"Sign in first.")
            return
        if (scope["type"] == "websocket" or scope["method"] not in _SAFE) and _is_foreign(headers):
            await _refuse(scope, send, 403, b"This was sent by another site; nothing was done.")
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        await self._app(scope, receive, _Guarded(scope, send))

    async def _is_signed_in(self, headers: Headers) -> bool:
        token = cookie_parser(headers.get("cookie", "")).get(self._site.cookie, "")
        return await run_in_threadpool(self._site.account_of, token) is not None


class _Guarded:
    """Sends a response with all headers; the scripts of a page that NiceGUI made are marked as the page's own."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._send, self._scope = send, scope
        self._start: Message | None = None
        self._body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _FIXED.items():
                headers[name] = value
            if self._scope["scheme"] == "https":
                headers["Strict-Transport-Security"] = f"max-age={_ONE_YEAR}"
            is_page = headers.get("content-type", "").startswith("text/html")
            if is_page and "cache-control" not in headers:
                headers["Cache-Control"] = "no-store"
            if is_page and headers.get("x-nicegui-content") == "page":
                self._start = message
                return
            headers["Content-Security-Policy"] = policy("")
        elif self._start is not None:
            self._body += message.get("body", b"")
            if message.get("more_body"):
                return
            await self._send_page(self._start)
            return
        await self._send(message)

    async def _send_page(self, start: Message) -> None:
        # What people wrote stands in the page as JSON without angle brackets, so that every script in it is its own.
        nonce = secrets.token_urlsafe(16)
        body = _SCRIPT.sub(f'<script nonce="{nonce}"'.encode(), self._body)
        headers = MutableHeaders(scope=start)
        headers["Content-Security-Policy"] = policy(nonce)
        headers["Content-Length"] = str(len(body))
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body})


def _is_foreign(headers: Headers) -> bool:
    """Return whether a browser marks a request as cross-site."""
    origin = headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc != headers.get("host")
    return headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}


async def _refuse(scope: Scope, send: Send, status: int, said: bytes) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = [(b"content-type", b"text/plain"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": said})


def guard_messages(site: Site) -> None:
    """Check every message of every page; refused messages are dropped, and refused connections closed."""
    handlers = core.sio.handlers["/"]
    connect = handlers["connect"]

    async def connected(sid: str, environ: dict[str, Any], auth: object = None) -> None:
        token = _token(environ, site.cookie)
        environ[_ACCOUNT] = account = await asyncio.to_thread(site.account_of, token)
        query = parse_qs(environ.get("QUERY_STRING", ""))
        # A page of which nothing is known any more is drawn anew by its browser; NiceGUI does that.
        client = Client.instances.get(query.get("client_id", [""])[0])
        if client is not None:
            person = site.pages.get(client)
            if account is None or person is None or person.account.id != account:
                raise socketio.exceptions.ConnectionRefusedError("This page was sent to another person")
            person.token = token  # another one where the person signed out and in again in the meantime
        await connect(sid, environ, auth)

    handlers["connect"] = connected
    for name in _NAMED:
        handlers[name] = _guarded(handlers[name], site)


def _guarded(handler: Callable[..., Any], site: Site) -> Callable[..., Any]:
    def guarded(sid: str, message: Any) -> Any:
        client = Client.instances.get(str(message.get("client_id", ""))) if isinstance(message, dict) else None
        person = site.pages.get(client) if client is not None else None
        account = (core.sio.get_environ(sid) or {}).get(_ACCOUNT)
        if client is None or person is None or account is None or account != person.account.id:
            return False
        return handler(sid, message)

    async def waiting(sid: str, message: Any) -> Any:
        found = guarded(sid, message)
        return await found if hasattr(found, "__await__") else found

    return waiting


def _token(environ: dict[str, Any], name: str) -> str:
    try:
        cookie = SimpleCookie(environ.get("HTTP_COOKIE", "")).get(name)
    except CookieError:
        return ""
    return cookie.value if cookie is not None else ""


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
