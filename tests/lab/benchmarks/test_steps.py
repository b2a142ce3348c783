"""Right steps before wrong ones."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from explanans.entailment.arcs.checker import open_scorer
from explanans.evaluation.decisions import auc
from explanans.lab.benchmarks.steps import by_arcs, by_model, by_words, predicted_steps, step_sets
from explanans.lab.datasets.splits import tree_problems
from explanans.lab.training.steps import StepExample
from explanans.language.parser import open_parser
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Prediction, Problem, Step
from tests.data_sets import present

LEAVES = tuple(
    Fact(f"sent{place}", text)
    for place, text in enumerate(("a frog is an amphibian", "amphibians have skin", "skin protects"), 1)
)
TREE = EntailmentTree(
    "skin protects a frog",
    LEAVES,
    (Step(("sent1", "sent2"), "int1", "a frog has skin"), Step(("int1", "sent3"), ROOT, "skin protects a frog")),
)
PROBLEM = Problem("q1", TREE.hypothesis, LEAVES, TREE)


def predicted(proof: str) -> list[StepExample]:
    return list(predicted_steps([PROBLEM], [Prediction("q1", proof, LEAVES)]))


def test_predicted_steps_are_right_where_the_released_scorer_says_so() -> None:
    wrong, last = predicted("$proof$ = sent1 & sent3 -> int1: frogs protect; int1 & sent2 -> hypothesis;")
    assert (wrong.premises, wrong.conclusion) == ((LEAVES[0].text, LEAVES[2].text), "frogs protect")
    assert (wrong.follows, last.follows, last.conclusion) == (False, False, TREE.hypothesis)
    first, last = predicted("$proof$ = sent1 & sent2 -> int1: whatever; int1 & sent3 -> hypothesis;")
    assert (first.follows, last.follows, last.premises[0]) == (True, True, "whatever")


def test_steps_that_name_what_is_not_there_are_left_out() -> None:
    assert predicted("$proof$ = sent1 & sent9 -> int1: x; int7 & sent3 -> hypothesis;") == []
    assert predicted("") == []


@pytest.mark.parametrize("judge", [by_model, by_words, by_arcs(open_scorer("arc-overlap"), open_parser())])
def test_judges_prefer_what_the_premises_say(judge: object) -> None:
    assert callable(judge)
    premises = ("a frog is an amphibian", "amphibians have moist skin")
    steps = [
        StepExample(premises, conclusion, follows=True, kind="", origin="")
        for conclusion in ("a frog has moist skin", "a robin has warm wings", "")
    ]
    scores: Sequence[float] = judge(steps)
    assert scores[0] > scores[1]
    assert len(scores) == 3


def test_the_goals_are_met_on_real_trees(data_folder: Path) -> None:
    present(data_folder / "entailmentbank")
    found = step_sets(data_folder, "dev", 0)
    assert list(found)[:3] == ["another step of the tree", "changed conclusions", "T5-11B, task 1"]
    origins = sorted({example.origin for example in found["changed conclusions"]})[:40]
    areas = []
    for examples in list(found.values())[:2]:
        chosen = [example for example in examples if example.origin in origins]
        areas.append(auc(list(by_model(chosen)), [example.follows for example in chosen]))
    assert areas[0] > 0.95
    assert areas[1] > 0.88
    assert len(tree_problems(data_folder, 1, "dev")) == 187
