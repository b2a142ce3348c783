"""Security of requests: the content security policy, checks of their origin, and headers of proxies."""

import re
import secrets
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
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
    """Refuses what other sites make a browser send, and adds headers that keep pages to themselves.

    Args:
        site: The site; its names are the hosts that are answered to.
    """

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
