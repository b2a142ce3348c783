"""``explanans graph`` as people call it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

_ZOOS = ("Zoos should be banned.", "Animals suffer in narrow cages.")


def _call(*arguments: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "explanans", "graph", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_graph_is_shown_drawn_and_recorded(tmp_path: Path) -> None:
    done = _call(*_ZOOS, "--alternatives", "2", "--html", "zoos.html", "--svg", "zoos.svg", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    graphs = json.loads(done.stdout)["graphs"]
    assert len(graphs) == 2
    assert all(3 <= len(graph["edges"]) <= 8 for graph in graphs)
    assert (tmp_path / "zoos.svg").read_text(encoding="utf-8").startswith("<svg")
    page = (tmp_path / "zoos.html").read_text(encoding="utf-8")
    assert page.count('<svg class="drawing"') == 2
    assert "Another graph (2)" in page


def test_the_stance_may_be_given_and_assertions_too(tmp_path: Path) -> None:
    net = tmp_path / "net.tsv"
    net.write_text("/r/Causes\t/c/en/cage\t/c/en/boredom\n/r/PartOf\t/c/en/boredom\t/c/en/zoo\n", encoding="utf-8")
    done = _call(
        "Zoos are horrible.", "Cages are small.", "--stance", "counter", "--knowledge", "net.tsv", folder=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert "The argument counters the belief." in done.stdout
    assert "boredom (external)" in done.stdout


def test_the_facts_of_a_knowledge_base_lead_to_concepts_too(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("A cage causes boredom. Boredom is part of a zoo.", encoding="utf-8")
    done = _call("Zoos are horrible.", "Cages are small.", "--kb", "notes.txt", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "boredom (external)" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((*_ZOOS, "--stance", "both"), "the stance 'both'; accepted: support, counter"),
        ((*_ZOOS, "--order", "any"), "the order 'any'; accepted: rationalising, reasoning"),
        ((*_ZOOS, "--kb", "none"), "none: no such knowledge base"),
        ((*_ZOOS, "--model", "none"), "none/manifest.json: damaged or missing"),
        (("Zoos.", "No."), "too few words for a graph"),
    ],
)
def test_bad_input_is_one_sentence(tmp_path: Path, arguments: tuple[str, ...], complaint: str) -> None:
    done = _call(*arguments, folder=tmp_path)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_belief_and_argument_may_be_options(tmp_path: Path) -> None:
    done = _call("--belief", _ZOOS[0], "--argument", _ZOOS[1], "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["graphs"][0]["belief"] == _ZOOS[0]
    mixed = _call("--belief", _ZOOS[0], *_ZOOS, folder=tmp_path)
    assert mixed.returncode == 2
