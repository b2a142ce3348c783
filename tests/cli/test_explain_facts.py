"""``explain --with``: sets of facts in every form, for one question and for many."""

import json
from pathlib import Path

import pytest

from .conftest import ASKED, DEV, Command, is_one_sentence


def test_text(run: Command) -> None:
    done = run("explain", *ASKED, "--with", "schema")
    assert (done.code, done.err) == (0, "")
    assert "CONDUCTION · tables/CONDUCTION.tsv:13" in done.out
    assert "conducts  facts 1, 2" in done.out
    assert "No tree" not in done.out


def test_json_and_a_page(run: Command, tmp_path: Path) -> None:
    done = run("explain", *ASKED, "--with", "ensemble", "--json", "--html", "page.html", "--quiet")
    record = json.loads(done.out)
    assert (record["with"], record["tree"], record["verdicts"]) == ("ensemble", None, [])
    assert record["schemas"][0]["pattern"] == "conducts"
    assert set(record["schemas"][0]["facts"]) <= {fact["id"] for fact in record["facts"]}
    page = (tmp_path / "page.html").read_text()
    assert "<code>conducts</code>" in page
    assert "No tree" not in page


def test_patterns_of_ones_own_and_their_cache(run: Command, rocks: Path, tmp_path: Path) -> None:
    pattern = """inferencepattern skin
    row kind = [TABLE: "KINDOF", THING: <thing>, KIND: <kind>]
    row part = [TABLE: "PARTOF", THING: <kind>]
endinferencepattern
"""
    (tmp_path / "p.iml").write_text(pattern)
    asked = ("explain", "Why is a frog moist?", "-a", "It has moist skin.", "--kb", rocks, "--with", "schema", "--json")
    record = json.loads(run(*asked, "--schemas", "p.iml").out)
    assert record["schemas"] == [{"pattern": "skin", "facts": [fact["id"] for fact in record["facts"]], "filtered": []}]
    assert {fact["id"] for fact in record["facts"]} <= {"k3", "p1"}
    run("schema", "cache", "p.iml", "--tables", rocks, "--out", "kept", "--quiet")
    assert json.loads(run(*asked, "--schemas", "kept").out)["facts"] == record["facts"]


def test_many_questions_with_workers(run: Command, tmp_path: Path) -> None:
    lines = DEV.read_text().splitlines(keepends=True)[:7]
    (tmp_path / "few.tsv").write_text("".join(lines))
    for workers in ("1", "2"):
        done = run("explain", "--questions", "few.tsv", "--with", "ranking", "--out", workers, "--workers", workers)
        assert done.code == 0
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    assert [json.loads(line)["with"] for line in (tmp_path / "1").read_text().splitlines()] == ["ranking"] * 6


@pytest.mark.parametrize(
    "arguments",
    [
        "Q --with ranking",
        "Q --answer A --with ranking --svg s",
        "Q --answer A --with ranking --alternatives 2",
        "Q --answer A --with ranking --workers 2",
        "--with ranking --questions q --out o --html p",
        "Q --answer A --schemas p",
        "Q --answer A --with schema --schemas nowhere",
        "Q --answer A --with tables",
    ],
)
def test_what_cannot_be(run: Command, arguments: str) -> None:
    done = run("explain", *arguments.split())
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err) or "--with" in done.err
