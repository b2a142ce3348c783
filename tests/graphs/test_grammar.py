"""Which relations fit which phrases, and the edges that sentences speak for."""

import pytest

from explanans.graphs.clause import Kind
from explanans.graphs.grammar import asserted_form, denied_form, fit, said
from explanans.graphs.links import RELATIONS
from explanans.graphs.main_clause import Sentence
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
        "expanded; causes; dangerous",
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


def _edges(belief: str, argument: str, stance: Stance) -> list[str]:
    return ["; ".join(item.edge) for item in said(Sentence(belief).clause, Sentence(argument).clause, stance)]


def test_a_negation_of_the_argument_denies_a_relation() -> None:
    edges = _edges("Zoos protect rare species.", "Many animals in zoos cannot breed.", Stance.COUNTER)
    assert "many animals; not capable of; breed" in edges
    assert "zoos; not causes; breed" in edges


def test_what_should_be_done_leads_to_what_the_argument_says_by_way_of_its_reason() -> None:
    edges = _edges(
        "Companies should switch to a four-day week.",
        "Customers are angry when nobody answers the phone.",
        Stance.COUNTER,
    )
    assert "companies; not desires; switch" in edges
    assert "four-day week; not causes; answers the phone" in edges
    assert "answers the phone; not causes; angry" in edges


@pytest.mark.parametrize(
    ("belief", "argument", "stance", "edge"),
    [
        ("Hunting deer should be prohibited.", "Foxes destroy forests.", Stance.COUNTER, "not causes; destroy forests"),
        ("Rents should be limited.", "Workers cannot afford a flat.", Stance.SUPPORT, "not causes; afford a flat"),
        ("Meat should be taxed.", "Workers cannot afford a flat.", Stance.SUPPORT, "causes; afford a flat"),
        ("Robots should help nurses.", "Patients need a human voice.", Stance.COUNTER, "not causes; human voice"),
        ("Drones should deliver parcels.", "Drones would fill the sky.", Stance.COUNTER, "causes; fill the sky"),
    ],
)
def test_a_topic_leads_to_what_suits_the_stance(belief: str, argument: str, stance: Stance, edge: str) -> None:
    topic = {"Hunting": "hunting deer", "Rents": "rents", "Meat": "taxed", "Robots": "help nurses"}
    assert f"{topic.get(belief.split(maxsplit=1)[0], 'deliver parcels')}; {edge}" in _edges(belief, argument, stance)


def test_a_part_of_the_topic_is_no_case_of_it() -> None:
    edges = _edges("Bottled water should be banned.", "Water refreshes people.", Stance.COUNTER)
    assert not any("is a" in edge or "synonym" in edge for edge in edges)


def test_who_lacks_something_desires_it() -> None:
    edges = _edges("Cash should be abolished.", "Old people do not own a smartphone.", Stance.COUNTER)
    assert "old people; desires; cash" in edges
    assert "old people; not has property; smartphone" in edges


def test_cities_have_wishes() -> None:
    cities, cyclists = Sentence("Cities need more bicycle lanes."), Sentence("Cyclists slow down traffic.")
    edges = ["; ".join(item.edge) for item in said(cities.clause, cyclists.clause, Stance.COUNTER)]
    assert "cities; not desires; bicycle lanes" in edges
