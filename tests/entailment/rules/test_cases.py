"""Cases: claims about one of those of whom a sentence speaks, about others, and about what no group is of."""

import pytest

from explanans.entailment.rules.binding import is_case, is_outside

from .conftest import compare


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("Children under eight may not swim.", "A child of seven may not swim."),
        ("The landlord pays for repairs above 100 euros.", "The landlord pays for a repair of 300 euros."),
        ("The shop is open from May to September.", "The shop is open in July."),
        ("The mill can be visited on weekdays.", "The mill can be visited on a Wednesday."),
        ("Rooms 10 to 19 are on the first floor.", "Room 15 is on the first floor."),
    ],
)
def test_one_of_those_meant(premise: str, claim: str) -> None:
    pair = compare(premise, claim)
    assert is_case(pair)
    assert not is_outside(pair)


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("Children under six swim for free.", "A child of ten swims for free."),
        ("Children under six swim for free.", "A ten-year-old swims for free."),
        ("Members over seventy pay no late fee.", "Members of fifty pay no late fee."),
        ("Anyone over sixteen can join.", "Children of twelve can join."),
        ("Repairs up to 100 euros are paid by the tenant.", "Repairs of 300 euros are paid by the tenant."),
        ("Dogs of more than ten kilograms need a lead.", "Dogs of six kilograms need a lead."),
        (
            "The slide may be used by anyone taller than 1.20 metres.",
            "A person who is 1.10 metres tall may use the slide.",
        ),
    ],
)
def test_one_of_the_others(premise: str, claim: str) -> None:
    pair = compare(premise, claim)
    assert is_outside(pair)
    assert not is_case(pair)


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("Children under six swim for free.", "Children swim for free."),
        ("Children under six swim for free.", "A child of ten eats ice."),
        ("The tank holds more than ten litres.", "The tank holds nine litres."),
    ],
)
def test_no_case_at_all(premise: str, claim: str) -> None:
    pair = compare(premise, claim)
    assert not is_case(pair)
    assert not is_outside(pair)


@pytest.mark.parametrize(
    "claim",
    ["Room 15 is on the second floor.", "Room 25 is on the first floor.", "Room 15 is not on the first floor."],
)
def test_what_is_numbered_is_no_case_of_what_is_said_of_others(claim: str) -> None:
    assert not is_case(compare("Rooms 10 to 19 are on the first floor.", claim))


def test_what_is_excepted_is_no_case() -> None:
    premise = "Groups of more than ten get a fifth off, except on Saturdays."
    assert is_case(compare(premise, "A group of fifteen gets a fifth off."))
    assert not is_case(compare(premise, "A group of fifteen gets a fifth off on Saturdays."))
