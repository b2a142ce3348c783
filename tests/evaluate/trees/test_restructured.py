"""Credit for restructured trees: what is credited, and what is not."""

import pytest

from explanans.codecs import proof
from explanans.evaluate.trees.nodes import leaf_key, nodes
from explanans.evaluate.trees.restructured import restructured
from explanans.tree import EntailmentTree

from .drawn import LEAVES, problem

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
