"""Sign-in that others vouch for: a proxy by a header, or a provider by OpenID Connect."""

import os
import secrets
from collections.abc import Mapping
from typing import Any

from authlib.integrations.base_client import OAuthError
from authlib.integrations.starlette_client import OAuth
from fastapi import APIRouter, Request
from httpx import HTTPError
from joserfc.errors import JoseError
from sqlalchemy import select
from starlette.concurrency import run_in_threadpool
from starlette.middleware.sessions import SessionMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from explanans.errors import InputError
from explanans.workbench.store import accounts, audit
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.tables import Account
from explanans.workbench.web.site import Site, TheSite, go
from explanans.workbench.web.vouching import Outside

router = APIRouter()
SECRET = "EXPLANANS_OIDC_SECRET"  # noqa: S105 - the name of a variable
"""The environment variable with the client's secret."""
_CLAIMS = ("preferred_username", "email", "sub")
_MINUTES = 10 * 60


class HeaderGuard:
    """Middleware that drops the proxy's sign-in header from requests that do not come from the proxy itself."""

    def __init__(self, app: ASGIApp, outside: Outside) -> None:
        self._app = app
        self._name = outside.header.lower().encode()
        self._proxy = outside.proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] in {"http", "websocket"} and (scope.get("client") or ("",))[0] != self._proxy:
            scope["headers"] = [item for item in scope["headers"] if item[0].lower() != self._name]
        await self._app(scope, receive, send)


def with_sessions(app: ASGIApp, *, secure: bool) -> ASGIApp:
    """Return an application that keeps what a sign-in with a provider needs, for some minutes, in a signed cookie."""
    return SessionMiddleware(
        app,
        secrets.token_hex(32),
        session_cookie="explanans_oidc",
        max_age=_MINUTES,
        same_site="lax",
        https_only=secure,
        path="/sign-in",
    )


def provider(outside: Outside) -> OAuth:
    """Return the client of the provider."""
    found = OAuth()
    found.register(
        "provider",
        client_id=outside.client,
        client_secret=os.environ.get(SECRET, ""),
        server_metadata_url=f"{outside.issuer.rstrip('/')}/.well-known/openid-configuration",
        client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256", "trust_env": False},
    )
    return found


async def vouched(site: Site, request: Request) -> str:
    """Return the session of the account that the proxy names; empty if it names none."""
    name = request.headers.get(site.outside.header, "").strip().lower() if site.outside.header else ""
    return await run_in_threadpool(_open_session, site, name, "the proxy") if name else ""


@router.get("/sign-in/provider")
async def go_to_provider(request: Request, site: TheSite) -> Response:
    """Lead to the provider's sign-in page."""
    client = _client(site)
    try:
        found: Response = await client.authorize_redirect(request, str(request.url_for("come_back")))
    except (HTTPError, OAuthError) as error:
        raise InputError(f"the provider cannot be reached ({type(error).__name__}); try again later") from None
    return found


@router.get("/sign-in/provider/back")
async def come_back(request: Request, site: TheSite) -> Response:
    """Sign in whom the provider vouches for."""
    client = _client(site)
    try:
        token: Mapping[str, Any] = await client.authorize_access_token(request)
    except (HTTPError, OAuthError, JoseError, ValueError) as error:
        raise RefusedError(f"the provider did not vouch for you ({type(error).__name__}); sign in again") from None
    claims = token.get("userinfo") or {}
    names = [str(claims[claim]).strip().lower() for claim in _CLAIMS if claims.get(claim)]
    if "email" in claims and claims.get("email_verified") is False:
        names = [name for name in names if name != str(claims["email"]).strip().lower()]
    session = await run_in_threadpool(_first_session, site, names)
    response = go("/")
    site.set_cookie(request, response, session)
    return response


def _client(site: Site) -> Any:
    if site.provider is None:
        raise RefusedError("no provider signs people in here")
    return site.provider.provider


def _first_session(site: Site, names: list[str]) -> str:
    with site.database.read() as db:
        known = set(db.scalars(select(Account.name).where(Account.name.in_(names))))
    name = next((name for name in names if name in known), names[0] if names else "")
    return _open_session(site, name, "the provider")


def _open_session(site: Site, name: str, by: str) -> str:
    with site.database.write() as db:
        found = db.scalar(select(Account).where(Account.name == name, Account.active))
        if found is None:
            raise RefusedError(
                f"{by} calls you {name[:64]!r}, and no account is called so; ask an administrator for one"
            )
        audit.record(db, found.id, "sign in", name, by=by)
        return accounts.open_session(db, found)
