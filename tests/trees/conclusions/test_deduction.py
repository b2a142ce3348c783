"""What follows by the form of two premises."""

import pytest

from explanans.trees.conclusions.deduction import APPLIED, CAUSED, LINKED, deductions
from explanans.trees.conclusions.replacement import plain_premises

RULE = "if a material is a poor conductor of heat then heat moves through that material slowly"
ECLIPSE = "if the shadow of Earth falls on the Moon then a lunar eclipse happens"


@pytest.mark.parametrize(
    ("one", "other", "text"),
    [
        (RULE, "wood is a poor conductor of heat", "heat moves through wood slowly"),
        (
            "if an object is magnetic then a magnet attracts it",
            "an iron nail is magnetic",
            "a magnet attracts an iron nail",
        ),
        ("if something is frozen then it is cold", "the peas are frozen", "the peas are cold"),
        (
            "if muscles work harder then the muscles need oxygen",
            "if the muscles need oxygen then the heart beats faster",
            "if muscles work harder then the heart beats faster",
        ),
        ("rubbing hands causes friction", "friction causes heat", "rubbing hands causes heat"),
    ],
)
def test_what_the_form_of_premises_warrants(one: str, other: str, text: str) -> None:
    found = {candidate.text: candidate.proposer for candidate in deductions([one, other])}
    assert found[text] in {APPLIED, LINKED, CAUSED}
    assert text in [found.text for found in deductions(plain_premises([other, one], text))]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (RULE, "metal is a good conductor of heat"),
        ("if a trait is not inherited then children lack the trait", "an inherited trait is useful"),
        ("if a plant gets no water then it dies", "a fern gets water"),
        (ECLIPSE, "if the Moon is new then the shadow of the Moon falls on Earth"),
        ("friction causes heat", "heat is a kind of energy"),
        ("glass is a kind of object", "ice is a kind of object"),
    ],
)
def test_what_it_does_not_warrant(one: str, other: str) -> None:
    assert not list(deductions([one, other]))


def test_nothing_is_deduced_from_more() -> None:
    assert not list(deductions([RULE, "wood is a poor conductor of heat", "metal is a good conductor of heat"]))
