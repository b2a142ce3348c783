"""The support of a hypothesis by leaves that were chosen among many facts."""

import pytest

from explanans.learning.model import Origin
from explanans.pipeline.leaf_support import LeafEvidence, LeafSupport, columns

CLEAR = LeafEvidence(0.9, 1.0)


def test_each_weight_multiplies_its_feature() -> None:
    weights = dict.fromkeys(LeafSupport.names, 0.0)
    assert {*columns(CLEAR)} == {*LeafSupport.names}
    assert LeafSupport(weights, Origin({}, 0)).probability(CLEAR) == pytest.approx(0.5)
    assert LeafSupport({**weights, "judged": 1.0}, Origin({}, 0)).probability(CLEAR) == pytest.approx(0.9)
    assert LeafSupport({**weights, "covered": 1.0, "constant": -1.0}, Origin({}, 0)).probability(CLEAR) == 0.5


def test_what_ships_finds_clear_leaves_sufficient_and_unclear_ones_not() -> None:
    shipped = LeafSupport.shipped()
    assert shipped.probability(CLEAR) > 0.7
    assert shipped.probability(LeafEvidence(0.05, 0.3)) < 0.3
