"""The service over HTTP, without processes."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from explanans.cli import main
from explanans.server.app import build, openapi
from explanans.server.telemetry import Metrics
from explanans.server.workers import BusyError, DiedError, TooLongError

from .conftest import ASKED, Inline


@pytest.fixture(scope="module")
def client(inline: Inline) -> Iterator[TestClient]:
    metrics = Metrics()
    metrics.watch(inline)
    with TestClient(build(inline, metrics), raise_server_exceptions=False) as client:
        yield client


def told(client: TestClient, path: str, body: Any) -> Any:
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


def printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """Return what the command line prints."""
    monkeypatch.setattr("sys.argv", ["explanans", *arguments, "--json"])
    with pytest.raises(SystemExit):
        main()
    return json.loads(capsys.readouterr().out)


def untimed(record: Any) -> Any:
    if isinstance(record, dict):
        return {key: untimed(value) for key, value in record.items() if key != "milliseconds"}
    return [untimed(item) for item in record] if isinstance(record, list) else record


def test_bodies_are_those_of_the_command_line(
    client: TestClient, notes: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    base = ("--kb", str(notes), "--model", "bm25")
    cases = [
        ("/explain", ASKED, ("explain", ASKED["question"], "--answer", ASKED["answer"], *base)),
        (
            "/answer",
            {"question": ASKED["question"], "choices": ["sand", "water"]},
            ("answer", ASKED["question"], "-c", "sand", "-c", "water", *base),
        ),
        ("/answer", {"question": ASKED["question"], "most": 2}, ("answer", ASKED["question"], "--most", "2", *base)),
        (
            "/check",
            {"claims": ["Ice melts at noon."], "sources": ["Ice melts at six.", "Frogs hop."]},
            ("check", "--claim", "Ice melts at noon.", "--source", "Ice melts at six.", "--source", "Frogs hop."),
        ),
        (
            "/graph",
            {"belief": "Zoos should be banned.", "argument": "Animals suffer in narrow cages.", "alternatives": 2},
            ("graph", "Zoos should be banned.", "Animals suffer in narrow cages.", "--alternatives", "2"),
        ),
    ]
    for path, body, arguments in cases:
        assert untimed(told(client, path, body)) == untimed(printed(monkeypatch, capsys, *arguments)), path


def test_rank_returns_facts_as_explain_does(client: TestClient) -> None:
    ranked = told(client, "/rank", {**ASKED, "limit": 2})
    assert [fact["id"] for fact in ranked["facts"]] == ["notes.txt#2", "notes.txt#1"]
    assert ranked["facts"] == told(client, "/explain", {**ASKED, "facts": 2})["facts"]
    assert (ranked["question"], ranked["answer"], ranked["ranker"]) == (*ASKED.values(), "bm25")


def test_sources_have_names_and_are_never_files(client: TestClient, notes: Any) -> None:
    named = {"claims": ["Ice melts."], "sources": [{"name": "a.md", "text": "# Ice\n\nIce melts."}, "Rain falls."]}
    assert told(client, "/check", named)["claims"][0]["evidence"][0]["source"] == "a.md"
    for path in (str(notes), "/etc/passwd"):
        evidence = told(client, "/check", {"claims": ["Ice is made of water."], "sources": [path]})["claims"][0]
        assert evidence["status"] != "supported"


def test_arcs_are_checked_beside(client: TestClient) -> None:
    asked = {"claims": ["Ice melts."], "sources": ["Ice melts."], "arcs": True}
    assert told(client, "/check", asked)["claims"][0]["arcs"][0]["label"] == "nsubj"


@pytest.mark.parametrize(
    ("path", "body", "status", "sentence"),
    [
        ("/explain", b"{", 400, "the body is no JSON; accepted: a JSON object"),
        ("/explain", b"", 422, "the body: missing"),
        ("/explain", b'{"question": "a", "answer": " "}', 422, "answer: empty; accepted: a text"),
        ("/explain", b'{"question": "a", "answer": ""}', 422, "answer: empty; accepted: a text"),
        ("/explain", b'{"question": "a"}', 422, "answer: missing"),
        ("/explain", b'{"question": "\\ud800", "answer": "a"}', 422, "question: not a text"),
        ("/rank", b'{"question": "a", "answer": "b", "limit": 1001}', 422, "limit: too large; accepted: 1000 or less"),
        ("/rank", b'{"question": "a", "answer": "b", "model": "/x"}', 422, "model: not a field of this request"),
        ("/answer", b'{"question": "a", "choices": ["b", "b "]}', 422, "the choice 'b' is given twice; accepted:"),
        ("/check", b'{"claims": ["a"], "sources": ["."]}', 422, "source: holds no sentence; accepted: a text"),
        ("/check", b'{"claims": [], "sources": ["a"]}', 422, "claims: an empty list; accepted: one item or more"),
        ("/check", b'{"claims": 5, "sources": ["a"]}', 422, "claims: not a list or a text"),
        ("/check", b'{"claims": ["a", 5], "sources": "b"}', 422, "claims, item 2: not a text"),
        ("/graph", b'{"belief": "a", "argument": "b", "stance": "no"}', 422, "stance: unknown; accepted: 'support' or"),
        ("/nothing", b"{}", 404, "there is no such page; accepted: /explain, /answer, "),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(
    client: TestClient, path: str, body: bytes, status: int, sentence: str
) -> None:
    answer = client.post(path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert list(answer.json()) == ["error"]
    assert answer.json()["error"].startswith(sentence), answer.json()


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"claims": ["a"], "sources": [{"name": "", "text": "x"}]}, "sources, item 1, name: empty; accepted: a text"),
        ({"claims": ["a"], "sources": ["b", {"name": "n"}]}, "sources, item 2, text: missing"),
        ({"claims": ["a"], "sources": {"name": "n", "text": 5}}, "sources, text: not a text"),
        (
            {"claims": ["a"], "sources": {"name": "n", "text": "x", "list": 1}},
            "sources, list: not a field of this request",
        ),
        (
            {"claims": ["a"], "sources": {"name": "n", "text": "x", "str": 1}},
            "sources, str: not a field of this request",
        ),
        ({"claims": ["a"], "sources": [5]}, "sources, item 1: not a text or an object"),
        ({"claims": ["a"], "sources": 5}, "sources: not a list, a text or an object"),
        ({"claims": ["a"], "sources": [" "]}, "sources, item 1: empty; accepted: a text"),
        ({"claims": [5], "sources": ["a"]}, "claims, item 1: not a text"),
        ({"claims": [""], "sources": "a"}, "claims, item 1: empty; accepted: a text"),
        ({"claims": 5, "sources": "a"}, "claims: not a list or a text"),
    ],
)
def test_of_the_types_that_a_field_may_have_the_fault_of_the_given_one_is_named(
    client: TestClient, body: dict[str, Any], sentence: str
) -> None:
    answer = client.post("/check", json=body)
    assert (answer.status_code, answer.json()) == (422, {"error": sentence})


def test_a_method_that_is_not_for_a_page(client: TestClient) -> None:
    answer = client.put("/explain", json=ASKED)
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert answer.json()["error"].startswith("that method is not for this page; accepted: POST for /explain")


@pytest.mark.parametrize(
    ("error", "status", "sentence"),
    [
        (BusyError(7), 429, "too many requests at once; come again in 7 seconds"),
        (TooLongError(30), 504, "this took more than 30 seconds; accepted: shorter texts, or fewer at once"),
        (DiedError(), 500, "the process that worked at this ended too early, twice, perhaps for want of memory"),
    ],
)
def test_what_workers_complain_of(error: Exception, status: int, sentence: str, inline: Inline) -> None:
    class Failing(Inline):
        async def call(self, name: str, arguments: dict[str, Any]) -> bytes:
            raise error

    with TestClient(build(Failing(inline.functions), Metrics())) as client:
        answer = client.post("/explain", json=ASKED)
    assert (answer.status_code, answer.json()) == (status, {"error": sentence})
    assert answer.headers.get("retry-after") == ("7" if status == 429 else None)


def test_health_tells_whether_there_are_workers(client: TestClient, inline: Inline) -> None:
    answer = client.get("/health")
    assert answer.status_code == 200
    assert answer.json().items() >= {"status": "ok", "workers": 1, "ready": 1}.items()

    class Dead(Inline):
        @property
        def ready(self) -> int:
            return 0

    with TestClient(build(Dead(inline.functions), Metrics())) as other:
        assert other.get("/health").status_code == 503
        assert other.get("/health").json()["status"] == "starting"


def test_metrics_are_in_the_format_of_prometheus(client: TestClient) -> None:
    from prometheus_client.parser import text_string_to_metric_families

    answer = client.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    assert {sample.value for sample in families["explanans_workers_ready"].samples} == {1.0}
    assert "explanans_request_seconds" in families


def test_the_document_asks_for_keys_where_there_are_some() -> None:
    assert "securitySchemes" not in openapi()["components"]
    document = openapi(keys=True)
    assert document["components"]["securitySchemes"]["HTTPBearer"]["scheme"] == "bearer"
    assert document["paths"]["/explain"]["post"]["security"] == [{"HTTPBearer": []}]
    assert "security" not in document["paths"]["/health"]["get"]


def test_nothing_is_fetched_from_elsewhere(client: TestClient) -> None:
    assert client.get("/docs").status_code == client.get("/redoc").status_code == 404


@pytest.mark.parametrize("kind", [None, "application/x-www-form-urlencoded", "text/plain"])
def test_json_is_read_whatever_type_it_is_said_to_have(kind: str | None, client: TestClient) -> None:
    body = b'{"claims": "Ice is made of water.", "sources": "Ice is made of water."}'
    answer = client.post("/check", content=body, headers={"content-type": kind} if kind else {})
    assert answer.status_code == 200
    assert [claim["status"] for claim in answer.json()["claims"]] == ["supported"]


def test_a_form_is_refused_as_no_json(client: TestClient) -> None:
    answer = client.post("/check", data={"claims": "a", "sources": "b"})
    assert (answer.status_code, answer.json()) == (400, {"error": "the body is no JSON; accepted: a JSON object"})


def test_one_source_with_a_name(client: TestClient) -> None:
    asked = {"claims": "Ice is made of water.", "sources": {"name": "a.md", "text": "Ice is made of water."}}
    assert told(client, "/check", asked)["claims"][0]["evidence"][0]["source"] == "a.md"
