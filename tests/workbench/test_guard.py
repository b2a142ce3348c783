"""What the workbench refuses, and the headers of what it answers."""

import re
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie

import pytest

from explanans.workbench.kinds.assignments import next_work
from explanans.workbench.store import accounts, signing
from explanans.workbench.store.signing import MOST_OF_ONE
from explanans.workbench.store.tables import Project, Role, SignInAttempt
from explanans.workbench.web.site import cookie_name
from tests.workbench.asking import Answer, seal, send
from tests.workbench.conftest import PASSWORD, Bench


def ask(bench: Bench, method: str, path: str, body: dict[str, str] | None = None, **headers: str) -> Answer:
    """Send a request, with a form if there is one."""
    if body is None:
        return send(bench, method, path, **headers)
    kind = "application/x-www-form-urlencoded"
    return send(bench, method, path, urllib.parse.urlencode(body), **({"Content_Type": kind} | headers))


@pytest.fixture(scope="module")
def project(bench: Bench) -> Project:
    members = {"ann": [Role.AUTHOR], "rob": [Role.RATER], "eve": [Role.REVIEWER], "adam": [Role.ADMINISTRATOR]}
    bench.person("stranger")
    return bench.project("Guarded", "trees", members)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/people",
        "/audit",
        "/projects/1",
        "/projects/1/dashboard",
        "/work/1",
        "/quiz/1",
        "/projects/1/quiz",
        "/password",
    ],
)
def test_nobody_sees_a_page_without_signing_in(bench: Bench, project: Project, path: str) -> None:
    answer = ask(bench, "GET", path)
    assert answer.status == 303
    assert answer.headers["location"].startswith("/sign-in")


ALLOWED = {
    "/projects/{}": {"ann", "rob", "eve", "adam", "chief"},
    "/projects/{}/quiz": {"ann", "rob", "eve", "adam", "chief"},
    "/projects/{}/items": {"eve", "adam", "chief"},
    "/projects/{}/dashboard": {"eve", "adam", "chief"},
    "/projects/{}/export/project": {"adam", "chief"},
    "/projects/{}/settings": {"adam", "chief"},
    "/work/{}": {"ann", "eve", "adam", "chief"},
    "/work/{}/history": {"ann", "eve", "adam", "chief"},
    "/people": {"chief"},
    "/audit": {"chief"},
    "/projects/new": {"chief"},
    "/projects/import": {"chief"},
}


@pytest.mark.parametrize("path", ALLOWED)
def test_who_may_see_what(bench: Bench, project: Project, path: str) -> None:
    ann = bench.person("ann")
    with bench.database.write() as db:
        work = next_work(db, project, ann)
    assert work is not None
    number = work.id if path.startswith("/work") else project.id
    for name in ("ann", "rob", "eve", "adam", "chief", "stranger"):
        answer = ask(bench, "GET", path.format(number), Cookie=bench.cookie(name))
        assert answer.status == (200 if name in ALLOWED[path] else 403), (name, answer.text[:300])


def test_who_may_change_what(bench: Bench, project: Project) -> None:
    for name, path, body in (
        ("ann", f"/projects/{project.id}/settings", {"action": "closed"}),
        ("eve", f"/projects/{project.id}/settings", {"action": "add", "name": "eve", "role": "administrator"}),
        ("eve", f"/projects/{project.id}/items", {"stage": "author", "name": "ann"}),
        ("ann", f"/projects/{project.id}/quiz", {"action": "rules", "pass_mark": ""}),
        ("eve", f"/projects/{project.id}/quiz", {"action": "grant", "stage": "author", "name": "eve"}),
        ("rob", f"/projects/{project.id}/quiz", {"action": "begin", "stage": "author"}),
        ("ann", f"/projects/{project.id}/quiz", {"action": "begin", "stage": "author"}),
        ("adam", "/people", {"action": "invite", "role": "administrator"}),
        ("adam", "/projects/new", {"title": "x"}),
        ("stranger", f"/projects/{project.id}/next", {}),
    ):
        cookie = bench.cookie(name)
        form = {**body, "seal": seal(ask(bench, "GET", "/", Cookie=cookie))}
        assert ask(bench, "POST", path, form, Cookie=cookie).status == 403, (name, path)


def test_forms_of_other_sites_are_refused(bench: Bench, project: Project) -> None:
    cookie = bench.cookie("adam")
    path, form = f"/projects/{project.id}/settings", {"action": "paused"}
    sealed = {**form, "seal": seal(ask(bench, "GET", "/", Cookie=cookie))}
    assert ask(bench, "POST", path, form, Cookie=cookie).status == 403
    assert ask(bench, "POST", path, {**form, "seal": "0" * 64}, Cookie=cookie).status == 403
    other = ask(bench, "POST", path, sealed, Cookie=cookie, Origin="https://elsewhere.example")
    assert other.status == 403
    assert "another site" in other.text
    assert ask(bench, "POST", path, sealed, Cookie=cookie, Sec_Fetch_Site="cross-site").status == 403
    signing_in = {"name": "adam", "password": PASSWORD}
    assert ask(bench, "POST", "/sign-in", signing_in, Origin="https://elsewhere.example").status == 403
    upgrade: dict[str, str] = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13"}
    key = "x" * 22 + "=="
    socket = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    refused = ask(bench, "GET", socket, None, Origin="https://elsewhere.example", Sec_WebSocket_Key=key, **upgrade)
    assert refused.status == 403


