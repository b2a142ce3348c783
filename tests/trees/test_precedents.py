import numpy as np

from explanans.structures.trees import Problem
from explanans.trees.problem_matrix import CLOSENESS, LIKENESS, SIBLING_LIKENESS, SIBLINGS, Precedents
from explanans.trees.terms import TermWeights


def known(problems: list[Problem]) -> tuple[Precedents, TermWeights]:
    trees = [problem.tree for problem in problems if problem.tree]
    return Precedents.of(enumerate(trees)), TermWeights.counted(leaf.text for tree in trees for leaf in tree.leaves)


def test_a_pair_that_a_gold_tree_joins_is_known(problems: list[Problem]) -> None:
    precedents, weights = known(problems)
    assert (len(precedents.pairs), len(precedents.leaves)) == (3 * 18, 3 * 18)
    texts = [premise.text for premise in problems[0].premises[:3]]
    outlook = precedents.outlook(texts, weights)
    assert np.allclose(outlook.pairs, outlook.pairs.transpose(0, 2, 1))
    assert outlook.pairs[LIKENESS, 0, 1] > 0.999
    assert outlook.pairs[SIBLING_LIKENESS, 0, 1] > 0.999
    assert outlook.pairs[SIBLINGS, 0, 1] > 0.8
    assert outlook.pairs[SIBLINGS, 0, 2] < 0.5
    assert outlook.pairs[CLOSENESS, 0, 1] > outlook.pairs[CLOSENESS, 1, 2]
    assert outlook.last[2] > 0.8
    assert outlook.last[0] < 0.5


def test_hidden_trees_say_nothing(problems: list[Problem]) -> None:
    precedents, weights = known(problems)
    blind = precedents.hiding(frozenset(range(18)))
    assert blind.pairs == ()
    assert blind.leaves == ()
    outlook = blind.outlook([premise.text for premise in problems[0].premises], weights)
    assert not outlook.pairs[LIKENESS].any()
    assert not outlook.support.any()


def test_words_that_nobody_has_seen(problems: list[Problem]) -> None:
    precedents, weights = known(problems)
    outlook = precedents.outlook(["xylophones zing", "", "?"], weights)
    assert np.isfinite(outlook.pairs).all()
    assert not outlook.pairs[LIKENESS].any()
