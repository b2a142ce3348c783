"""What guards the messages of live pages: only the browser that a page was sent to may speak for it."""

import hmac
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

import socketio
from nicegui import Client, core

from explanans.workbench.web.site import COOKIE

_NAMED = ("handshake", "event", "javascript_response", "ack", "log")


def guard_messages() -> None:
    """Check every message of every page; what is refused is passed over, and a connection is closed."""
    handlers = core.sio.handlers["/"]
    connect = handlers["connect"]

    async def connected(sid: str, environ: dict[str, Any], auth: object = None) -> None:
        query = parse_qs(environ.get("QUERY_STRING", ""))
        # A page of which nothing is known any more is drawn anew by its browser; that is for NiceGUI to say.
        client = Client.instances.get(query.get("client_id", [""])[0])
        if client is not None and not _is_of(environ, client):
            raise socketio.exceptions.ConnectionRefusedError("This page was sent to another browser")
        await connect(sid, environ, auth)

    handlers["connect"] = connected
    for name in _NAMED:
        handlers[name] = _guarded(handlers[name])


def _guarded(handler: Callable[..., Any]) -> Callable[..., Any]:
    def guarded(sid: str, message: Any) -> Any:
        client = Client.instances.get(str(message.get("client_id", ""))) if isinstance(message, dict) else None
        if client is None or not _is_of(core.sio.get_environ(sid) or {}, client):
            return False
        return handler(sid, message)

    async def waiting(sid: str, message: Any) -> Any:
        found = guarded(sid, message)
        return await found if hasattr(found, "__await__") else found

    return waiting


def _is_of(environ: dict[str, Any], client: Client) -> bool:
    """Tell whether a connection is of the session that a page was drawn for."""
    try:
        cookie = SimpleCookie(environ.get("HTTP_COOKIE", "")).get(COOKIE)
    except CookieError:
        return False
    drawn_for = client.request.cookies.get(COOKIE, "")
    return cookie is not None and bool(drawn_for) and hmac.compare_digest(cookie.value, drawn_for)
