"""``data arcs``: what scorers are trained on, for people and for machines."""

import json
from pathlib import Path

import pytest

from .conftest import Command, is_one_sentence

CATS, MICE = "cats\tcat\tNOUN\tNNS", "mice\tmouse\tNOUN\tNNS"


def conllu(first: tuple[str, str], second: tuple[str, str]) -> str:
    """Return the parse of a sentence in which the first, with their adjective, chase the second."""
    words = [first[0], first[1].partition("\t")[0], "chase", second[0], second[1].partition("\t")[0]]
    lines = (
        "# newdoc id = pets",
        f"# text = {' '.join(words)} daily.",
        f"1\t{first[0]}\t{first[0]}\tADJ\tJJ\t_\t2\tamod\t_\t_",
        f"2\t{first[1]}\t_\t3\tnsubj\t_\t_",
        "3\tchase\tchase\tVERB\tVBP\t_\t0\troot\t_\t_",
        f"4\t{second[0]}\t{second[0]}\tADJ\tJJ\t_\t5\tamod\t_\t_",
        f"5\t{second[1]}\t_\t3\tobj\t_\t_",
        "6\tdaily\tdaily\tADV\tRB\t_\t3\tadvmod\t_\tSpaceAfter=No",
        "7\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_",
    )
    return "\n".join(lines) + "\n\n"


SENTENCE, EXCHANGED = conllu(("old", CATS), ("young", MICE)), conllu(("young", MICE), ("old", CATS))
SHOWN = """\
exchange (pets)
  source: old cats chase young mice daily.
  claim:  young mice chase old cats daily.
  supported: mice → young (amod), cats → old (amod), chase → daily (advmod)
  not supported: chase → mice (nsubj), chase → cats (obj)

exchange: 1 example, 3 arcs supported, 2 not, 0 not known
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data" / "ud-english-ewt"
    folder.mkdir(parents=True)
    (folder / "en_ewt-ud-train.conllu").write_text(SENTENCE)
    (tmp_path / "parses.conllu").write_text(SENTENCE + EXCHANGED)
    return folder.parent


def test_examples_are_shown(run: Command, data: Path) -> None:
    done = run("data", "arcs", "--data", data, "--parser", "conllu:parses.conllu", "--recipe", "exchange")
    assert (done.code, done.out, done.err) == (0, SHOWN, "")


def test_examples_for_machines(run: Command, data: Path) -> None:
    done = run("data", "arcs", "--data", data, "--parser", "conllu:parses.conllu", "--recipe", "exchange", "--json")
    assert (done.code, done.err) == (0, "")
    (record,) = json.loads(done.out)
    assert record["source"] == ["old cats chase young mice daily."]
    assert record["arcs"][1] == {"head": "chase", "child": "mice", "label": "nsubj", "supported": False}


def test_examples_for_encoders(run: Command, data: Path, tmp_path: Path) -> None:
    asked = ("--data", data, "--parser", "conllu:parses.conllu", "--recipe", "exchange", "--context", "3")
    done = run("data", "arcs", *asked, "--out", tmp_path / "arcs.jsonl")
    assert (done.code, done.out, done.err) == (0, "", f"wrote 1 example: {tmp_path / 'arcs.jsonl'}\n")
    record = json.loads((tmp_path / "arcs.jsonl").read_text())
    assert record["claim"] == "young mice chase old cats daily."
    assert record["words"][1] == [6, 10]
    assert [2, 1, "nsubj", False] in record["arcs"]


def test_an_unknown_recipe(run: Command, data: Path) -> None:
    done = run("data", "arcs", "--data", data, "--parser", "conllu:parses.conllu", "--recipe", "soup")
    assert (done.code, done.out) == (2, "")
    assert is_one_sentence(done.err)
    assert "no recipe is called 'soup'; accepted: altered-conclusion, attachment, beam" in done.err
