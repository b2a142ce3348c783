import numpy as np
import pytest

from explanans.lab.training.trees import Charts, gold_joins, is_gold, with_gold
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Step
from explanans.trees.joins import all_joins
from tests.trees.test_joins import scores, trees


@pytest.mark.parametrize("leaves", [2, 3, 4, 5])
def test_marginals_are_those_that_trying_everything_finds(leaves: int) -> None:
    values = scores(leaves, 2)
    every = trees(leaves)
    weights = np.exp([values[list(tree)].sum() for tree in every])
    expected = np.zeros(len(values))
    for tree, weight in zip(every, weights / weights.sum(), strict=True):
        expected[list(tree)] += weight
    # The same problem beside another one gives the same.
    charts = Charts([3, leaves], [all_joins(3), all_joins(leaves)])
    found = charts.marginals(np.concatenate([scores(3, 3), values]))
    assert found[charts.offsets[1] :] == pytest.approx(expected)


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
