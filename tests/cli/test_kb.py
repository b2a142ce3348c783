"""``kb``: build, describe and search."""

import json
from pathlib import Path

import pytest

from explanans import KnowledgeBase

from .conftest import Command, Done, is_one_sentence, listing


def test_info(run: Command, rocks: Path) -> None:
    done = run("kb", "info", rocks)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"{rocks}\n  4 facts in 2 tables\n  2 questions with a gold explanation\n")


def test_info_json_keeps_the_contract(run: Command, rocks: Path) -> None:
    done = run("kb", "info", rocks, "--json")
    record = json.loads(done.out)
    assert {key: type(value) for key, value in record.items()} == {
        "facts": int,
        "tables": int,
        "questions": int,
        "bytes": int,
        "source": str,
        "duplicates": list,
    }
    assert (record["facts"], record["tables"], record["questions"]) == (4, 2, 2)
    assert record["bytes"] > 0
    assert record["source"] == str(rocks)


def test_info_of_the_starter_base_by_default(run: Command) -> None:
    assert json.loads(run("kb", "info", "--json").out) == json.loads(run("kb", "info", "starter", "--json").out)


def test_duplicate_ids_are_named_and_kept_once(execute: Command, rocks: Path, tmp_path: Path) -> None:
    with (rocks / "tables/PARTOF.tsv").open("a") as file:
        file.write("a fish\thas\tscales\tk2\na bird\thas\twings\tk3\na bird\thas\ta beak\tk3\n")
    done = execute("kb", "info", "rocks")
    assert done.code == 0
    assert "  4 facts in 2 tables\n" in done.out
    assert "  ids that occur twice, the first kept: k2, k3\n" in done.out
    # The index is built once, and so the warning comes once.
    assert is_one_sentence(done.err)
    assert "ids that occur twice, the first kept: k2, k3" in done.err
    done = execute("kb", "info", "rocks", "--json")
    assert json.loads(done.out)["duplicates"] == ["k2", "k3"]
    assert done.err == ""
    done = execute("kb", "search", "rocks", "fish scales", "--quiet")
    assert done == Done(0, "no fact shares a word with 'fish scales'\n", "")


def test_search(run: Command, rocks: Path) -> None:
    done = run("kb", "search", rocks, "frogs of granite")
    assert (done.code, done.err) == (0, "")
    first, second = done.out.splitlines()
    assert first.endswith("  granite is a kind of rock  (k1, KINDOF, tables/KINDOF.tsv:2)")
    assert second.endswith("  a frog is a kind of amphibian  (k3, KINDOF, tables/KINDOF.tsv:4)")
    assert run("kb", "search", rocks, "frogs of granite", "--limit", "1").out.count("\n") == 1


def test_search_json(run: Command, rocks: Path) -> None:
    record = json.loads(run("kb", "search", rocks, "ice", "--json").out)
    assert record["query"] == "ice"
    (fact,) = record["facts"]
    assert isinstance(fact.pop("score"), float)
    assert fact == {"id": "k2", "text": "ice is a kind of solid", "table": "KINDOF", "source": "tables/KINDOF.tsv:3"}
    assert json.loads(run("kb", "search", rocks, "zebra", "--json").out) == {"query": "zebra", "facts": []}
    assert run("kb", "search", rocks, "zebra") == Done(0, "no fact shares a word with 'zebra'\n", "")


def test_build(run: Command, rocks: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Yeast makes gas.\n")
    assert run("kb", "build", rocks, "notes.txt", "--out", "index") == Done(0, "", "wrote index\n")
    record = json.loads(run("kb", "info", "index", "--json").out)
    assert (record["facts"], record["questions"]) == (5, 2)
    assert record["bytes"] == sum(
        path.stat().st_size for path in (tmp_path / "index").iterdir() if path.name != "manifest.json"
    )
    assert "notes.txt#1" in KnowledgeBase.open(tmp_path / "index").ids
    found = json.loads(run("kb", "search", "index", "yeast", "--json").out)["facts"]
    assert [fact["source"] for fact in found] == ["notes.txt:1"]


def test_build_again_replaces(run: Command, rocks: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Yeast makes gas.\n")
    assert run("kb", "build", rocks, "--out", "index", "--quiet") == Done(0, "", "")
    done = run("kb", "build", "notes.txt", "--out", "index", "--json")
    assert json.loads(done.out)["facts"] == 1
    assert done.err == ""
    assert {path.name for path in tmp_path.iterdir()} == {"rocks", "notes.txt", "index"}


@pytest.mark.parametrize("source", ["nowhere", "rocks/questions"])
def test_a_build_that_fails_leaves_the_older_index(run: Command, rocks: Path, tmp_path: Path, source: str) -> None:
    (rocks / "questions/broken.csv").write_text("id\n1\n")
    run("kb", "build", rocks, "--out", "index")
    before = listing(tmp_path)
    done = run("kb", "build", source, "--out", "index")
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    assert listing(tmp_path) == before


def test_build_overwrites_nothing_else(run: Command, rocks: Path, tmp_path: Path) -> None:
    before = listing(tmp_path)
    done = run("kb", "build", rocks, "--out", rocks)
    assert (done.code, done.out) == (2, "")
    assert (
        done.err == f"explanans: {rocks}: holds other files; accepted: a new or empty folder, or an index to replace\n"
    )
    assert listing(tmp_path) == before


def test_add_and_remove(run: Command, rocks: Path, tmp_path: Path) -> None:
    assert run("kb", "build", "rocks", "--out", "index", "--no-vectors", "--workers", "2").code == 0
    more = "id,text,table\nk3,a frog is a kind of animal,KINDOF\nk9,a newt is a kind of amphibian,KINDOF\n"
    (tmp_path / "more.csv").write_text(more, encoding="utf-8")
    assert run("kb", "add", "index", "more.csv") == Done(0, "", "index: 1 added, 1 replaced; 5 facts\n")
    assert run("kb", "add", "index", "more.csv") == Done(0, "", "index: nothing to change; 5 facts\n")
    assert json.loads(run("kb", "remove", "index", "k9", "k1", "--json").out) == {
        "added": 0,
        "replaced": 0,
        "removed": 2,
        "facts": 3,
    }
    found = run("kb", "search", "index", "a kind of animal or amphibian", "--json")
    assert [fact["id"] for fact in json.loads(found.out)["facts"]][:1] == ["k3"]
    assert json.loads(run("kb", "info", "index", "--json").out)["facts"] == 3
    refused = run("kb", "remove", "index", "k9")
    assert (refused.code, refused.out) == (2, "")
    assert "holds no fact with the id 'k9'; accepted: ids of its facts" in refused.err
    refused = run("kb", "add", "rocks", "more.csv")
    assert refused.code == 2
    assert "rocks: no index; accepted: a folder made by `explanans kb build`" in refused.err
