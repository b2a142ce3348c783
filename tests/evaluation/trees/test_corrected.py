"""The corrected mode: what the released scorer gets wrong, and what holds for any two trees."""

from collections.abc import Sequence

import pytest
from hypothesis import given

from explanans.errors import FormatError, InputError
from explanans.evaluation.trees.corrected import leaf_key, nodes, restructured
from explanans.evaluation.trees.measure import Rules
from explanans.evaluation.trees.report import evaluate_trees, predicted
from explanans.evaluation.trees.scored import similarity
from explanans.formats import proof
from explanans.structures.facts import Fact
from explanans.structures.reports import Report
from explanans.structures.trees import EntailmentTree, Prediction, Problem

from .drawn import HYPOTHESIS, LEAVES, problem, trees

ROUGE = (similarity("rouge-l"),)
PARTS = ("leaves", "steps", "restructured", "intermediates.rouge-l")
GOLD = "sent1 & sent2 -> int1: ice melts; sent3 & int1 -> int2: heat is energy; int2 & sent4 -> hypothesis;"


def measured(gold: str, found: str, mode: str = "corrected", facts: Sequence[Fact] = LEAVES) -> Report:
    asked = Problem("q1", HYPOTHESIS, tuple(facts))
    asked = problem(proof.decode_tree(gold, asked, "gold"))
    return evaluate_trees(
        [asked], [Prediction("q1", found, tuple(facts))], Rules(mode, lenient=True, similarities=ROUGE)
    )


def test_the_same_tree_with_other_names_and_order() -> None:
    found = "int7&sent4->hypot; sent2&sent1->int9:Ice  melts; int9,sent3->int7:heat is energy"
    report = measured(GOLD, found)
    assert report["steps.exact"] == report["overall.rouge-l.exact"] == 1
    assert measured(GOLD, found, "official").scores["steps.f1"].value != 1


@pytest.mark.parametrize(
    ("found", "steps"),
    [
        (GOLD, (1, 1)),
        ("", (0, 0)),
        ("sent1 & sent2 -> int1: x; int1 & sent3 -> hypothesis", (1 / 2, 1 / 3)),  # int2 is left out
        ("sent1 & sent2 -> int1: x; sent1 & sent2 -> int2: x; int1 & int2 -> hypothesis", (1 / 3, 1 / 3)),
        ("sent1 & sent2 -> int1: x; sent1 & sent2 -> int1: x; int1 & int1 -> hypothesis", (1 / 3, 1 / 3)),
        ("sent5 & sent6 -> hypothesis", (0, 0)),
        ("sent1 & sent2 -> int1: x", (1, 1 / 3)),
    ],
)
def test_steps(found: str, steps: tuple[float, float]) -> None:
    report = measured(GOLD, found)
    assert (report["steps.precision"], report["steps.recall"]) == pytest.approx(steps)


def test_the_hypothesis_is_aligned_to_the_hypothesis() -> None:
    gold = "sent1 & sent2 -> int1: x; int1 -> hypothesis"
    assert measured(gold, gold)["steps.f1"] == 1
    assert measured(gold, gold, "official")["steps.f1"] != 1


def test_a_conclusion_that_repeats_the_hypothesis() -> None:
    gold = f"sent1 & sent2 -> int1: {HYPOTHESIS}; int1 & sent3 -> hypothesis"
    assert measured(gold, gold)["overall.rouge-l.exact"] == 1
    assert measured(gold, gold, "official")["overall.rouge-l.exact"] == 0


def test_twins_are_the_same_leaf() -> None:
    facts = (*LEAVES, Fact("sent8", "A."))
    report = measured("sent1 & sent2 -> hypothesis", "sent8 & sent2 -> hypothesis", facts=facts)
    assert report["leaves.f1"] == report["steps.f1"] == 1
    assert measured("sent1 & sent2 -> hypothesis", "sent8 & sent2 -> hypothesis", "official", facts)["leaves.f1"] == 0.5


def test_conclusions_leave_the_hypothesis_out() -> None:
    found = "sent1 & sent2 -> int1: a frog jumps; sent3 & int1 -> int2: heat is energy; int2 & sent4 -> hypothesis"
    report = measured(GOLD, found)
    assert report["intermediates.rouge-l.f1"] == 0.5
    assert (report["intermediates.rouge-l.all_predicted"], report["overall.rouge-l.exact"]) == (0, 0)


def test_micro_counts_all_trees_together() -> None:
    asked = [problem(proof.decode_tree(GOLD, problem(EntailmentTree("", (), ())), "gold"))] * 2
    found = [Prediction("q1", GOLD, LEAVES), Prediction("q1", "sent1 & sent2 -> hypothesis", LEAVES)]
    report = evaluate_trees(asked, found, Rules("corrected", similarities=ROUGE))
    micro = report.details.micro["steps"]
    assert report["steps.f1"] == 0.5
    assert (micro.precision, micro.recall) == (3 / 4, 1 / 2)


