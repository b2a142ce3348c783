"""What assertions lead to from belief and argument."""

from explanans.compose.graphs.external import Assertions
from explanans.graph import Edge, Relation

CAGES = Edge("cages", Relation.CAUSES, "suffering")
ZOO = Edge("suffering", Relation.NOT_DESIRES, "zoo")


def test_bridges_lead_from_the_argument_to_the_belief() -> None:
    found = Assertions([CAGES, ZOO]).bridges(["zoos"], ["cage"])
    assert found == [(Edge("cage", Relation.CAUSES, "suffering"), Edge("suffering", Relation.NOT_DESIRES, "zoos"))]
    assert not Assertions([CAGES]).bridges(["zoos"], ["cages"])


def test_nothing_leads_from_a_concept_to_itself() -> None:
    assert not Assertions([CAGES, ZOO]).bridges(["cages"], ["cage"])


def test_assertions_between_two_concepts_are_worded_as_they_are() -> None:
    assert Assertions([CAGES, ZOO]).between(["suffering", "cage"]) == [Edge("cage", Relation.CAUSES, "suffering")]
