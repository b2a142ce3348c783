"""``train trees``: both models in one folder, and nothing else in the way."""

import json
from pathlib import Path

import pytest

from explanans.structures.facts import Fact
from explanans.structures.trees import Problem
from explanans.trees.model import SearchModel
from explanans.trees.search import TreeSearch

from .conftest import Command, is_one_sentence

KINDS = "frog toad newt eagle robin crow carp trout pike adder cobra python oak elm ash".split()
CLASSES = ("amphibian", "bird", "fish", "snake", "tree")
TRAITS = ("moist skin", "feathers", "gills", "scales", "a trunk")


def row(number: int, *, distracted: bool) -> str:
    """Return a problem as EntailmentBank has it."""
    kind, group, trait = KINDS[number], CLASSES[number // 3], TRAITS[number // 3]
    triples = {
        "sent1": f"a {kind} is a kind of {group}",
        "sent2": f"a {group} has {trait}",
        "sent3": f"the {kind} lives in the garden",
    }
    if distracted:
        triples |= {"sent4": "water is a kind of liquid", "sent5": f"a {KINDS[number - 1]} eats insects"}
    step = f"sent1 & sent2 -> int1: a {kind} has {trait}; int1 & sent3 -> hypothesis; "
    record = {"id": f"q{number}", "hypothesis": f"a being of the garden has {trait}", "proof": step}
    return json.dumps(record | {"meta": {"triples": triples}})


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for task in (1, 2):
        path = tmp_path / "data" / "entailmentbank" / "dataset" / f"task_{task}" / "train.jsonl"
        path.parent.mkdir(parents=True)
        path.write_text("".join(f"{row(number, distracted=task == 2)}\n" for number in range(len(KINDS))))
    return tmp_path / "data"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_both_models_in_one_folder(run: Command, data: Path, tmp_path: Path) -> None:
    done = run("train", "trees", "--data", data, "--out", "models", "--json")
    record = json.loads(done.out)
    assert (done.code, done.err) == (0, "")
    assert list(record) == ["out", "models", "seconds"]
    assert record["models"]["search"]["problems"] == len(KINDS)
    assert {name.split("/")[0] for name in contents(tmp_path / "models")} == {"search", "conclusions"}
    search = TreeSearch(SearchModel.load(tmp_path / "models" / "search"))
    facts = tuple(Fact(f"p{number}", text) for number, text in enumerate(("a yew is a tree", "a tree has a trunk")))
    assert search.trees(Problem("q", "a yew has a trunk", facts))[0].tree.faults() == ()


def test_nothing_else_is_replaced(run: Command, data: Path, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("Dear")
    done = run("train", "trees", "--data", data, "--out", "letters")
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    assert "letters: holds other files; accepted: a new or empty folder, or a model to replace" in done.err
    assert list(contents(tmp_path / "letters")) == ["dear.txt"]
