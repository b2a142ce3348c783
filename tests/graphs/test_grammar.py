"""Which relations fit which phrases, and the edges that sentences speak for."""

import pytest

from explanans.graphs.grammar import asserted_form, denied_form, fit, said
from explanans.graphs.links import RELATIONS
from explanans.graphs.main_clause import Kind, Sentence
from explanans.structures.graphs import Relation, Stance


def test_a_quality_is_no_kind_of_thing() -> None:
    found = fit([Kind.THING, Kind.QUALITY], ["nuclear power", "dangerous"])
    assert found[0, 1, RELATIONS.index(Relation.HAS_PROPERTY)] > 0.9
    assert found[0, 1, RELATIONS.index(Relation.IS_A)] < 0.3


def test_only_somebody_desires() -> None:
    place = RELATIONS.index(Relation.DESIRES)
    found = fit([Kind.THING, Kind.PERSON, Kind.THING], ["reactors", "children", "free time"])
    assert found[1, 2, place] > 0.9
    assert found[0, 2, place] < 0.3


def test_what_crosses_joints_fits_nothing() -> None:
    found = fit([Kind.BROKEN, Kind.THING], ["turtles choke", "plastic"])
    assert max(found[0, 1].max(), found[1, 0].max()) < 0.1


@pytest.mark.parametrize("relation", [item for item in RELATIONS if "not" not in item.value.split()])
def test_a_denied_relation_denies_what_it_was(relation: Relation) -> None:
    if relation not in {Relation.SYNONYM_OF, Relation.ANTONYM_OF}:
        assert asserted_form(denied_form(relation)) is relation


def test_a_counter_argument_denies_the_belief() -> None:
    belief, argument = Sentence("Nuclear power should be expanded."), Sentence("Reactor accidents are dangerous.")
    assert ["; ".join(item.edge) for item in said(belief.clause, argument.clause, Stance.COUNTER)] == [
        "reactor accidents; has property; dangerous",
        "nuclear power; not receives action; expanded",
        "dangerous; not causes; expanded",
    ]


def test_two_denials_cancel() -> None:
    belief, argument = Sentence("Women should not be in combat."), Sentence("Men are strong.")
    bridge = said(belief.clause, argument.clause, Stance.COUNTER)[-1].edge
    assert bridge.relation is Relation.CAUSES


@pytest.mark.parametrize("denial", ["free of poison", "poison-free", "without poison", "no poison"])
def test_what_denies_a_concept_is_only_its_antonym(denial: str) -> None:
    found = fit([Kind.THING, Kind.THING], ["poison", denial])[0, 1]
    assert [relation for relation, share in zip(RELATIONS, found, strict=True) if share == 1] == [Relation.ANTONYM_OF]


def test_nothing_brings_about_its_own_denial() -> None:
    belief, argument = Sentence("Fields should be free of poison."), Sentence("Pesticides spread poison.")
    edges = ["; ".join(item.edge) for item in said(belief.clause, argument.clause, Stance.SUPPORT)]
    assert "poison; antonym of; free of poison" in edges
    assert not any("causes; free of poison" in edge for edge in edges)


def test_a_negated_argument_is_a_reason_as_it_stands() -> None:
    belief, argument = Sentence("Zoos protect rare species."), Sentence("Many animals in zoos cannot breed.")
    edges = ["; ".join(item.edge) for item in said(belief.clause, argument.clause, Stance.COUNTER)]
    assert "many animals; capable of; cannot breed" in edges
    assert "cannot breed; not causes; protect rare species" in edges


def test_cities_have_wishes() -> None:
    cities, cyclists = Sentence("Cities need more bicycle lanes."), Sentence("Cyclists slow down traffic.")
    edges = ["; ".join(item.edge) for item in said(cities.clause, cyclists.clause, Stance.COUNTER)]
    assert "cities; not desires; bicycle lanes" in edges
