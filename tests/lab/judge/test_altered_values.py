"""Claims whose values are replaced."""

import pytest

from explanans.lab.judge.altered_values import altered_values
from explanans.lab.judge.examples import TrainingClaim, TrainingExample
from explanans.language.values import find_values
from explanans.structures.verdicts import Status

SUPPORTED, CONTRADICTED = frozenset((Status.SUPPORTED,)), frozenset((Status.CONTRADICTED,))
TEXT = "The ferry to Vard takes 40 minutes and costs 12 euros. Bicycles cost 3 euros. It was built in 1987."


def altered(claim: str, status: frozenset[Status] = SUPPORTED, seed: int = 0) -> list[TrainingClaim]:
    example = TrainingExample((TEXT,), (TrainingClaim(claim, status),), 1.0)
    return [found for one in altered_values([example], seed) for found in one.claims]


@pytest.mark.parametrize(
    "claim",
    ["The crossing lasts 40 minutes.", "A passenger pays 12 euros.", "The ship dates from 1987.", "It has two decks."],
)
def test_a_supported_claim_stands_beside_itself_with_another_value(claim: str) -> None:
    for seed in range(20):
        plain, changed = altered(claim, seed=seed)
        assert plain == TrainingClaim(claim, SUPPORTED)
        assert changed.statuses == CONTRADICTED
        (before,), (after,) = find_values(claim), find_values(changed.text)
        assert (before.low, before.unit) != (after.low, after.unit)


def test_values_of_the_text_and_others_and_units_take_their_place() -> None:
    texts = {altered("A passenger pays 12 euros.", seed=seed)[1].text for seed in range(40)}
    assert "A passenger pays 3 euros." in texts
    assert "A passenger pays 12 pounds." in texts
    assert "A passenger pays 120 euros." in texts


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("The crossing lasts at least 40 minutes.", SUPPORTED),
        ("It does not cost 40 euros.", SUPPORTED),
        ("The crossing lasts 50 minutes.", CONTRADICTED),
        ("The ferry goes to Vard.", SUPPORTED),
    ],
)
def test_bounds_denials_and_claims_that_do_not_hold_are_passed_over(claim: str, status: frozenset[Status]) -> None:
    assert altered(claim, status) == []
