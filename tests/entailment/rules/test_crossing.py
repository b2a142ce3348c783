"""Crossing: words of a claim that stand in several clauses of a sentence, and what may lean on another clause."""

import pytest

from explanans.entailment.rules.binding import crosses, fullest

from .conftest import compare


@pytest.mark.parametrize(
    ("premises", "claim"),
    [
        ("The front light is white and the rear light red", "The front light is red"),
        ("She lives on the ground floor and keeps the keys", "The ground floor keeps the keys"),
        ("A mild fever is harmless, but a fever with a rash: see a doctor at once", "A fever with a rash is harmless"),
        ("Members are not admitted on Fridays, and guests leave at three", "Guests are not admitted on Fridays"),
        ("Cats may be kept without asking; a dog needs consent", "Dogs may be kept without asking"),
        ("Compost is ready after a year, and leaf mould after two | Frogs jump", "Leaf mould is ready after a year"),
    ],
)
def test_a_claim_across_clauses(premises: str, claim: str) -> None:
    assert crosses(compare(premises, claim))


@pytest.mark.parametrize(
    ("premises", "claim"),
    [
        ("The front light is white and the rear light red", "The rear light is red"),
        ("The front light is white and the rear light red | The front light is red", "The front light is red"),
        ("The caretaker is kind, and she keeps the keys", "The caretaker keeps the keys"),
        ("The front light is white", "The front light is red"),
        ("The tray may go in the dishwasher, the handle may not", "The handle may not go in the dishwasher"),
        ("Ann led the repair and Ben drew the plans", "Ann led the repair, and Ben drew the plans"),
        ("The bowls are full, and Paola fetches nuts", "Nobody fetches the bowls"),
        ("The cook peels carrots, and potatoes are boiled", "The cook prepares potatoes"),
        ("Ice is sprayed with drops; on smooth ice stones stop", "If the ice has no drops, stones stop"),
    ],
)
def test_a_claim_that_a_clause_may_say(premises: str, claim: str) -> None:
    assert not crosses(compare(premises, claim))


def test_the_clauses_that_have_most_of_a_claim() -> None:
    pair = compare("Peas need a trellis and the shop is open", "Peas need a trellis")
    assert [clause.text for clause in fullest(pair, 0).clauses] == ["Peas need a trellis"]
    assert fullest(pair, 0).has_all
