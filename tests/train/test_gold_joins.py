import numpy as np
import pytest

from explanans.compose.trees.joins import all_joins
from explanans.fact import Fact
from explanans.train.joins import gold_joins, is_gold, with_gold
from explanans.tree import ROOT, EntailmentTree, Step


def tree(*steps: str) -> EntailmentTree:
    made = [Step(tuple(step.split(">")[0].split("&")), step.split(">")[1], "t") for step in steps]
    leaves = sorted({name for step in made for name in step.premises if not name.startswith("int")})
    return EntailmentTree("t", tuple(Fact(name, name) for name in leaves), tuple(made))


def test_joins_of_a_gold_tree() -> None:
    given = tree("a&c>int1", f"int1&b&d>{ROOT}")
    gold = gold_joins(given, "abcd")
    assert gold == ((1, 4), (2, 5, 8))
    found = is_gold(all_joins(4), gold)
    assert found.sum() == 2
    fewer = all_joins(4)[~found]
    assert is_gold(with_gold(fewer, gold), gold).sum() == 2
    assert len(with_gold(all_joins(4), gold)) == len(all_joins(4))


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (tree("a&b>int1", f"int1&b>{ROOT}"), "a premise used twice"),
        (tree(f"a&b&c&d>{ROOT}"), "four premises"),
        (tree("a&b>int1"), "no root"),
    ],
)
def test_trees_that_teach_nothing(given: EntailmentTree, why: str) -> None:
    assert gold_joins(given, [leaf.id for leaf in given.leaves]) == (), why


def test_leaves_that_the_names_lack() -> None:
    assert gold_joins(tree(f"a&b>{ROOT}"), "abc") == ()
    assert is_gold(np.zeros((0, 3), np.int64), ()).size == 0