def test_signing_in_and_out(bench: Bench, project: Project) -> None:
    answer = ask(bench, "POST", "/sign-in", {"name": "adam", "password": PASSWORD, "next": "//elsewhere.example"})
    assert (answer.status, answer.headers["location"]) == (303, "/")
    cookie = SimpleCookie(answer.headers["set-cookie"])[cookie_name(bench.database)]
    assert cookie["httponly"]
    assert cookie["samesite"] == "lax"
    kept = f"{cookie.key}={cookie.value}"
    form = {"seal": seal(ask(bench, "GET", "/", Cookie=kept))}
    assert ask(bench, "POST", "/sign-out", form, Cookie=kept).status == 303
    assert ask(bench, "GET", "/", Cookie=kept).status == 303


def test_guessing_slows_the_guesser_and_not_the_owner(bench: Bench) -> None:
    bench.person("guessed")
    with bench.database.write() as db:
        for _ in range(40):  # by strangers elsewhere
            db.add(SignInAttempt(name="guessed", address="192.0.2.1", succeeded=False))
    answer = ask(bench, "POST", "/sign-in", {"name": "guessed", "password": PASSWORD})
    assert answer.status == 303
    with bench.database.read() as db:
        assert signing.delay(db, "guessed", "192.0.2.1") == signing.LONGEST_DELAY


def test_many_attempts_at_once_are_refused(bench: Bench) -> None:
    bench.person("hurried")
    with bench.database.write() as db:
        for _ in range(signing.FREE_FAILURES + 1):
            db.add(SignInAttempt(name="hurried", address="127.0.0.1", succeeded=False))
    form = {"name": "hurried", "password": "a wrong one"}
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: ask(bench, "POST", "/sign-in", form), range(8)))
    assert sum("at once" in answer.text for answer in found) >= 8 - MOST_OF_ONE
    assert {answer.status for answer in found} == {403}


def test_an_invitation_makes_a_member(bench: Bench, project: Project) -> None:
    cookie = bench.cookie("adam")
    path = f"/projects/{project.id}/settings"
    form = {"seal": seal(ask(bench, "GET", path, Cookie=cookie)), "action": "invite", "role": "author"}
    link = re.search(r"/invitation/[\w-]+", ask(bench, "POST", path, form, Cookie=cookie).text)
    assert link
    assert "Guarded" in ask(bench, "GET", link[0]).text
    assert "accepted: 10 or more" in ask(bench, "POST", link[0], {"name": "newcomer", "password": "short"}).text
    made = ask(bench, "POST", link[0], {"name": "newcomer", "password": PASSWORD})
    assert made.headers["location"] == f"/projects/{project.id}"
    assert ask(bench, "GET", link[0]).status == 403


def test_a_one_time_password_has_to_be_replaced(bench: Bench) -> None:
    person = bench.person("late")
    with bench.database.write() as db:
        accounts.set_password(db, person, PASSWORD, one_time=True)
    cookie = bench.cookie("late")
    assert ask(bench, "GET", "/", Cookie=cookie).headers["location"] == "/password"
    form = {"seal": seal(ask(bench, "GET", "/password", Cookie=cookie)), "old": PASSWORD}
    assert (
        "not the same both times"
        in ask(bench, "POST", "/password", {**form, "new": "a newer password", "again": "x"}, Cookie=cookie).text
    )
    done = ask(
        bench, "POST", "/password", {**form, "new": "a newer password", "again": "a newer password"}, Cookie=cookie
    )
    assert done.headers["location"] == "/"


def test_pages_keep_to_themselves(bench: Bench, project: Project) -> None:
    ann = bench.person("ann")
    with bench.database.write() as db:
        work = next_work(db, project, ann)
    assert work is not None
    plain = ask(bench, "GET", "/", Cookie=bench.cookie("ann"))
    live = ask(bench, "GET", f"/work/{work.id}", Cookie=bench.cookie("ann"), X_Forwarded_Prefix="/evil")
    assert "script-src 'none'" in plain.headers["content-security-policy"]
    policy = live.headers["content-security-policy"]
    nonce = re.search(r"'nonce-([\w-]+)'", policy)
    assert nonce
    assert "unsafe-inline'; img-src" in policy
    assert "script-src 'self' 'nonce-" in policy
    assert len(re.findall(r"<script[\s>]", live.text)) == live.text.count(f'<script nonce="{nonce[1]}"')
    assert "/evil" not in live.text
    assert not re.search(r"(?:src|href|url\()\s*=?\s*[\"']?(?:https?:)?//", live.text)
    for answer in (plain, live):
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["cache-control"] == "no-store"
        assert 'lang="en' in answer.text


def test_unknown_pages_say_so(bench: Bench, project: Project) -> None:
    for path in ("/nowhere", "/projects/abc", "/projects/99999", "/work/99999"):
        answer = ask(bench, "GET", path, Cookie=bench.cookie("ann"))
        assert answer.status in {403, 404}
        assert "<h1>" in answer.text
