"""``prove``: a hypothesis from premises of one's own."""

import json
import shutil
from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path

import pytest

from explanans.entailment.arcs.checker import ArcChecker
from explanans.registry import register, unregister
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step
from explanans.trees.prover import Proof

from .conftest import Command, is_one_sentence

PREMISES = "A rock is hard.\na frog is a kind of amphibian\nmoist skin lets oxygen pass\namphibians have moist skin\n"
HYPOTHESIS = "a frog's skin lets oxygen pass"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.txt"
    path.write_text(PREMISES)
    return path


def test_text(run: Command, notes: Path) -> None:
    done = run("prove", HYPOTHESIS, "--premises", notes, "--alternatives", "2")
    assert (done.code, done.err) == (0, "")
    assert "Question" not in done.out
    assert "a frog has moist skin" in done.out
    assert "because (inheritance)" in done.out
    assert "notes.txt:2 · in the tree" in done.out
    assert "How it follows, way 2" in done.out
    assert "way 3" not in done.out


def test_json_keeps_the_contract(run: Command, notes: Path) -> None:
    done = run("prove", HYPOTHESIS, "--premises", notes, "--alternatives", "3", "--json")
    record = json.loads(done.out)
    assert (record["question"], record["answer"], record["hypothesis"]) == ("", "", HYPOTHESIS)
    assert {name for step in record["tree"]["steps"] for name in step["premises"]} == {
        "sent2",
        "sent3",
        "sent4",
        "int1",
    }
    assert [step["conclusion"] for step in record["tree"]["steps"]] == ["int1", "hypothesis"]
    assert 1 <= len(record["alternatives"]) <= 2  # there may be fewer than wanted
    assert all(set(other) == {"tree", "verdicts"} for other in record["alternatives"])
    assert record["tree"] not in [other["tree"] for other in record["alternatives"]]
    single = json.loads(run("prove", HYPOTHESIS, "--premises", notes, "--json").out)
    assert "alternatives" not in single
    assert single["tree"] == record["tree"]


def test_standard_input_and_output(run: Command, notes: Path) -> None:
    done = run("prove", HYPOTHESIS, "--premises", "-", "--svg", "-", stdin=notes.read_bytes())
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("<svg")


def test_a_page_with_every_tree(run: Command, notes: Path, tmp_path: Path) -> None:
    done = run("prove", HYPOTHESIS, "--premises", notes, "--alternatives", "2", "--html", "page.html", "--json")
    assert done.err == "wrote page.html\n"
    page = (tmp_path / "page.html").read_text()
    assert page.count("<svg") == 2
    assert "How it follows, way 2" in page
    assert "<title>a frog&#x27;s skin lets oxygen pass</title>" in page


def test_ten_thousand_premises_are_bounded(run: Command, tmp_path: Path) -> None:
    many = tmp_path / "many.txt"
    many.write_text("".join(f"thing {number} is a kind of object {number % 77}\n" for number in range(10_000)))
    record = json.loads(run("prove", "thing 5 is an object", "--premises", many, "--json").out)
    assert len(record["facts"]) == 25
    assert record["missing"][-1] == (
        "Only 25 of the 10,000 premises were weighed: those that share most words with the hypothesis."
    )


