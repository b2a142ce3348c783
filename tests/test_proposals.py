import pytest

from explanans.knowledge.base import KnowledgeBase
from explanans.proposals import Proposer

POOL = (
    "The water is heated to 24 degrees by solar panels on the roof of the gym.",
    "Swimmers must shower before they enter the water.",
    "Lost property is kept at the till for four weeks.",
    "A season ticket costs sixty euros, and a day ticket four.",
    "The slide is 100 metres long and was added in 1998 for 1500 people.",
    "The lease is due on the third working day of the month.",
    "Dough is ready when it has grown by half.",
    "The front light is white and the rear light red.",
)


@pytest.fixture(scope="module")
def proposer() -> Proposer:
    return Proposer(KnowledgeBase.of(POOL))


def test_ways_and_places_stand_with_their_prepositions(proposer: Proposer) -> None:
    assert proposer.propose("How is the water heated?") == ("by solar panels", POOL[0].rstrip("."))
    assert "at the till" in proposer.propose("Where is lost property kept?")


def test_what_is_to_be_done_is_told_by_the_fact_that_fits(proposer: Proposer) -> None:
    found = proposer.propose("What must swimmers do before they enter the water?")
    assert POOL[1].rstrip(".") in found
    assert POOL[0].rstrip(".") not in found


def test_an_amount_is_a_number(proposer: Proposer) -> None:
    assert proposer.propose("How much does a season ticket cost?")[0] == "sixty euros"
    assert proposer.propose("What does a season ticket cost?")[0] == "sixty euros"
    assert proposer.propose("Is the water heated?") == ("yes", "no")


def test_an_amount_has_the_unit_that_its_clause_borrows(proposer: Proposer) -> None:
    assert "four euros" in proposer.propose("What does a day ticket cost?")
    assert proposer.propose("How warm is the water?")[0] == "24 degrees"


def test_a_time_is_a_date_a_phrase_or_an_occasion(proposer: Proposer) -> None:
    added = proposer.propose("When was the slide added?")
    assert "1998" in added
    assert not {"100", "1500"} & set(added)
    assert "the third working day of the month" in proposer.propose("When is the lease due?")
    assert "when it has grown by half" in proposer.propose("When is the dough ready?")


def test_a_quality_is_of_the_kind_that_is_asked_for(proposer: Proposer) -> None:
    assert {"red", "white"} <= set(proposer.propose("What colour is the rear light?"))
