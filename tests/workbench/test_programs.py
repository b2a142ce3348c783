"""The workbench for programs: JSON with keys, suggestions of models, and webhooks."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from explanans.errors import InputError
from explanans.workbench.kinds.assignments import next_work
from explanans.workbench.kinds.rated import Candidate, Ratings, Shortlist
from explanans.workbench.kinds.tasks import DoneItem, PreviousAnnotation
from explanans.workbench.store import accounts, programs, projects, works
from explanans.workbench.store.database import Database
from explanans.workbench.store.tables import Delivery, Item, Project, Role, WorkState
from explanans.workbench.webhooks import SIGNATURE, deliver_all, signature
from tests.workbench.annotator import Annotator
from tests.workbench.asking import send
from tests.workbench.conftest import Bench
from tests.workbench.filling import fill

FACTS = [{"id": "f1", "text": "heat melts ice"}, {"id": "f2", "text": "wood is hard"}]
GIVEN = {"question": "What melts ice?", "answer": "heat", "facts": FACTS}


@pytest.fixture(scope="module")
def key(bench: Bench) -> str:
    bench.person("chief", administrator=True)
    with bench.database.write() as db:
        return programs.new_key(db, "pipeline", accounts.find(db, "chief"))


def call(bench: Bench, key: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    text = None if body is None else json.dumps(body)
    answer = send(bench, method, f"/api/v1{path}", text, Authorization=f"Bearer {key}", Content_Type="application/json")
    return answer.status, json.loads(answer.text) if answer.text.startswith(("{", "[")) else answer.text


def made(bench: Bench, key: str, title: str, **more: Any) -> int:
    items = [{"key": f"q{number}", "payload": GIVEN, "doubt": number / 4, **more} for number in range(3)]
    body = {"title": title, "kind": "relevance", "items": items, "settings": {"raters": 1}}
    status, found = call(bench, key, "POST", "/projects", body)
    assert status == 201, found
    return int(found["id"])


def test_a_program_runs_a_project(bench: Bench, key: str) -> None:
    number = made(bench, key, "By a program")
    bench.person("rita")
    with bench.database.write() as db:
        projects.set_member(db, number, accounts.find(db, "rita").id, Role.RATER)
    assert call(bench, key, "POST", f"/projects/{number}/items", {"items": [{"key": "q9", "payload": GIVEN}]})[0] == 201
    given = {"action": "give", "person": "rita", "stage": "rate", "items": ["q1", "q9"], "days": 2}
    assert call(bench, key, "POST", f"/projects/{number}/assignments", given) == (200, {"changed": 2})
    _, found = call(bench, key, "GET", f"/projects/{number}/items")
    assert [(it["key"], [work["person"] for work in it["works"]]) for it in found["items"]] == [
        ("q0", []),
        ("q1", ["rita"]),
        ("q2", []),
        ("q9", ["rita"]),
    ]
    back = {"action": "take back", "person": "rita"}
    assert call(bench, key, "POST", f"/projects/{number}/assignments", back) == (200, {"changed": 2})
    _, listed = call(bench, key, "GET", "/projects")
    assert number in [it["id"] for it in listed]
    _, exports = call(bench, key, "GET", f"/projects/{number}/exports")
    assert "ratings" in [it["name"] for it in exports]
    answer = send(bench, "GET", f"/api/v1/projects/{number}/exports/project", Authorization=f"Bearer {key}")
    assert answer.text.count('"type":"item"') == 4
    assert call(bench, key, "GET", f"/projects/{number}")[1]["stages"][0]["name"] == "rate"


def test_programs_without_a_key_or_a_right_are_refused(bench: Bench, key: str) -> None:
    for given in ("", "guessed"):
        status, found = call(bench, given, "POST", "/projects", {"title": "x" * 100})
        assert (status, "Bearer KEY" in found["error"]) == (401, True)
    bench.person("ann")
    with bench.database.write() as db:
        other = programs.new_key(db, "of ann", accounts.find(db, "ann"))
    body = {"title": "Not allowed", "kind": "relevance", "items": [{"key": "q1", "payload": GIVEN}]}
    assert call(bench, other, "POST", "/projects", body)[0] == 403
    with bench.database.write() as db:
        programs.remove_key(db, "of ann")
    assert call(bench, other, "GET", "/projects")[0] == 401


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"title": "x", "kind": "nowhere", "items": []},
        {"title": "x", "kind": "relevance", "items": [{"key": "q", "payload": {"a": 1}}]},
        {"title": "x", "kind": "relevance", "items": [{"key": "q", "payload": GIVEN, "suggestions": {"fly": {}}}]},
        {"title": "x", "kind": "relevance", "items": [{"key": "q", "payload": GIVEN, "doubt": 2}]},
        {"title": "x", "kind": "relevance", "items": [{"key": "q", "payload": GIVEN}], "knowledge": "/etc"},
        {"title": "x", "kind": "relevance", "items": [{"key": "q", "payload": GIVEN}], "settings": {"raters": -1}},
    ],
)
def test_what_cannot_be_used_is_answered_with_a_sentence(bench: Bench, key: str, body: Any) -> None:
    status, found = call(bench, key, "POST", "/projects", body)
    assert status == 400, found
    assert list(found) == ["error"]


def test_the_interface_is_documented(bench: Bench) -> None:
    answer = send(bench, "GET", "/api/v1/openapi.json")
    document = json.loads(answer.text)
    assert "/api/v1/projects/{number}/assignments" in document["paths"]
    assert document["security"] == [{"key": []}]


@pytest.mark.anyio
async def test_people_start_from_what_a_model_suggests_and_with_what_it_doubts(bench: Bench, key: str) -> None:
    suggested = {"rate": {"grades": {"f1": 3}, "notes": {}}}
    number = made(bench, key, "Suggested", suggestions=suggested)
    chief = bench.person("chief")
    with bench.database.write() as db:
        work = next_work(db, db.get_one(Project, number), chief)
        assert work is not None
        assert db.get_one(Item, work.item).key == "q2"  # which the model doubts most
    async with Annotator(bench.address, bench.cookie("chief"), f"/work/{work.id}") as page:
        assert page.says("1 of 2 facts graded")


class _Heard(BaseHTTPRequestHandler):
    heard: list[tuple[bytes, str]]
    url: str
    status = 204

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.heard.append((body, self.headers[SIGNATURE]))
        self.send_response(self.status)
        self.end_headers()

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def listener() -> Iterator[type[_Heard]]:
    kind: type[_Heard] = type("Heard", (_Heard,), {"heard": []})
    with HTTPServer(("127.0.0.1", 0), kind) as server:
        kind.url = f"http://127.0.0.1:{server.server_port}/hook"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield kind
        server.shutdown()


def test_webhooks_are_told_of_what_is_done_and_approved(database: Database, listener: Any) -> None:
    shortlist = Shortlist("What melts ice?", "heat", (Candidate("f1", "heat melts ice"),))
    item = DoneItem("q1", shortlist, (PreviousAnnotation("rate", "ann", Ratings({"f1": 3}), "open"),))
    project = fill(database, "relevance", [item])
    with database.write() as db:
        hook = programs.add_webhook(db, project.id, listener.url)
        ann = accounts.find(db, "ann")
        for state in (None, WorkState.DONE, WorkState.APPROVED):
            version = works.latest(db, 1)[0].version
            works.save(db, 1, ann, version, action="x", content={"grades": {"f1": 3}, "notes": {}}, state=state)
    listener.status = 500
    assert deliver_all(database) == 0  # and it is tried again later
    with database.write() as db:
        for row in db.query(Delivery).all():
            row.due = row.due.replace(year=2020)
    listener.status, listener.heard[:] = 204, []
    assert deliver_all(database) == 2
    assert deliver_all(database) == 0
    assert [json.loads(body)["event"] for body, _ in listener.heard] == ["done", "approved"]
    assert all(signed == signature(hook.secret, body) for body, signed in listener.heard)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://x", "http://", "http://a:b@c", "nonsense"])
def test_webhooks_are_addresses_of_http(database: Database, url: str) -> None:
    with database.write() as db, pytest.raises(InputError, match="accepted: http"):
        programs.add_webhook(db, 1, url)
