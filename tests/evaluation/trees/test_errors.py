"""Kinds of error: one tree for each."""

import pytest

from explanans.evaluation.trees.measure import Rules
from explanans.evaluation.trees.report import evaluate_trees
from explanans.formats import proof
from explanans.structures.trees import EntailmentTree, Errors, Prediction

from .drawn import LEAVES, problem

GOLD = "sent1 & sent2 & sent3 -> int1: ice melts; int1 & sent4 -> hypothesis;"
NONE = dict.fromkeys(Errors.__slots__, 0)


@pytest.mark.parametrize(
    ("found", "errors"),
    [
        (GOLD, {}),
        ("", {"empty": 1, "missing_leaves": 1}),
        ("nothing", {"malformed": 1, "missing_leaves": 1}),
        (
            "sent1 & sent2 & sent3 -> int1: A!; int1 & sent4 -> hypothesis",
            {"repetition": 1, "repetition_steps": 1, "wrong_conclusions": 1},
        ),
        (
            "sent1 & sent2 -> int1: x y; sent3 & sent4 -> hypothesis",
            {"disconnected": 1, "malformed": 1, "wrong_steps": 1},
        ),
        ("sent1 & sent2 -> int1: ice melts; int1 & sent4 -> hypothesis", {"missing_leaves": 1}),
        ("sent1 & sent2 & sent3 & sent5 -> int1: ice melts; int1 & sent4 -> hypothesis", {"extra_leaves": 1}),
        ("sent1 & sent4 -> int1: x y; int1 & sent2 & sent3 -> hypothesis", {"wrong_steps": 1}),
        (
            "sent1 & sent2 -> int1: x y; int1 & sent3 -> int2: ice melts; int2 & sent4 -> hypothesis",
            {"wrong_steps": 1, "restructured": 1},
        ),
        ("sent1 & sent2 & sent3 -> int1: frogs jump; int1 & sent4 -> hypothesis", {"wrong_conclusions": 1}),
        (
            "sent1 & sent2 & sent3 -> int1: The sun melts the ice.; int1 & sent4 -> hypothesis",
            {"premature_hypothesis": 1, "repetition": 1, "repetition_steps": 1, "wrong_conclusions": 1},
        ),
    ],
)
def test_kinds_of_error(found: str, errors: dict[str, int]) -> None:
    asked = problem(proof.decode_tree(GOLD, problem(EntailmentTree("", (), ())), "gold"))
    report = evaluate_trees([asked], [Prediction("q1", found, LEAVES)], Rules("corrected", lenient=True))
    assert {name: getattr(report.details.errors, name) for name in NONE} == NONE | errors
