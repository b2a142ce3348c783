"""``explain``: one question in every form, and many."""

import json
import re
from functools import partial
from importlib.resources import files
from pathlib import Path

import pytest

from explanans.entailment.arcs.checker import ArcChecker

from .conftest import ASKED, Command, Done, is_one_sentence, listing


def test_text(run: Command) -> None:
    done = run("explain", *ASKED)
    assert (done.code, done.err) == (0, "")
    assert "rubber is a poor conductor of electricity" in done.out
    assert "CONDUCTION · tables/CONDUCTION.tsv:" in done.out
    assert "\x1b" not in done.out


def test_json_keeps_the_contract(run: Command) -> None:
    done = run("explain", *ASKED, "--json")
    assert (done.code, done.err) == (0, "")
    record = json.loads(done.out)
    assert list(record) == [
        *("question", "answer", "hypothesis", "facts", "tree", "verdicts", "missing", "verdict", "contradicted_by"),
        *("milliseconds", "signature"),
    ]
    for key, kind in {
        "question": str,
        "answer": str,
        "hypothesis": str,
        "facts": list,
        "tree": dict,
        "verdicts": list,
        "missing": list,
        "milliseconds": float,
        "signature": str,
    }.items():
        assert isinstance(record[key], kind), key
    for fact in record["facts"]:
        assert list(fact) == ["id", "text", "table", "source", "score"]
        assert all(isinstance(fact[key], str) for key in ("id", "text", "table", "source"))
        assert isinstance(fact["score"], float)
    tree = record["tree"]
    assert set(tree) >= {"hypothesis", "steps"}
    assert tree["hypothesis"] == record["hypothesis"] == tree["steps"][-1]["text"]
    names = {fact["id"] for fact in record["facts"]}
    for step in tree["steps"]:
        assert {"premises", "conclusion", "text"} <= set(step)
        assert set(step["premises"]) <= names
        names.add(step["conclusion"])
    assert [verdict["step"] for verdict in record["verdicts"]] == [step["conclusion"] for step in tree["steps"]]
    for verdict in record["verdicts"]:
        # How likely a conclusion follows is not said where the form of its premises warrants it.
        assert list(verdict) in (["step", "supported", "unsupported"], ["step", "supported", "unsupported", "follows"])
        assert 0 <= verdict.get("follows", 1) <= 1
        assert verdict["supported"] is (verdict["unsupported"] == [])


def test_without_a_tree_the_tree_is_null(run: Command, rocks: Path) -> None:
    record = json.loads(run("explain", "What is glass?", "--answer", "sand", "--kb", rocks, "--json").out)
    assert record["tree"] is None
    assert record["verdicts"] == []
    assert record["missing"]


@pytest.mark.parametrize("facts", [1, 3])
def test_so_many_facts_by_that_ranker(run: Command, facts: int) -> None:
    record = json.loads(run("explain", *ASKED, "--facts", str(facts), "--model", "bm25", "--json").out)
    assert len(record["facts"]) >= facts
    assert f"|ranker:bm25|facts:{facts}|" in record["signature"]


def test_a_knowledge_base_of_ones_own(run: Command, rocks: Path) -> None:
    record = json.loads(run("explain", "Why is a frog moist?", "-a", "It has moist skin.", "--kb", rocks, "--json").out)
    assert [fact["source"] for fact in record["facts"]][:2] == ["tables/PARTOF.tsv:2", "tables/KINDOF.tsv:4"]
    assert record["signature"].startswith("knowledge:rocks(4)|")


def test_pages_and_drawings(run: Command, tmp_path: Path) -> None:
    done = run("explain", *ASKED, "--html", "page.html", "--svg", "tree.svg", "--json")
    assert json.loads(done.out)["tree"]
    assert done.err == "wrote page.html\nwrote tree.svg\n"
    assert (tmp_path / "page.html").read_text().startswith("<!DOCTYPE html>")
    assert (tmp_path / "tree.svg").read_text().startswith("<svg")
    assert len(list(tmp_path.iterdir())) == 2
    assert run("explain", *ASKED, "--html", "page.html", "--quiet").err == ""


@pytest.mark.parametrize(("option", "start"), [("--html", "<!DOCTYPE html>"), ("--svg", "<svg")])
def test_a_page_or_drawing_alone_on_standard_output(run: Command, tmp_path: Path, option: str, start: str) -> None:
    done = run("explain", *ASKED, option, "-")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(start)
    assert done.out.count(start) == 1
    assert done.out.rstrip().endswith(("</html>", "</svg>"))
    assert list(tmp_path.iterdir()) == []


def many(run: Command, *options: str | Path) -> Done:
    return run("explain", "--questions", *options)


def test_many_questions(run: Command, rocks: Path, dev: Path, tmp_path: Path) -> None:
    done = many(run, dev, "--kb", rocks, "--out", "out.jsonl")
    assert done == Done(0, "", "wrote 2 explanations to out.jsonl, 2 of them new\n")
    records = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [record["id"] for record in records] == ["q1", "q2"]
    assert {record["milliseconds"] for record in records} == {None}
    done = many(run, dev, "--kb", rocks, "--out", "out.jsonl", "--resume", "--json")
    assert json.loads(done.out) == {"questions": 2, "explained": 0, "out": "out.jsonl"}
    assert done.err == ""
    assert many(run, dev, "--kb", rocks, "--out", "out.jsonl", "--quiet") == Done(0, "", "")


