"""``evaluate`` tells by the gold what is measured."""

import io
import json
from dataclasses import replace

import pytest
from rich.console import Console

from explanans import (
    Edge,
    ExplanationGraph,
    Fact,
    GoldFact,
    GraphPrediction,
    InputError,
    Prediction,
    Problem,
    Question,
    Ranking,
    Relation,
    Report,
    Role,
    Stance,
    evaluate,
    prove,
)
from explanans.formats import proof
from explanans.rendering import forms


def shown(report: Report) -> None:
    """Make sure that a report can be printed and written."""
    assert json.loads(report.to_json()) == json.loads(json.dumps(report.to_dict()))
    with (console := Console(file=io.StringIO())).capture() as printed:
        console.print(forms.text(report))
    assert printed.get().strip()


def test_rankings() -> None:
    asked = Question("q1", "What melts ice?", explanation=(GoldFact("f1", Role.CENTRAL),))
    report = evaluate([asked], [Ranking("q1", ("f1", "f2"))])
    assert report["map"] == 1
    shown(report)
    assert report._repr_html_().startswith("<iframe ")


def test_trees() -> None:
    facts = Fact("sent1", "ice is a kind of solid"), Fact("sent2", "heat melts a solid")
    tree = prove("heat melts ice", facts).tree
    assert tree
    problem = Problem("p", tree.hypothesis, facts, tree)
    report = evaluate([problem], [Prediction("p", proof.encode(tree.steps), facts)])
    assert report.family == "trees"
    shown(report)
    assert report._repr_html_().startswith("<iframe")


def test_graphs() -> None:
    edges = tuple(Edge(*edge) for edge in (("zoos", Relation.HAS_CONTEXT, "cages"),) * 1)
    gold = ExplanationGraph("Zoos should be banned.", "Animals suffer in narrow cages.", Stance.SUPPORT, edges)
    for examples in ([gold], [(gold, replace(gold, stance=Stance.SUPPORT))]):
        report = evaluate(examples, [GraphPrediction(Stance.SUPPORT, edges)])
        assert report.family == "graphs"
        shown(report)
        assert report._repr_html_().startswith("<iframe ")


def test_what_cannot_be_measured() -> None:
    for gold, found in (([], "no gold"), (["q1"], "gold of str")):
        with pytest.raises(InputError, match=f"^{found}; accepted: Questions, Judgments, Problems or"):
            evaluate(gold, [])
