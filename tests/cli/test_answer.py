"""``answer`` and ``evaluate answers``, and ``explain --fail-below``: with a judge whose judgements are known."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from explanans.registry import register, unregister
from tests.judges import ByWords

from .conftest import Command, is_one_sentence

NOTES = """\
Kit K7 is needed to connect the machine to the mains.
The drip tray may go in the dishwasher.
The portafilter may not go in the dishwasher.
The warranty is two years.
"""
TRAY = ("What may go in the dishwasher?", "--choice", "the portafilter", "--choice", "the drip tray")
BASE = ("--kb", "notes.txt", "--model", "bm25", "--judge", "by-words")
QUESTIONS = "".join(
    json.dumps(
        {
            "id": name,
            "text": text,
            "choices": [["A", first], ["B", second]],
            "key": key,
        }
    )
    + "\n"
    for name, text, first, second, key in (
        ("q1", "What may go in the dishwasher?", "the portafilter", "the drip tray", "B"),
        ("q2", "What is needed to connect the machine to the mains?", "kit K7", "a hose", "B"),
    )
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "notes.txt").write_text(NOTES)
    (tmp_path / "questions.jsonl").write_text(QUESTIONS)
    register("judges", "by-words", ByWords)
    yield tmp_path
    unregister("judges", "by-words")


def test_json_keeps_the_contract(run: Command) -> None:
    done = run("answer", *TRAY, *BASE, "--json")
    assert done.code == 0
    record = json.loads(done.out)
    assert record["question"] == TRAY[0]
    first, second = record["answers"]
    assert (first["key"], first["answer"], first["status"]) == ("B", "the drip tray", "supported")
    assert 0.9 < first["support"] <= 1
    assert first["falls"] == ""
    assert (second["key"], second["status"], second["because"]) == ("A", "contradicted", ["notes.txt#3"])
    assert second["falls"] == "Contradicted: “The portafilter may not go in the dishwasher”."
    assert first["explanation"]["verdict"]["status"] == "supported"
    assert first["explanation"]["hypothesis"] == "the drip tray may go in the dishwasher"


def test_text_and_page(run: Command, folder: Path) -> None:
    done = run("answer", *TRAY, *BASE, "--html", "answers.html")
    assert done.code == 0
    assert "1  B: the drip tray" in done.out
    assert "Contradicted: “The portafilter may not go in the dishwasher”." in done.out
    page = (folder / "answers.html").read_text()
    assert page.index("B: the drip tray") < page.index("A: the portafilter")
    assert "https:" not in page


def test_without_choices(run: Command) -> None:
    record = json.loads(run("answer", "How long is the warranty?", *BASE, "--json").out)
    assert [answer["answer"] for answer in record["answers"]][:1] == ["two years"]
    assert record["answers"][0]["key"] == ""
    polar = json.loads(run("answer", "May the portafilter go in the dishwasher?", *BASE, "--json").out)
    assert [(answer["answer"], answer["status"]) for answer in polar["answers"]] == [
        ("no", "supported"),
        ("yes", "contradicted"),
    ]


def test_nothing_is_found(run: Command) -> None:
    done = run("answer", "Who built it?", *BASE)
    assert done.code == 0
    assert "No answer was found in the knowledge base." in done.out


def test_many_questions_and_their_measures(run: Command, folder: Path) -> None:
    done = run("answer", "--questions", "questions.jsonl", "--out", "out.jsonl", *BASE, "--quiet")
    assert (done.code, done.err) == (0, "")
    lines = [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]
    assert [line["id"] for line in lines] == ["q1", "q2"]
    assert [answer["key"] for answer in lines[0]["answers"]] == ["B", "A"]
    assert set(lines[0]["answers"][0]) == {"key", "answer", "status", "support"}
    whole = (folder / "out.jsonl").read_bytes()
    assert run("answer", "--questions", "questions.jsonl", "--out", "out.jsonl", *BASE, "--resume").code == 0
    assert (folder / "out.jsonl").read_bytes() == whole
    report = json.loads(run("evaluate", "answers", "questions.jsonl", "out.jsonl", "--json").out)
    assert (report["accuracy"], report["questions"], report["missing"]) == (50.0, 2, 0)
    assert report["by_choices"]["2"]["questions"] == 2
    assert "accuracy" in run("evaluate", "answers", "questions.jsonl", "out.jsonl", "--html", "report.html").out
    assert (folder / "report.html").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "nothing to answer"),
        (("",), "the question is empty"),
        (("Why?", "--choice", " "), "the choice is empty"),
        (("Why?", "--choice", "🙂"), "the choice '🙂' holds no word"),
        (("Why? (A) a (B) b", "--choice", "c"), "choices within the question and beside it"),
        (("Why?", "--choice", "a", "--choice", "a"), "the choice 'a' is given twice"),
        (("Why?", "--choice", "a", "--most", "2"), "--max-answers is for answers that are found"),
        (("Why?", "--judge", "none"), "nothing judges the answers"),
        (("Why?", "--judge", "telepathy"), "no judge is called 'telepathy'"),
    ],
)
def test_bad_input(run: Command, arguments: tuple[str, ...], sentence: str) -> None:
    done = run("answer", *arguments, *(() if "--judge" in arguments else BASE))
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err
    assert is_one_sentence(done.err)


def test_an_answer_without_support_fails(run: Command) -> None:
    asked = ("explain", "What may go in the dishwasher?", *BASE, "--fail-below", "0.5")
    assert run(*asked, "--answer", "the drip tray").code == 0
    done = run(*asked, "--answer", "the portafilter")
    assert done.code == 1
    assert "below 0.5" in done.err
    assert "Contradicted by" in done.out
    many = ("explain", "--questions", "questions.jsonl", "--out", "explained.jsonl", *BASE, "--fail-below", "0.5")
    done = run(*many)
    assert done.code == 1
    assert "support below 0.5: q2" in done.err
    assert run(*asked, "--answer", "the drip tray", "--judge", "none").code == 2