@given(trees())
def test_gold_against_gold(tree: EntailmentTree) -> None:
    rules = Rules("corrected", lenient=True, similarities=ROUGE)
    report = evaluate_trees([problem(tree)], [predicted(problem(tree), tree)], rules)
    for part in PARTS:
        assert report[f"{part}.f1"] == report.details.micro[part].f1 == report[f"{part}.exact"] == 1
    assert report["overall.rouge-l.exact"] == 1
    errors = report.details.errors
    assert errors.missing_leaves == errors.extra_leaves == errors.wrong_steps == 0


@given(trees(), trees())
def test_any_two_trees(gold: EntailmentTree, tree: EntailmentTree) -> None:
    for mode in ("official", "corrected"):
        found = predicted(problem(gold), tree)
        report = evaluate_trees([problem(gold)], [found], Rules(mode, lenient=True, similarities=ROUGE))
        figures = {name: score.value or 0.0 for name, score in report.scores.items()}
        assert all(0 <= figures[f"{part}.{field}"] <= 1 for part in PARTS for field in ("precision", "recall", "f1"))
        assert figures["overall.rouge-l.exact"] <= min(figures["leaves.exact"], figures["steps.exact"])
        if mode == "corrected":
            assert figures["restructured.f1"] >= figures["steps.f1"]
            errors = report.details.errors
            assert (errors.missing_leaves + errors.extra_leaves == 0) == bool(figures["leaves.exact"])


def test_leaves_of_elsewhere_are_called_sentences() -> None:
    asked = Problem("q1", HYPOTHESIS, ())
    facts = (Fact("f8be-9407", "ice is a solid"), Fact("ET_addon:7", "heat melts a solid"))
    tree = proof.decode_tree("a & b -> hypothesis", Problem("q1", HYPOTHESIS, (Fact("a", ""), Fact("b", ""))), "x")
    step = tree.steps[0]
    found = predicted(
        asked, EntailmentTree(HYPOTHESIS, facts, (type(step)(("f8be-9407", "ET_addon:7"), *(step.conclusion, "")),))
    )
    assert found.proof == "sent1 & sent2 -> hypothesis;"
    assert [(fact.id, fact.text) for fact in found.premises] == [
        ("sent1", "ice is a solid"),
        ("sent2", "heat melts a solid"),
    ]


def test_what_cannot_be_measured() -> None:
    asked = problem(proof.decode_tree(GOLD, problem(EntailmentTree("", (), ())), "gold"))
    with pytest.raises(InputError, match="no problem to measure against"):
        evaluate_trees([], [])
    with pytest.raises(InputError, match="0 predictions for 1 problem"):
        evaluate_trees([asked], [])
    with pytest.raises(InputError, match="no such mode"):
        evaluate_trees([asked], [Prediction("q1", GOLD, LEAVES)], Rules("best"))
    with pytest.raises(InputError, match="has no gold tree"):
        evaluate_trees([Problem("q1", "", ())], [Prediction("q1", "", ())])
    with pytest.raises(FormatError, match=r"run.tsv, line 3, column 9: hypothesis rests on sent9"):
        evaluate_trees([asked], [Prediction("q1", "sent1 & sent9 -> hypothesis", LEAVES, 3, "run.tsv")])


FLAT = "sent1 & sent2 & sent3 -> hypothesis"
LEFT = "sent1 & sent2 -> int1: x; int1 & sent3 -> hypothesis"
RIGHT = "sent2 & sent3 -> int1: x; int1 & sent1 -> hypothesis"
DEEP = "sent1 & sent2 & sent3 -> int1: x; int1 & sent4 -> hypothesis"


@pytest.mark.parametrize(
    ("found", "gold", "precision", "recall"),
    [
        (FLAT, FLAT, 1, 1),
        (LEFT, FLAT, 1, 1),  # a gold step was split: appendix D
        (RIGHT, FLAT, 1, 1),
        (FLAT, LEFT, 1, 1 / 2),  # two gold steps were merged: the conclusion between them is missing
        (RIGHT, LEFT, 0, 0),  # neither: it crosses the gold conclusion
        ("sent1 & sent2 -> int1: x; int1 & sent3 & sent4 -> hypothesis", DEEP, 1, 1 / 2),  # split, then merged
        ("sent1 & sent2 -> int1: x; int1 & sent3 -> int2: y; int2 & sent4 -> hypothesis", DEEP, 1, 1),
        ("sent1 & sent2 & sent4 -> int1: x; int1 & sent3 -> hypothesis", DEEP, 0, 0),
        ("sent1 & sent2 & sent5 -> hypothesis", FLAT, 0, 0),  # another leaf
        ("sent1 & sent2 -> hypothesis", FLAT, 1, 0),  # a leaf is missing: what is there splits the step
        ("sent1 & sent2 -> int1: x; int1 -> int2: y; int2 & sent3 -> hypothesis", FLAT, 2 / 3, 1),  # says it twice
        ("", FLAT, 0, 0),
    ],
)
def test_credit(found: str, gold: str, precision: float, recall: float) -> None:
    asked = problem(EntailmentTree("", (), ()))
    key = leaf_key(LEAVES)
    sides = [nodes(proof.decode_tree(text, asked, "proof"), key) for text in (found, gold)]
    overlap = restructured(*sides).overlap()
    assert (overlap.precision, overlap.recall) == pytest.approx((precision, recall))
