import pytest

from explanans.knowledge.base import KnowledgeBase
from explanans.proposals import Proposer

POOL = (
    "The water is heated to 24 degrees by solar panels on the roof of the gym.",
    "Swimmers must shower before they enter the water.",
    "Lost property is kept at the till for four weeks.",
    "A season ticket costs sixty euros.",
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
