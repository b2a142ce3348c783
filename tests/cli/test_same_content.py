"""What must be equal whatever the models return: the forms of one result, and ways to the same result."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from .conftest import ASKED, Command

_NOTES = "A frog is a kind of amphibian. Amphibians have moist skin. A rock is hard.\n"
_SOURCE = "The museum opens at nine and closes at six. On Mondays it stays shut. A boat was found in 1961.\n"
_FORMS = ("--html", "page.html", "--svg", "drawing.svg", "--json", "--quiet")


def _words(text: str) -> str:
    """Return the words of an output: without markup, frames, places of line ends and marks around words."""
    text = re.sub(r"<(style|script)\b.*?</\1>", " ", text, flags=re.DOTALL)
    text = re.sub(r"</?(?:mark|del|ins|b|span)\b[^>]*>|<tspan class[^>]*>|</tspan>(?=\S)", "", text)
    text = re.sub(r"[│├└─^~]|\[(?=\w)|\?\]", " ", unescape(re.sub(r"<[^>]*>", " ", text)))
    return re.sub(r"\W+", " ", text).casefold()


def _assert_holds(output: str, texts: list[str]) -> None:
    words = _words(output)
    assert [text for text in texts if _words(text).strip() not in words] == []


@pytest.mark.parametrize(
    "command", [("explain", *ASKED), ("prove", "a frog has moist skin", "--premises", "notes.txt")]
)
def test_text_page_and_drawing_of_an_explanation_hold_what_its_json_holds(
    run: Command, tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "notes.txt").write_text(_NOTES)
    record = json.loads(run(*command, *_FORMS).out)
    facts = {fact["id"]: fact["text"] for fact in record["facts"]}
    used = {name for step in record["tree"]["steps"] for name in step["premises"]} & set(facts)
    drawn = [facts[name] for name in used] + [step["text"] for step in record["tree"]["steps"]]
    told = [*drawn, record["question"], record["answer"], record["hypothesis"], record["verdict"]["status"]]
    told += [*facts.values(), *record["missing"], *(f"{fact['score']:.3f}" for fact in record["facts"])]
    _assert_holds(run(*command).out, told)
    _assert_holds((tmp_path / "page.html").read_text(), told)
    _assert_holds((tmp_path / "drawing.svg").read_text(), drawn)


def test_text_and_page_of_a_check_hold_what_its_json_holds(run: Command, tmp_path: Path) -> None:
    claims = ("The museum closes at six.", "The museum is open on Mondays.", "The boat was found by three divers.")
    command = ("check", "--source", _SOURCE, *(part for claim in claims for part in ("--claim", claim)))
    record = json.loads(run(*command, "--html", "page.html", "--json", "--quiet").out)
    assert [entry["claim"] for entry in record["claims"]] == list(claims)
    told = [entry[key] for entry in record["claims"] for key in ("claim", "status")]
    told += [f"{entry['support']:.0%}" for entry in record["claims"]]
    told += [quote["text"] for entry in record["claims"] for quote in entry["evidence"]]
    _assert_holds(run(*command).out, told)
    _assert_holds((tmp_path / "page.html").read_text(), told)


def test_text_page_and_drawing_of_a_graph_hold_what_its_json_holds(run: Command, tmp_path: Path) -> None:
    command = ("graph", "Zoos should be banned.", "Animals suffer in narrow cages.")
    (graph,) = json.loads(run(*command, *_FORMS).out)["graphs"]
    told = [graph["belief"], graph["argument"], graph["stance"], *(part for edge in graph["edges"] for part in edge)]
    for output in (
        run(*command).out,
        *(path.read_text() for path in (tmp_path / "page.html", tmp_path / "drawing.svg")),
    ):
        _assert_holds(output, told)


def test_many_questions_are_explained_as_one_by_one_in_any_order_and_by_any_number_of_workers(
    run: Command, rocks: Path, tmp_path: Path
) -> None:
    asked = [("q1", "Why is a frog moist?", "It has moist skin."), ("q2", "What is ice?", "a solid")]
    lines = [
        json.dumps({"id": name, "text": question, "choices": [["A", answer]], "key": "A"})
        for name, question, answer in asked
    ]
    found = []
    for order, workers in ((lines, "1"), (lines[::-1], "2")):
        (tmp_path / "asked.jsonl").write_text("".join(f"{line}\n" for line in order))
        done = run("explain", "--questions", "asked.jsonl", "--kb", rocks, "--out", "-", "--workers", workers)
        records = [json.loads(line) for line in done.out.splitlines()]
        found.append({record["id"]: _timeless(record) for record in records})
    singles = {
        name: _timeless(json.loads(run("explain", question, "--answer", answer, "--kb", rocks, "--json").out))
        for name, question, answer in asked
    }
    assert found[0] == found[1] == singles


def _timeless(record: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key not in ("id", "milliseconds")}


def test_claims_are_checked_as_one_by_one_in_any_order(run: Command, tmp_path: Path) -> None:
    claims = ["The museum closes at six.", "The museum is open on Mondays."]

    def check(*asked: str) -> list[dict[str, Any]]:
        options = [part for claim in asked for part in ("--claim", claim)]
        records = json.loads(run("check", "--source", _SOURCE, *options, "--json").out)["claims"]
        return [{key: value for key, value in record.items() if key != "place"} for record in records]

    together = check(*claims)
    assert together == check(*claims[::-1])[::-1] == [*check(claims[0]), *check(claims[1])]


def test_an_index_answers_as_its_sources_do(run: Command, rocks: Path) -> None:
    assert run("kb", "build", rocks, "--out", "index").code == 0
    questions = rocks / "questions/questions.dev.tsv"
    for command in (
        ("explain", "Why is a frog moist?", "--answer", "It has moist skin."),
        ("kb", "search"),
        ("rank", "--questions", questions, "--out", "-"),
    ):
        found = []
        for base in (rocks, "index"):
            chosen = (base, "frog skin") if command[0] == "kb" else ("--kb", base)
            done = run(*command, *chosen, *(() if command[0] == "rank" else ("--json",)))
            output = done.out if command[0] == "rank" else json.loads(done.out)
            found.append(output.get("facts") if isinstance(output, dict) else output)
        assert found[0] == found[1]


def test_assertions_draw_the_graph_that_their_sentences_draw(run: Command, tmp_path: Path) -> None:
    (tmp_path / "net.tsv").write_text("/r/Causes\t/c/en/cage\t/c/en/boredom\n/r/PartOf\t/c/en/boredom\t/c/en/zoo\n")
    (tmp_path / "notes.txt").write_text("A cage causes boredom. Boredom is part of a zoo.\n")
    command = ("graph", "Zoos are horrible.", "Cages are small.", "--json")
    assert run(*command, "--knowledge", "net.tsv").out == run(*command, "--kb", "notes.txt").out
