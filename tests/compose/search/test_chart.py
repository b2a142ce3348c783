from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.compose.trees.joins import Charts, all_joins, best, whole


def trees(leaves: int) -> list[tuple[int, ...]]:
    """Return every tree over some leaves as the numbers of its joins, by trying everything."""
    joins = all_joins(leaves)

    def over(held: int) -> Iterator[tuple[int, ...]]:
        if held & (held - 1) == 0:
            yield ()
            return
        for number in np.flatnonzero(whole(joins) == held).tolist():
            for parts in product(*(over(part) for part in joins[number].tolist() if part)):
                yield (*(join for part in parts for join in part), number)

    return list(over((1 << leaves) - 1))


def scores(leaves: int, seed: int) -> NDArray[np.float64]:
    return np.random.default_rng(seed).normal(size=len(all_joins(leaves)))


@pytest.mark.parametrize(("leaves", "count"), [(2, 1), (3, 4), (4, 25), (5, 220)])
def test_how_many_trees_there_are(leaves: int, count: int) -> None:
    """The generating function is the inverse of x - x²/2 - x³/6."""
    assert len(trees(leaves)) == count
    assert len(best(leaves, all_joins(leaves), scores(leaves, 0), 1000)) == len(trees(leaves))


@pytest.mark.parametrize("leaves", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [0, 1])
def test_the_best_trees_are_those_that_trying_everything_finds(leaves: int, seed: int) -> None:
    values = scores(leaves, seed)
    expected = sorted((values[list(tree)].sum() for tree in trees(leaves)), reverse=True)[:5]
    found = best(leaves, all_joins(leaves), values, 5)
    assert [tree.score for tree in found] == pytest.approx(expected)
    assert [values[list(tree.joins)].sum() for tree in found] == pytest.approx(expected)
    assert len({frozenset(tree.joins) for tree in found}) == len(found)


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


def test_no_tree_where_joins_lack() -> None:
    assert best(3, np.array([[1, 2, 0]]), np.ones(1)) == []
