"""Evaluation from Python: the same figures as the command line, in forms that papers and frames take."""

import json
from pathlib import Path
from typing import Any

import pytest

from explanans import (
    Choice,
    EntailmentTree,
    ExplanationGraph,
    Fact,
    GoldFact,
    GraphPrediction,
    InputError,
    Prediction,
    Problem,
    Question,
    Ranking,
    Report,
    Role,
    Stance,
    Step,
)
from explanans.pipeline import evaluating
from explanans.structures.explanations import JudgedAnswer, JudgedAnswers
from explanans.structures.grading import Annotation
from explanans.structures.labels import Label
from explanans.structures.verdicts import Status
from tests.cli.conftest import Command, run

__all__ = ["run"]

ASKED = Question("q1", "What melts ice?", (Choice("A", "heat"), Choice("B", "snow")), "A",
                 explanation=(GoldFact("f1", Role.CENTRAL), GoldFact("f2", Role.GROUNDING)))  # fmt: skip
PREMISES = (Fact("sent1", "ice is a solid"), Fact("sent2", "heat melts a solid"))
TREE = EntailmentTree("heat melts ice", PREMISES, (Step(("sent1", "sent2"), "hypothesis", "heat melts ice"),))
PROBLEM = Problem("q1", "heat melts ice", PREMISES, TREE)
RATED = [Annotation("q1", "f1", "ann", 2), Annotation("q1", "f1", "bob", 2), Annotation("q1", "f2", "ann", 1),
         Annotation("q1", "f2", "bob", 0)]  # fmt: skip


def test_rankings() -> None:
    report = evaluating.rankings([ASKED], [Ranking("q1", ("f1", "f3", "f2"))])
    assert report["map"] == pytest.approx((1 + 2 / 3) / 2)


def test_rankings_compared() -> None:
    report = evaluating.rankings([ASKED], [Ranking("q1", ("f1", "f2"))], against=[Ranking("q1", ("f3", "f1", "f2"))])
    (row,) = (row for row in report.table().rows if row[0] == "map")
    named = dict(zip(report.table().columns, row, strict=True))
    assert (named["value"], named["wins"]) == (1.0, 1)
    assert named["other"] == pytest.approx((1 / 2 + 2 / 3) / 2)


def test_facts_answers_trees_graphs_agreement_labels() -> None:
    assert evaluating.facts([ASKED], [Ranking("q1", ("f1",))])["completeness"] == 0.5
    candidates = (JudgedAnswer("A", "heat", Status.SUPPORTED, 0.9), JudgedAnswer("B", "snow", Status.UNKNOWN, 0.1))
    judged = JudgedAnswers("q1", candidates)
    assert evaluating.answers([ASKED], [judged])["accuracy"] == 1.0
    proof = Prediction("q1", "$proof$ = sent1 & sent2 -> hypothesis;", PREMISES)
    assert evaluating.trees([PROBLEM], [proof], similarity="token-f1")["leaves.f1"] == 1.0
    graph = ExplanationGraph("Rain is bad.", "Wet streets are slippery.", Stance.SUPPORT, _edges())
    assert evaluating.graphs([graph], [GraphPrediction(None, ())])["stance_accuracy"] == 0.0
    assert evaluating.agreement(RATED)["facts_percent"] == 0.5
    assert evaluating.labels([Label("step", "a", "ann", "correct"), Label("step", "a", "bob", "correct")]).table().rows


def _edges() -> Any:
    from explanans import Edge, Relation

    return (Edge("rain", Relation.CAUSES, "wet streets"), Edge("wet streets", Relation.IS_A, "slippery"),
            Edge("slippery", Relation.IS_A, "bad"))  # fmt: skip


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (((5,), ([],)), "gold of the type int; accepted: the path of a file, Questions, RelevanceJudgments, "),
        ((([5],), ([],)), "gold with an item of the type int"),
        ((([ASKED],), ("q1",)), "q1: no such file"),
        ((([ASKED],), (["q1"],)), "predicted with an item of the type str; accepted: the path of a file, Rankings or "),
    ],
)
def test_wrong_types(given: Any, found: str) -> None:
    (gold,), (predicted,) = given
    with pytest.raises(InputError, match=found):
        evaluating.rankings(gold, predicted)


