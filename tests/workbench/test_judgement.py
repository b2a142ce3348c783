"""Manual judgement: pools of rankings, sheets, trees and claims; labels, and automatic against manual figures."""

import json
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.evaluation.labels import evaluate_labels
from explanans.formats import annotations, records
from explanans.structures.explanations import Explanation, ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Step
from explanans.workbench.kinds.judgement_pools import Judgements
from explanans.workbench.kinds.kind import open_kind
from tests.workbench.works import done, items_of

KIND = open_kind("judgement")


@pytest.fixture
def rankings(tmp_path: Path) -> Path:
    """Return a folder with two questions and the rankings of two systems."""
    (tmp_path / "facts.tsv").write_text("id\ttext\n" + "".join(f"f{it}\tfact {it}\n" for it in range(1, 7)))
    folder = tmp_path / "systems"
    folder.mkdir()
    header = "QuestionID\tAnswerKey\texplanation\tquestion\tflags\n"
    rows = (f"{name}\tB\tf1|CENTRAL\tWhat melts? (A) sand (B) ice\t\n" for name in ("q1", "q2"))
    (folder / "questions.tsv").write_text(header + "".join(rows))
    (folder / "one.run").write_text("q1\tf1\nq1\tf2\nq2\tf3\nq2\tf4\n")
    (folder / "two.run").write_text("q1\tf2\nq1\tf6\nq2\tf1\nq2\tf3\n")
    return folder


def test_facts_of_all_systems_are_pooled_without_gold_ones(rankings: Path) -> None:
    facts = str(rankings.parent / "facts.tsv")
    items = dict(items_of("judgement", rankings, facts, depth=2))
    assert {thing.id for thing in items["q1"].things} == {"f2", "f6"}
    assert {thing.id for thing in items["q2"].things} == {"f3", "f4"}
    assert items["q1"].runs == {"one": ("f1", "f2"), "two": ("f2", "f6")}
    assert list(dict(items_of("judgement", rankings, facts, depth=1, questions=1))) == ["q1"]
    orders = {tuple(key for key, _ in items_of("judgement", rankings, facts, seed=seed)) for seed in range(8)}
    assert len(orders) == 2


def test_automatic_against_manual_relevance(rankings: Path) -> None:
    items = dict(items_of("judgement", rankings, str(rankings.parent / "facts.tsv"), depth=2))
    works = [
        done("q1", items["q1"], {"ann": Judgements({"f2": 2, "f6": 0}), "bob": Judgements({"f2": 2, "f6": 1})}),
        done("q2", items["q2"], {"ann": Judgements({"f3": 2, "f4": 1}), "bob": Judgements({"f3": 2, "f4": 1})}),
    ]
    table, correlation = KIND.tables(works)
    assert table.columns[:4] == ("System", "First", "Gold %", "With highly relevant %")
    assert {row[:2]: row[2:] for row in table.rows} == {
        ("one", "1"): ("50.0", "100.0", "50.0", "0.0", "0.0"),
        ("one", "2"): ("25.0", "75.0", "50.0", "25.0", "0.0"),
        ("two", "1"): ("50.0", "100.0", "50.0", "0.0", "0.0"),
        ("two", "2"): ("25.0", "75.0", "50.0", "0.0", "25.0"),  # on f6 the raters differ
    }
    assert correlation.rows == (("one", "1.000", "1.000", "2 questions"), ("two", "1.000", "1.000", "2 questions"))
    exported = list(annotations.decode_labels(KIND.export("labels", works), "labels.tsv"))
    assert [(it.item, it.rater, it.label) for it in exported if it.item == "q1#f6"] == [
        ("q1#f6", "ann", "not relevant"),
        ("q1#f6", "bob", "possibly relevant"),
    ]
    assert "q1\tf1\tann\t3" in list(KIND.export("annotations", works))
    text = list(KIND.export("table", works))
    assert text[0].startswith("# Automatic against manual relevance")


def test_sheets_of_several_systems_are_blind_and_set_beside_what_is_known(tmp_path: Path) -> None:
    header = "kind\titem\ttext\trater\tlabel\n"
    for system in ("one", "two"):
        rows = (f"step\tq{it}#int{step}\tice & heat -> water {it}\t\t\n" for it in (1, 2) for step in (1, 2))
        (tmp_path / f"{system}.tsv").write_text(header + "".join(rows))
    known = "kind\titem\trater\tlabel\nstep\tq1#int1\tautomatic\tcorrect\nstep\tq1#int2\tautomatic\trepetition\n"
    (tmp_path / "one.automatic.tsv").write_text(known)
    items = items_of("judgement", tmp_path)
    assert sorted(key for key, _ in items) == ["q1.1", "q1.2", "q2.1", "q2.2"]
    given = next(pool for _, pool in items if pool.key == "q1" and pool.things[0].system == "one")
    assert [thing.automatic for thing in given.things] == ["correct", "repetition"]
    assert [row.what for row in KIND.rows(given)] == ["Step", "Step"]  # type: ignore[attr-defined]
    works = [done("q1.1", given, {"ann": Judgements({"q1#int1": 4, "q1#int2": 1})})]
    (table,) = KIND.tables(works)
    assert table.rows == (("one", "step", "2", "correct", "50.0", "50.0", "50.0", "0.333", "1.000"),)
    said, told = (list(annotations.decode_labels(KIND.export(name, works), name)) for name in ("labels", "automatic"))
    found = evaluate_labels(said, told).kinds["step"].automatic
    assert found is not None
    assert found.agreement == 0.5


def test_trees_and_claims_are_judged_whole(tmp_path: Path) -> None:
    leaves = (Fact("f1", "heat melts solids"), Fact("f2", "ice is a solid"))
    tree = EntailmentTree("heat melts ice", leaves, (Step(("f1", "f2"), ROOT, "heat melts ice"),))
    facts = tuple(ScoredFact(fact, 1.0) for fact in leaves)
    explanation = Explanation("What melts ice?", "heat", "heat melts ice", facts, tree, (), (), "v1", id="q1")
    path = tmp_path / "explained.jsonl"
    path.write_text(records.encode(explanation))
    ((key, pool),) = items_of("judgement", path, whole=1)
    assert (key, pool.heading, pool.answer) == ("q1", "What melts ice?", "heat")
    assert pool.things[0].text == "heat melts solids & ice is a solid → heat melts ice"
    ((_, facts_of_it),) = items_of("judgement", path, whole=0)
    assert {thing.id for thing in facts_of_it.things} == {"f1", "f2"}
    claim = {"claim": "Ice sinks.", "status": "contradicted", "evidence": [{"text": "Ice floats."}], "id": "c1"}
    path.write_text(json.dumps(claim))
    ((key, pool),) = items_of("judgement", path)
    assert (key, pool.things[0].kind, pool.things[0].because) == ("c1", "sentence", "Ice floats.")
    assert pool.things[0].automatic == "not factual"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("sheet.tsv", "kind\titem\n", "without the column text"),
        ("sheet.tsv", "kind\titem\ttext\nverse\tq1\tice\n", "kind 'verse'; accepted"),
        ("sheet.tsv", "kind\titem\ttext\n", "nothing to judge"),
        ("sheet.jsonl", '{"kind": "tree"}', "item"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, name: str, text: str, said: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=said):
        items_of("judgement", tmp_path / name)