def test_one_premise_that_says_it_all_is_the_tree(run: Command, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("ice melts")
    record = json.loads(run("prove", "ice melts", "--premises", "one.txt", "--json").out)
    (step,) = record["tree"]["steps"]
    assert (step["premises"], step["conclusion"], record["missing"]) == (["sent1"], "hypothesis", [])
    assert record["verdict"]["status"] == "supported"
    unjudged = json.loads(run("prove", "ice melts", "--premises", "one.txt", "--json", "--judge", "none").out)
    assert (unjudged["tree"], unjudged["verdicts"], unjudged["verdict"]) == (None, [], None)
    assert unjudged["missing"] == ["Only one fact, and so no tree: 'ice melts' alone bears on the hypothesis."]


def test_a_premise_that_is_there_twice_is_read_once(run: Command, tmp_path: Path) -> None:
    (tmp_path / "twice.txt").write_text("Anna is a minor.\nanna is a minor\nA minor is a person.\n")
    record = json.loads(run("prove", "Anna is a person.", "--premises", "twice.txt", "--json").out)
    assert [fact["text"] for fact in record["facts"]] == ["Anna is a minor", "A minor is a person"]
    assert sorted(record["tree"]["steps"][0]["premises"]) == ["sent1", "sent3"]


def test_premises_of_markdown_have_no_markup(run: Command, tmp_path: Path) -> None:
    notes = tmp_path / "ferry.md"
    notes.write_text("# Ferry\n\n- The ferry *Anna* carries **twelve** cars.\n- It is\n  painted green.\n")
    found = json.loads(run("prove", "The ferry Anna carries twelve cars.", "--premises", str(notes), "--json").out)
    texts = [fact["text"] for fact in found["facts"]]
    assert sorted(texts) == ["It is painted green", "The ferry Anna carries twelve cars"]


def test_only_the_last_step_and_what_to_prove_next(run: Command, notes: Path) -> None:
    done = run("prove", HYPOTHESIS, "--premises", "notes.txt", "--one-step")
    assert done.code == 0
    assert done.err == "next: explanans prove 'a frog has moist skin' --premises notes.txt --one-step\n"
    assert "concluded from sent2, sent4 · in the tree" in done.out
    record = json.loads(run("prove", HYPOTHESIS, "--premises", "notes.txt", "--one-step", "--json").out)
    (step,) = record["tree"]["steps"]
    texts = {fact["id"]: fact["text"] for fact in record["facts"]}
    assert {texts[name] for name in step["premises"]} == {"a frog has moist skin", "moist skin lets oxygen pass"}
    further = run("prove", "a frog has moist skin", "--premises", notes, "--one-step")
    assert further.err == ""
    assert "1 step from 2 facts" in further.out


def test_alternative_last_steps_differ_and_tell_their_premises_apart(run: Command, notes: Path) -> None:
    record = json.loads(
        run("prove", HYPOTHESIS, "--premises", notes, "--one-step", "--alternatives", "4", "--json").out
    )
    ids = [fact["id"] for fact in record["facts"]]
    assert len(ids) == len(set(ids))
    steps = [tree["steps"] for tree in (record["tree"], *(other["tree"] for other in record["alternatives"]))]
    assert len(steps) > 1
    assert all(len(found) == 1 and set(found[0]["premises"]) <= set(ids) for found in steps)
    assert len({frozenset(found[0]["premises"]) for found in steps}) == len(steps)


def test_models_of_ones_own(run: Command, notes: Path, tmp_path: Path) -> None:
    shutil.copytree(str(files("explanans.trees") / "models"), tmp_path / "mine")
    own = json.loads(run("prove", HYPOTHESIS, "--premises", notes, "--trees", "mine", "--json").out)
    shipped = json.loads(run("prove", HYPOTHESIS, "--premises", notes, "--json").out)
    assert own["tree"] == shipped["tree"]
    assert "trees:search(mine)" in own["signature"]
    (tmp_path / "mine" / "search" / "join1.txt").write_text("cut")
    done = run("prove", HYPOTHESIS, "--premises", notes, "--trees", "mine")
    assert done.code == 2
    assert done.err.startswith("explanans: mine/search/join1.txt: damaged or cut short;")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--trees", "none"), "explanans: none/conclusions/manifest.json: damaged or missing"),
        (
            ("--search-model", "a", "--writer", "b"),
            "explanans: --search-model and --writer are both given; accepted: one of them\n",
        ),
    ],
)
def test_what_cannot_build_trees(run: Command, notes: Path, options: tuple[str, ...], complaint: str) -> None:
    done = run("prove", HYPOTHESIS, "--premises", notes, *options)
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    assert done.err.startswith(complaint)


@pytest.mark.parametrize(
    ("hypothesis", "premises", "complaint"),
    [
        ("ice melts", "", "explanans: given.txt: holds no premises; accepted: one a line\n"),
        (" ", "ice\nheat", "explanans: the hypothesis is empty; give a sentence\n"),
        ("ice melts", '{"txt": 1}', "explanans: given.txt, line 1: Object missing required field `text`; accepted: "),
    ],
)
def test_bad_input(run: Command, tmp_path: Path, hypothesis: str, premises: str, complaint: str) -> None:
    (tmp_path / "given.txt").write_text(premises)
    done = run("prove", hypothesis, "--premises", "given.txt")
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    assert done.err.startswith(complaint)


def test_steps_checked_by_arcs(run: Command, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ArcChecker, "open", partial(ArcChecker.open, "alignment"))
    arguments = ("prove", HYPOTHESIS, "--premises", notes, "--alternatives", "2", "--check", "arcs")
    record = json.loads(run(*arguments, "--json").out)
    assert all(verdict["arcs"] for way in (record, *record["alternatives"]) for verdict in way["verdicts"])


class Inventor:
    """Makes up its premises of the question and the answer that it reads."""

    name = "inventor"

    def prove(self, problem: Problem, count: int) -> Proof:
        leaves = (Fact("made1", f"{problem.question} is asked"), Fact("made2", f"{problem.answer} is right"))
        return Proof(
            (EntailmentTree(problem.hypothesis, leaves, (Step(("made1", "made2"), ROOT, problem.hypothesis),)),), ()
        )


@pytest.fixture
def inventor() -> Iterator[None]:
    register("provers", "inventor", Inventor)
    yield
    unregister("provers", "inventor")


@pytest.mark.usefixtures("inventor")
def test_a_prover_may_make_up_premises_for_a_question(run: Command) -> None:
    asked = ("--question", "What melts ice?", "--answer", "heat")
    record = json.loads(run("prove", "heat melts ice", "--prover", "inventor", *asked, "--json").out)
    assert [fact["text"] for fact in record["facts"]] == ["What melts ice? is asked", "heat is right"]
    assert record["tree"]["steps"][0]["premises"] == ["made1", "made2"]


def test_premises_may_come_from_a_knowledge_base(run: Command) -> None:
    record = json.loads(run("prove", "a frog has moist skin", "--kb", "starter", "--judge", "none", "--json").out)
    assert record["tree"]["steps"]
    assert 0 < len(record["facts"]) <= 25


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ((), "no premises; accepted: --premises FILE, --kb KB, or --writer DIR"),
        (("--kb", "starter", "--premises", "notes.txt"), "--premises and --kb are both given"),
        (("--kb", "starter", "--question", "Why?"), "a question and its answer belong together"),
    ],
)
def test_premises_are_asked_for(run: Command, notes: Path, options: tuple[str, ...], complaint: str) -> None:
    done = run("prove", HYPOTHESIS, *options)
    assert done.code == 2
    assert is_one_sentence(done.err)
    assert complaint in done.err
