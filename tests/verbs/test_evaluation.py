"""``evaluate`` tells by the gold what is measured."""

from dataclasses import replace

import pytest

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
    Role,
    Stance,
    evaluate,
    prove,
)
from explanans.codecs import proof


def test_rankings() -> None:
    asked = Question("q1", "What melts ice?", explanation=(GoldFact("f1", Role.CENTRAL),))
    assert evaluate([asked], [Ranking("q1", ("f1", "f2"))])["map"] == 1


def test_trees() -> None:
    facts = Fact("sent1", "ice is a kind of solid"), Fact("sent2", "heat melts a solid")
    tree = prove("heat melts ice", facts).tree
    assert tree
    problem = Problem("p", tree.hypothesis, facts, tree)
    report = evaluate([problem], [Prediction("p", proof.encode(tree.steps), facts)])
    assert report.family == "trees"


def test_graphs() -> None:
    edges = tuple(Edge(*edge) for edge in (("zoos", Relation.HAS_CONTEXT, "cages"),) * 1)
    gold = ExplanationGraph("Zoos should be banned.", "Animals suffer in narrow cages.", Stance.SUPPORT, edges)
    for examples in ([gold], [(gold, replace(gold, stance=Stance.SUPPORT))]):
        assert evaluate(examples, [GraphPrediction(Stance.SUPPORT, edges)]).family == "graphs"


def test_what_cannot_be_measured() -> None:
    for gold, found in (([], "no gold"), (["q1"], "gold of str")):
        with pytest.raises(InputError, match=f"^{found}; accepted: Questions, Judgments, Problems or"):
            evaluate(gold, [])
