import pytest

from explanans.entailment.rules.finding import Outcome
from explanans.entailment.rules.polarity import replacements

from .conftest import compare

SKIN = "Frogs breathe through their skin rather than their lungs in winter."
BELLY = "Children often have pain in the belly instead of the head."


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        (SKIN, "Frogs breathe through their lungs in winter."),
        (BELLY, "Children often have pain in the head."),
        ("Use oil rather than butter.", "Use butter."),
    ],
)
def test_what_something_else_stands_for(premise: str, claim: str) -> None:
    (found,) = replacements(compare(premise, claim))
    assert found.status is Outcome.CONFLICTS


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        (SKIN, "Frogs breathe through their skin in winter."),
        (SKIN, "Frogs do not breathe through their lungs in winter."),
        (SKIN, SKIN),
        (BELLY, "Children often have pain in the belly."),
        ("Instead of the lift, take the stairs.", "Take the stairs."),
    ],
)
def test_what_stands_in_its_own_place(premise: str, claim: str) -> None:
    assert list(replacements(compare(premise, claim))) == []