def report() -> Report:
    return evaluating.rankings([ASKED], [Ranking("q1", ("f1", "f2"))])


def test_forms_of_a_report(tmp_path: Path) -> None:
    found = report()
    assert found.to_markdown().splitlines()[:3] == [
        "| measure | value | low | high | items | unit |",
        "| :--- | ---: | ---: | ---: | ---: | :--- |",
        "| map | 1.0000 | 1.0000 | 1.0000 | 1 |  |",
    ]
    assert found.to_latex().splitlines()[5] == r"map\_flagged & -- & -- & -- & 0 &  \\"
    assert found.to_csv().splitlines()[1] == "map,1.0,1.0,1.0,1,"
    found.save(tmp_path / "report.html")
    assert "<h1>" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert found.to_dict()["map"] == json.loads(found.to_json())["map"] == 1.0


def test_a_report_as_a_data_frame() -> None:
    pytest.importorskip("pandas", reason="pandas is an extra")
    frame = report().to_frame()
    assert list(frame.columns) == ["measure", "value", "low", "high", "items", "unit"]
    assert frame.set_index("measure").loc["map", "value"] == 1.0


def test_every_family_has_a_page(tmp_path: Path) -> None:
    proof = Prediction("q1", "$proof$ = sent1 & sent2 -> hypothesis;", PREMISES)
    found = {
        "trees": evaluating.trees([PROBLEM], [proof], against=[proof], similarity="token-f1"),
        "agreement": evaluating.agreement(RATED),
    }
    for name, one in found.items():
        one.save(tmp_path / f"{name}.html")
        assert "<table" in (tmp_path / f"{name}.html").read_text(encoding="utf-8")
        assert one._repr_html_().startswith("<iframe")


@pytest.mark.parametrize("form", ["markdown", "latex", "csv"])
def test_the_command_line_prints_the_same(form: str, run: Command) -> None:
    Path("a.csv").write_text("question,fact,rater,rating\nq1,f1,ann,2\nq1,f1,bob,2\nq1,f2,ann,1\nq1,f2,bob,0\n")
    done = run("evaluate", "agreement", "a.csv", "--format", form, "--html", "a.html")
    assert done.out == evaluating.agreement("a.csv").table().text(form) + "\n"
    assert done.err == "wrote a.html\n"
    assert "<h1>a.csv</h1>" in Path("a.html").read_text(encoding="utf-8")


def test_json_and_another_format(run: Command) -> None:
    Path("a.csv").write_text("question,fact,rater,rating\nq1,f1,ann,2\nq1,f1,bob,2\n")
    done = run("evaluate", "agreement", "a.csv", "--format", "csv", "--json")
    assert (done.code, done.err) == (2, "explanans: --json and --format csv are both given; accepted: one of them\n")


def test_tables_of_80_columns_keep_labels_and_figures() -> None:
    from rich.console import Console

    from explanans.rendering.tree_report import tree_text

    proof = Prediction("q1", "$proof$ = sent1 & sent2 -> hypothesis;", PREMISES)
    found = evaluating.trees([PROBLEM], [proof], against=[proof])
    console = Console(width=80, record=True, color_system=None)
    with console.capture() as shown:
        console.print(*tree_text(found), sep="\n")
    text = shown.get()
    assert not [line for line in text.splitlines() if "…" in line and "but only split" not in line]


def test_what_is_returned_shows_itself_in_a_notebook() -> None:
    report = evaluating.labels([Label("step", "a", "ann", "correct"), Label("step", "a", "bob", "correct")])
    assert report._repr_html_().startswith("<iframe")
    assert report.to_csv().splitlines()[0] == "kind,measure,value,low,high,items"
    shown = Ranking("q1", tuple(f"f{place}" for place in range(40)), ())._repr_html_()
    assert "and 10 further facts" in shown
