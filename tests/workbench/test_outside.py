"""Sign-in that others vouch for: a proxy by a header, a stand-in of a provider of OpenID Connect by a token."""

import base64
import contextlib
import hashlib
import http.client
import re
import secrets
import socket
import threading
import time
import urllib.parse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI, Request
from joserfc import jwt
from joserfc.jwk import RSAKey
from starlette.responses import JSONResponse, RedirectResponse, Response

from explanans.errors import InputError
from explanans.workbench.store.tables import AuditEntry
from explanans.workbench.web.vouching import Outside
from tests.workbench.conftest import Bench, end, prepare, serve
from tests.workbench.servers import free_port

CLIENT, SECRET = "workbench", "a secret of the stand-in"


@contextlib.contextmanager
def served(folder: Path, *options: str) -> Iterator[Bench]:
    """Serve a workbench with options."""
    database, port = prepare(folder), free_port()
    made = Bench(f"http://127.0.0.1:{port}", database, serve(folder, port, *options), folder)
    try:
        yield made
    finally:
        end(made.process)
        database.close()


def get(address: str, **headers: str) -> tuple[int, str, list[str], str]:
    """Return the status, the place that is led to, the cookies and the text of an answer."""
    place = urllib.parse.urlsplit(address)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET", f"{place.path}?{place.query}", None, sent)
    answer = connection.getresponse()
    text = answer.read().decode("utf-8", "replace")
    cookies = [it.partition(";")[0] for it in answer.headers.get_all("Set-Cookie") or ()]
    connection.close()
    return answer.status, answer.headers.get("Location", ""), cookies, text


def test_a_proxy_names_who_is_signed_in(tmp_path: Path) -> None:
    with served(tmp_path, "--proxy", "127.0.0.1", "--sign-in-header", "X-Remote-User") as bench:
        bench.person("ann")
        status, place, cookies, _ = get(f"{bench.address}/sign-in?next=/projects/1", X_Remote_User="Ann")
        assert (status, place) == (303, "/projects/1")
        assert get(f"{bench.address}/", Cookie=cookies[0])[0] == 200
        status, _, cookies, text = get(f"{bench.address}/sign-in", X_Remote_User="stranger")
        assert (status, cookies) == (403, [])
        assert "no account is called so" in text
        assert get(f"{bench.address}/sign-in")[0] == 200


def test_the_header_of_others_than_the_proxy_is_dropped(tmp_path: Path) -> None:
    with served(tmp_path, "--proxy", "192.0.2.1", "--sign-in-header", "X-Remote-User") as bench:
        bench.person("ann")
        forged = {"X_Remote_User": "ann", "X_Forwarded_For": "192.0.2.1"}
        status, _, cookies, _ = get(f"{bench.address}/sign-in", **forged)
        assert (status, cookies) == (200, [])


class Provider:
    """A stand-in of a provider: everybody who comes is the same person.

    Attributes:
        claims: What it says of that person.
    """

    def __init__(self) -> None:
        self.claims: dict[str, Any] = {"sub": "1", "preferred_username": "ann"}
        self.audience = CLIENT
        self._key = RSAKey.generate_key(2048, {"kid": "k1"})
        self._asked: dict[str, dict[str, str]] = {}
        self.address = ""
        self.app = FastAPI()
        self.app.get("/.well-known/openid-configuration")(self.metadata)
        self.app.get("/authorize")(self.authorize)
        self.app.post("/token")(self.token)
        self.app.get("/keys")(self.keys)

    def metadata(self) -> Response:
        names = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
        found = {key: f"{self.address}/{path}" for key, path in names.items()}
        return JSONResponse({"issuer": self.address, **found, "id_token_signing_alg_values_supported": ["RS256"]})

    def authorize(self, request: Request) -> Response:
        asked, code = dict(request.query_params), secrets.token_hex(8)
        self._asked[code] = asked
        return RedirectResponse(f"{asked['redirect_uri']}?code={code}&state={asked['state']}", 302)

    async def token(self, request: Request) -> Response:
        form = await request.form()
        asked = self._asked.pop(str(form["code"]))
        digest = hashlib.sha256(str(form["code_verifier"]).encode()).digest()
        assert base64.urlsafe_b64encode(digest).decode().rstrip("=") == asked["code_challenge"]
        given = base64.b64encode(f"{CLIENT}:{urllib.parse.quote_plus(SECRET)}".encode()).decode()
        plain = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        assert request.headers["authorization"] in {f"Basic {given}", f"Basic {plain}"}
        now = int(time.time())
        claims = {"iss": self.address, "aud": self.audience, "iat": now, "exp": now + 60, "nonce": asked["nonce"]}
        signed = jwt.encode({"alg": "RS256", "kid": "k1"}, {**claims, **self.claims}, self._key)
        return JSONResponse({"access_token": "x", "token_type": "Bearer", "id_token": signed})

    def keys(self) -> Response:
        return JSONResponse({"keys": [self._key.as_dict(private=False)]})


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    found = Provider()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        found.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        server = uvicorn.Server(uvicorn.Config(found.app, lifespan="off", log_level="critical"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        yield found
        server.should_exit = True
        thread.join(60)


@pytest.fixture(scope="module")
def bench(provider: Provider, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Serve a workbench in which the provider signs people in."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EXPLANANS_OIDC_SECRET", SECRET)
        folder = tmp_path_factory.mktemp("provided")
        with served(folder, "--oidc-issuer", provider.address, "--oidc-client", CLIENT) as found:
            found.person("ann")
            yield found


def signed_in(bench: Bench) -> tuple[int, list[str], str]:
    """Go to the provider and back, as a browser does."""
    _, place, cookies, text = get(f"{bench.address}/sign-in/provider")
    assert place, text
    _, back, _, _ = get(place)
    status, _, made, text = get(back, Cookie="; ".join(cookies))
    return status, [it for it in made if not it.startswith("explanans_oidc")], text


def test_a_provider_signs_people_in(bench: Bench, provider: Provider) -> None:
    assert "Sign in with your organisation" in get(f"{bench.address}/sign-in")[3]
    status, cookies, text = signed_in(bench)
    assert status == 303, text
    assert "ann" in get(f"{bench.address}/", Cookie=cookies[0])[3]
    with bench.database.read() as db:
        assert [it.details for it in db.query(AuditEntry).filter_by(action="sign in")] == [{"by": "the provider"}]


def test_who_has_no_account_is_not_let_in(bench: Bench, provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provider, "claims", {"sub": "2", "email": "ann", "email_verified": False})
    status, cookies, text = signed_in(bench)
    assert (status, cookies) == (403, [])
    assert "no account is called so" in text


def test_a_token_for_somebody_else_is_refused(
    bench: Bench, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider, "audience", "another client")
    status, cookies, text = signed_in(bench)
    assert (status, cookies) == (403, [])
    assert "did not vouch" in text


def test_an_answer_that_nobody_asked_for_is_refused(bench: Bench) -> None:
    status, _, cookies, text = get(f"{bench.address}/sign-in/provider/back?code=x&state=y")
    assert (status, cookies) == (403, []), text
    assert re.search("did not vouch", text)


@pytest.mark.parametrize(
    "outside",
    [Outside(header="X-User"), Outside(header="a b", proxy="::1"), Outside(issuer="https://x"), Outside(client="x")],
)
def test_what_would_let_anybody_in_is_refused(outside: Outside) -> None:
    with pytest.raises(InputError, match="accepted"):
        outside.check()
