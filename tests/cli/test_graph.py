"""``explanans graph`` as people call it."""

import json
from pathlib import Path

import pytest

from .conftest import Command, is_one_sentence

_ZOOS = ("Zoos should be banned.", "Animals suffer in narrow cages.")


def test_a_graph_is_shown_drawn_and_recorded(run: Command, tmp_path: Path) -> None:
    done = run("graph", *_ZOOS, "--alternatives", "2", "--html", "zoos.html", "--svg", "zoos.svg", "--json")
    assert done.code == 0, done.err
    graphs = json.loads(done.out)["graphs"]
    assert len(graphs) == 2
    assert all(3 <= len(graph["edges"]) <= 8 for graph in graphs)
    assert (tmp_path / "zoos.svg").read_text(encoding="utf-8").startswith("<svg")
    page = (tmp_path / "zoos.html").read_text(encoding="utf-8")
    assert page.count('<svg class="drawing"') == 2
    assert "Another graph (2)" in page


def test_the_stance_may_be_given_and_assertions_too(run: Command, tmp_path: Path) -> None:
    net = tmp_path / "net.tsv"
    net.write_text("/r/Causes\t/c/en/cage\t/c/en/boredom\n/r/PartOf\t/c/en/boredom\t/c/en/zoo\n", encoding="utf-8")
    done = run("graph", "Zoos are horrible.", "Cages are small.", "--stance", "counter", "--knowledge", "net.tsv")
    assert done.code == 0, done.err
    assert "The argument counters the belief." in done.out
    assert "boredom (external)" in done.out


def test_the_facts_of_a_knowledge_base_lead_to_concepts_too(run: Command, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("A cage causes boredom. Boredom is part of a zoo.", encoding="utf-8")
    done = run("graph", "Zoos are horrible.", "Cages are small.", "--kb", "notes.txt")
    assert done.code == 0, done.err
    assert "boredom (external)" in done.out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((*_ZOOS, "--stance", "both"), "the stance 'both'; accepted: support, counter"),
        ((*_ZOOS, "--order", "any"), "the order 'any'; accepted: rationalising, reasoning"),
        ((*_ZOOS, "--kb", "none"), "none: no such knowledge base"),
        ((*_ZOOS, "--model", "none"), "none/manifest.json: damaged or missing"),
        (("Zoos.", "No."), "too few concepts for a graph"),
    ],
)
def test_bad_input_is_one_sentence(run: Command, arguments: tuple[str, ...], complaint: str) -> None:
    done = run("graph", *arguments)
    assert done.code == 2
    assert complaint in done.err
    assert is_one_sentence(done.err)


def test_belief_and_argument_may_be_options(run: Command, tmp_path: Path) -> None:
    done = run("graph", "--belief", _ZOOS[0], "--argument", _ZOOS[1], "--json")
    assert done.code == 0, done.err
    assert json.loads(done.out)["graphs"][0]["belief"] == _ZOOS[0]
    mixed = run("graph", "--belief", _ZOOS[0], *_ZOOS)
    assert mixed.code == 2
