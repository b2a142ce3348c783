"""Relations between phrases that sentences do not state."""

import numpy as np
import pytest

from explanans.graphs.knowledge import known_edge, shared_relations
from explanans.graphs.links import RELATIONS
from explanans.graphs.main_clause import Clause, read_sentence
from explanans.structures.graphs import Relation


@pytest.mark.parametrize(
    ("source", "relation", "target"),
    [
        ("book", Relation.AT_LOCATION, "library"),
        ("violin", Relation.USED_FOR, "making music"),
        ("person", Relation.DESIRES, "happiness"),
        ("dog", Relation.CAPABLE_OF, "bark"),
    ],
)
def test_what_everybody_knows_is_the_likeliest_relation(source: str, relation: Relation, target: str) -> None:
    (chances,) = shared_relations().chances([(source, target)])
    assert RELATIONS[int(chances.argmax())] is relation
    assert 0 < chances.sum() < 1


def test_no_pairs_have_no_chances() -> None:
    assert shared_relations().chances([]).shape == (0, len(RELATIONS))
    assert np.isfinite(shared_relations().chances([("", "")])).all()


def test_an_edge_joins_argument_and_belief_only_if_it_is_likely() -> None:
    belief = read_sentence("Libraries are no longer needed.").clause
    found = known_edge(belief, read_sentence("Poor students borrow textbooks from the library.").clause)
    assert found
    assert "; ".join(found.edge) == "libraries; used for; borrow textbooks"
    assert known_edge(belief, Clause()) is None
