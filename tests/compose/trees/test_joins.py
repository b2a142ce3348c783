from itertools import product

import numpy as np
import pytest

from explanans.compose.trees.joins import all_joins, members, sizes, whole


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
