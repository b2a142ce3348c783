"""``evaluate sheet`` and ``evaluate labels``: from wrong predictions to what people say of them."""

import json
from pathlib import Path

import pytest

from .conftest import Command, is_one_sentence

SENTENCES = {"sent1": "ice is a solid", "sent2": "heat melts a solid", "sent3": "the sun gives heat"}
GOLD = "sent1 & sent2 -> int1: heat melts ice; int1 & sent3 -> hypothesis; "
PROOFS = (
    "$proof$ = sent1 & sent2 -> int1: heat melts ice; int1 & sent3 -> hypothesis;",
    "$proof$ = sent1 & sent2 -> int1: ice is a solid; int1 & sent3 -> hypothesis;",
    "$proof$ = sent1 & sent2 -> hypothesis;",
)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    problems = [
        {"id": f"q{number}", "hypothesis": "the sun melts ice", "proof": GOLD, "meta": {"triples": SENTENCES}}
        for number in range(len(PROOFS))
    ]
    (tmp_path / "dev.jsonl").write_text("".join(f"{json.dumps(problem)}\n" for problem in problems))
    (tmp_path / "predicted.tsv").write_text("".join(f"{proof}\n" for proof in PROOFS))
    return tmp_path


def test_steps_are_drawn_from_wrong_trees_alone(run: Command, files: Path) -> None:
    done = run(
        "evaluate", "sheet", "step", "dev.jsonl", "predicted.tsv", "--out", "s.tsv", "--automatic", "a.tsv", "--json"
    )
    assert json.loads(done.out) == {
        "kind": "step",
        "drawn": 3,
        "automatic": {"correct": 2, "repetition": 1},
        "out": "s.tsv",
    }
    sheet = (files / "s.tsv").read_text()
    assert "q0" not in sheet
    assert "ice is a solid & heat melts a solid -> ice is a solid" in sheet
    assert "repetition" not in sheet
    assert "step\tq1#int1\tautomatic\trepetition" in (files / "a.tsv").read_text()


def test_trees_have_the_class_of_their_error(run: Command, files: Path) -> None:
    run(
        "evaluate", "sheet", "tree", "dev.jsonl", "predicted.tsv", "--out", "t.jsonl", "--automatic", "a.tsv", "--quiet"
    )
    found = dict(line.split("\t")[1::2] for line in (files / "a.tsv").read_text().splitlines()[1:])
    assert found == {"q1": "conclusions", "q2": "leaves"}
    assert {json.loads(line)["item"] for line in (files / "t.jsonl").read_text().splitlines()} == {"q1", "q2"}


def test_graphs_are_shown_without_the_argument(run: Command, tmp_path: Path) -> None:
    graph = "(zoos; has context; animals)(animals; capable of; suffer)(suffer; is a; narrow cages)"
    (tmp_path / "dev.tsv").write_text(f"Zoos harm animals.\tAnimals suffer in narrow cages.\tsupport\t{graph}\n")
    (tmp_path / "preds.tsv").write_text(f"counter\t{graph}\n")
    done = run("evaluate", "sheet", "graph", "dev.tsv", "preds.tsv", "--out", "-", "--quiet")
    assert done.code == 0
    assert "Zoos harm animals. | zoos has context animals." in done.out
    assert "Animals suffer in" not in done.out


@pytest.mark.parametrize(("kind", "why"), [("step", "tree with steps is wrong"), ("tree", "tree is wrong")])
def test_nothing_to_draw_is_said(run: Command, files: Path, kind: str, why: str) -> None:
    (files / "predicted.tsv").write_text(f"{PROOFS[0]}\n" * len(PROOFS))
    done = run("evaluate", "sheet", kind, "dev.jsonl", "predicted.tsv", "--out", "s.tsv")
    assert done.code == 0
    assert done.err == f"nothing to draw: no predicted {why}; s.tsv has no items\n"
    assert (files / "s.tsv").read_text() == "kind\titem\ttext\trater\tlabel\n"


def test_labels_come_back(run: Command, tmp_path: Path) -> None:
    rows = ["kind\titem\trater\tlabel"]
    rows += [
        f"graph\tg{item}\t{rater}\t{said}"
        for rater in ("ann", "bob", "cat")
        for item, said in ((1, "support"), (2, "counter"))
    ]
    (tmp_path / "labels.tsv").write_text("\n".join(rows) + "\n")
    record = json.loads(run("evaluate", "labels", "labels.tsv", "--json").out)
    assert record["kinds"]["graph"]["fleiss"] == 1.0
    assert "Fleiss' kappa" in run("evaluate", "labels", "labels.tsv").out


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("graph\tg1\tann\tperhaps", "the label 'perhaps' of a graph; accepted: support, counter, incorrect"),
        ("graph\tg1\t\tsupport", "a label without a rater"),
    ],
)
def test_bad_labels_are_one_sentence(run: Command, tmp_path: Path, row: str, complaint: str) -> None:
    (tmp_path / "labels.tsv").write_text(f"kind\titem\trater\tlabel\n{row}\n")
    done = run("evaluate", "labels", "labels.tsv")
    assert done.code == 2
    assert is_one_sentence(done.err)
    assert complaint in done.err
