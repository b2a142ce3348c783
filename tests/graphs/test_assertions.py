"""What facts assert about short concepts."""

import pytest

from explanans.graphs.candidates import Assertions, asserted
from explanans.graphs.composer import GraphComposer
from explanans.knowledge.base import KnowledgeBase
from explanans.structures.facts import DEPRECATED_COLUMN, Cell, Fact
from explanans.structures.graphs import Edge, Relation


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("A cage is a kind of prison.", ("cage", Relation.IS_A, "prison")),
        ("a whale is not a fish", ("whale", Relation.IS_NOT_A, "fish")),
        ("freezing is the opposite of melting", ("freezing", Relation.ANTONYM_OF, "melting")),
        ("most clay bricks are made of clay", ("clay bricks", Relation.MADE_OF, "clay")),
        ("planting trees reduces soil erosion", ("planting trees", Relation.NOT_CAUSES, "soil erosion")),
        ("the Moon cannot make light", ("moon", Relation.NOT_CAPABLE_OF, "make light")),
        ("the ocean contains dissolved salt", ("dissolved salt", Relation.PART_OF, "ocean")),
        ("evaporation is a stage in the water cycle", ("water cycle", Relation.HAS_SUBEVENT, "evaporation")),
        ("ice is cold", ("ice", Relation.HAS_PROPERTY, "cold")),
        ("iron is not magnetic", ("iron", Relation.NOT_HAS_PROPERTY, "magnetic")),
    ],
)
def test_facts_in_the_words_of_a_relation_assert_it(text: str, edge: tuple[str, Relation, str]) -> None:
    assert list(asserted([Fact("1", text)])) == [Edge(*edge)]


@pytest.mark.parametrize(
    "text",
    [
        "a telescope is used to see distant objects in space",
        "if a place faces the Sun then it is day",
        "ice is cold and hard",
        "the cat is on the mat",
        "an ear is an ear",
        "Earth rotates",
        "is a",
        "",
    ],
)
def test_facts_that_say_more_or_something_else_assert_nothing(text: str) -> None:
    assert not list(asserted([Fact("1", text)]))


def test_superseded_facts_assert_nothing() -> None:
    assert not list(asserted([Fact("1", "ice is cold", cells=(Cell(DEPRECATED_COLUMN, "old"),))]))


def test_the_starter_base_asserts_many_short_things() -> None:
    edges = list(asserted(KnowledgeBase.open("starter").facts))
    assert len(edges) > 400
    assert {edge.relation for edge in edges} >= {Relation.IS_A, Relation.PART_OF, Relation.CAUSES, Relation.MADE_OF}
    assert all(1 <= len(end.split()) <= 3 for edge in edges for end in (edge.source, edge.target))
    assert Edge("copper wire", Relation.MADE_OF, "copper") in edges


def test_the_starter_base_brings_a_concept_that_neither_text_has() -> None:
    said = ("Lizards are interesting.", "Snakes are beautiful.")
    plain = GraphComposer.shipped().compose(*said)[0].concepts()
    [graph] = GraphComposer.shipped(Assertions(asserted(KnowledgeBase.open("starter").facts))).compose(*said)
    assert "reptile" not in plain
    assert "reptile" in graph.concepts()
    assert graph.faults() == ()


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
