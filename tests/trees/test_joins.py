from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.trees.joins import all_joins, best, members, sizes, whole


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


def test_no_tree_where_joins_lack() -> None:
    assert best(3, np.array([[1, 2, 0]]), np.ones(1)) == []


@pytest.mark.parametrize("leaves", [2, 3, 4, 5])
def test_all_joins_are_those_that_trying_everything_finds(leaves: int) -> None:
    sets = range(1, 1 << leaves)
    pairs = {frozenset({a, b}) for a, b in product(sets, sets) if not a & b}
    triples = {frozenset({a, b, c}) for a, b, c in product(sets, sets, sets) if not a & b and not (a | b) & c}
    found = [frozenset(filter(None, join)) for join in all_joins(leaves).tolist()]
    assert len(found) == len(set(found))
    assert set(found) == pairs | triples


def test_sets_and_their_leaves() -> None:
    joins = all_joins(3)
    assert sizes(whole(joins)).tolist() == members(whole(joins), 3).sum(axis=1).tolist()
    assert whole(np.array([[1, 4, 0], [1, 2, 4]])).tolist() == [5, 7]