def test_many_questions_with_workers(run: Command, rocks: Path, dev: Path, tmp_path: Path) -> None:
    assert many(run, dev, "--kb", rocks, "--out", "one.jsonl").code == 0
    assert many(run, dev, "--kb", rocks, "--out", "two.jsonl", "--workers", "2").code == 0
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def test_many_questions_through_standard_input_and_output(run: Command, rocks: Path, dev: Path, tmp_path: Path) -> None:
    many(run, dev, "--kb", rocks, "--out", "out.jsonl")
    before = listing(tmp_path)
    done = run("explain", "--questions", "-", "--kb", rocks, "--out", "-", stdin=dev.read_bytes())
    assert (done.code, done.err) == (0, "")
    assert done.out == (tmp_path / "out.jsonl").read_text()
    assert listing(tmp_path) == before
    done = many(run, dev, "--kb", rocks, "--out", "-", "--resume")
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)


def test_questions_as_json_lines(run: Command, rocks: Path, tmp_path: Path) -> None:
    question = {"id": "own", "text": "What is ice?", "choices": [["A", "a solid"]], "key": "A"}
    (tmp_path / "own.jsonl").write_text(json.dumps(question))
    assert many(run, "own.jsonl", "--kb", rocks, "--out", "out.jsonl").code == 0
    assert json.loads((tmp_path / "out.jsonl").read_text())["hypothesis"] == "ice is a solid"


@pytest.mark.parametrize(
    ("arguments", "missing"),
    [("Q", "--answer"), ("--answer A", "QUESTION"), ("--questions q.tsv", "--out"), ("--out o", "--questions")],
)
def test_what_is_missing_is_named(run: Command, arguments: str, missing: str) -> None:
    assert run("explain", *arguments.split()).err.startswith(f"explanans: {missing} is missing; accepted: QUESTION")


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "Q",
        "--answer A",
        "--questions q.tsv",
        "--out o",
        "Q --answer A --questions q.tsv",
        "Q --questions q.tsv --out o",
        "--answer A --questions q.tsv --out o",
        "Q --answer A --out o",
        "Q --answer A --workers 2",
        "Q --answer A --resume",
        "--questions q.tsv --out o --html p",
        "--questions q.tsv --out o --svg p",
    ],
)
def test_it_must_be_clear_what_to_explain(run: Command, dev: Path, tmp_path: Path, arguments: str) -> None:
    (tmp_path / "q.tsv").write_bytes(dev.read_bytes())
    before = listing(tmp_path)
    done = run("explain", *arguments.split())
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    found = "options of both forms|nothing to explain|(--answer|QUESTION|--out|--questions) is missing"
    assert re.match(f"explanans: ({found}); accepted: QUESTION with --answer .*FILE", done.err)
    assert listing(tmp_path) == before


def test_models_of_ones_own_build_the_tree(run: Command, rocks: Path) -> None:
    models = str(files("explanans.trees") / "models")
    asked = ("explain", "What is granite?", "--answer", "a rock", "--kb", rocks)
    own, shipped = (json.loads(run(*asked, *more, "--json").out) for more in (("--trees", models), ()))
    assert own["tree"] == shipped["tree"]
    assert own["signature"].replace("trees:search(models)|", "") == shipped["signature"] != own["signature"]
    done = run(*asked, "--trees", "none")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("explanans: none/conclusions/manifest.json: damaged or missing")


@pytest.fixture
def untrained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check arcs by alignment, which has no model to load."""
    monkeypatch.setattr(ArcChecker, "open", partial(ArcChecker.open, "alignment"))


@pytest.mark.usefixtures("untrained")
def test_steps_checked_by_arcs(run: Command) -> None:
    record = json.loads(run("explain", *ASKED, "--check", "arcs", "--json").out)
    assert [verdict["step"] for verdict in record["verdicts"]] == [
        step["conclusion"] for step in record["tree"]["steps"]
    ]
    for verdict in record["verdicts"]:
        assert verdict["arcs"]
        assert verdict["supported"] is all(arc["supported"] for arc in verdict["arcs"])
    assert "|scorer:alignment|parser:english" in record["signature"]
    by_words = json.loads(run("explain", *ASKED, "--check", "words", "--json").out)
    assert by_words["tree"] == record["tree"]
    assert "scorer" not in by_words["signature"]


@pytest.mark.usefixtures("untrained")
def test_many_explanations_checked_by_arcs(run: Command, tmp_path: Path, rocks: Path, dev: Path) -> None:
    arguments = ("explain", "--questions", dev, "--kb", rocks, "--out", "out.jsonl", "--check", "arcs")
    assert run(*arguments).code == 0
    records = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert any(record["verdicts"] for record in records)
    assert all("arcs" in verdict for record in records for verdict in record["verdicts"])
    # Explanations that were checked in another way are not gone on with.
    done = run(*arguments[:-2], "--resume")
    assert done.code == 2
    assert is_one_sentence(done.err)


def test_sets_of_facts_have_no_steps_to_check(run: Command) -> None:
    done = run("explain", *ASKED, "--with", "ranking", "--check", "arcs")
    assert done.code == 2
    assert is_one_sentence(done.err)


def test_an_unknown_check(run: Command) -> None:
    done = run("explain", *ASKED, "--check", "feelings")
    assert done.code == 2
    assert done.err == "explanans: no checker is called 'feelings'; accepted: arcs, words\n"
