import pytest

from explanans.knowledge.base import KnowledgeBase
from explanans.pipeline.proposals.proposer import MOST, Proposer

POOL = (
    "The water is heated to 24 degrees, and the paddling pool to 30, by solar panels on the roof of the gym.",
    "Swimmers must shower before they enter the water.",
    "Lost property is kept at the till for four weeks.",
    "A season ticket costs sixty euros.",
    "The committee is elected for two years by all members who have paid.",
    "If a locker is not emptied, the staff break the lock.",
)


@pytest.fixture(scope="module")
def proposer() -> Proposer:
    return Proposer(KnowledgeBase.of(POOL))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much does a season ticket cost?", "sixty euros"),
        ("Where is lost property kept?", "at the till"),
        ("How long is lost property kept?", "four weeks"),
        ("What must swimmers do before they enter the water?", "shower"),
        ("What happens if a locker is not emptied?", "the staff break the lock"),
    ],
)
def test_the_answer_is_one_of_the_first_two(proposer: Proposer, question: str, answer: str) -> None:
    found = proposer.propose(question)
    assert any(answer in item.text for item in found[:2])
    assert len(found) <= MOST
    assert [item.chance for item in found] == sorted((item.chance for item in found), reverse=True)


def test_a_number_without_a_unit_is_proposed(proposer: Proposer) -> None:
    assert proposer.propose("How warm is the paddling pool?")[0].text.removeprefix("to ") == "30"


def test_no_proposal_is_a_part_of_a_better_one(proposer: Proposer) -> None:
    texts = [item.text for item in proposer.propose("How long is lost property kept?")]
    assert "weeks" not in texts
    assert len(texts) == len(set(texts))


def test_yes_and_no_where_these_are_asked_for(proposer: Proposer) -> None:
    assert [item.text for item in proposer.propose("Is the water heated?")] == ["yes", "no"]


def test_an_empty_base_holds_no_answer() -> None:
    assert Proposer(KnowledgeBase.of(["..."])).propose("Who elects the committee?") == ()
