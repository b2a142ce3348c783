"""Guard of the messages of live pages: only the person for whom a page was drawn may send to it."""

import asyncio
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

import socketio
from nicegui import Client, core

from explanans.workbench.web.site import Site

_NAMED = ("handshake", "event", "javascript_response", "ack", "log")
_ACCOUNT = "explanans.account"
"""The key of the account in what is kept of a connection."""


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
