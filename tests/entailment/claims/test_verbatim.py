"""Claims that a source has verbatim: outright, taken back or introduced as hearsay."""

import pytest

from explanans.entailment.claims.assessment import CloseReader, Holding
from explanans.language.parser import shared_parser

NOTES = (
    "Slugs are most active at night and after rain.",
    "Compost is ready after nine months, and it smells of the wood.",
    "Some gardeners say that coffee grounds drive ants away.",
    "Ice sinks.",
    "That is not true.",
    "An old belief:",
    "Iron floats.",
)


@pytest.mark.parametrize(
    ("claim", "holding", "numbers"),
    [
        ("Slugs are most active at night and after rain.", Holding.STATED, (0,)),
        ("Compost is ready after nine months.", Holding.STATED, (1,)),
        ("Ice sinks.", Holding.TAKEN_BACK, (3, 4)),
        ("Iron floats.", Holding.ANNOUNCED, (5, 6)),
    ],
)
def test_a_source_has_a_claim_verbatim(claim: str, holding: Holding, numbers: tuple[int, ...]) -> None:
    found = CloseReader(shared_parser).find(NOTES, range(len(NOTES)), claim)
    assert found is not None
    assert (found.holding, found.numbers) == (holding, numbers)


@pytest.mark.parametrize(
    "claim", ["Frogs jump into ponds.", "Coffee grounds drive ants away.", "Slugs are most active at night."]
)
def test_what_is_not_said_verbatim(claim: str) -> None:
    assert CloseReader(shared_parser).find(NOTES, range(len(NOTES)), claim) is None
