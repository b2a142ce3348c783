from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, cast

import pytest

from explanans.structures.trees import Inference
from explanans.trees.conclusions.concluder import candidates
from explanans.trees.conclusions.conclusion import Candidate
from explanans.trees.conclusions.wellformed import faults

if TYPE_CHECKING:
    from explanans.trees.conclusions.edits import Editor

CASES = [
    ("milk is a kind of liquid", "a liquid has no shape", "milk has no shape", Inference.INHERITANCE),
    ("dew is a kind of liquid water", "heat evaporates liquid water", "heat evaporates dew", Inference.SUBSTITUTION),
    ("wind means moving air", "a kite needs wind", "a kite needs moving air", Inference.SUBSTITUTION),
    ("a gate is made of iron", "iron can rust", "a gate can rust", Inference.INHERITANCE),
    (
        "if a material is a poor conductor of heat then heat moves slowly through that material",
        "wool is a poor conductor of heat",
        "heat moves slowly through wool",
        Inference.RULE,
    ),
    ("if it rains then the street gets wet", "it rains", "the street gets wet", Inference.RULE),
    ("a frog eats insects", "a frog lives in water", "a frog eats insects and lives in water", Inference.SPECIFICATION),
    ("ice is a kind of solid", "wood is a kind of solid", "ice and wood are kinds of solid", Inference.SPECIFICATION),
    ("a herbivore is an animal that eats plants", "a cow eats plants", "a cow is a herbivore", Inference.CLASS),
    ("rubbing hands causes friction", "friction causes heat", "rubbing hands causes heat", Inference.SEQUENCE),
]


@pytest.mark.parametrize(("first", "second", "text", "inference"), CASES)
def test_each_kind_of_inference_is_offered_in_either_order(
    first: str, second: str, text: str, inference: Inference
) -> None:
    for premises in ((first, second), (second, first)):
        found = {candidate.text: candidate.inference for candidate in candidates(premises)}
        assert text in found
    assert {candidate.text: candidate.inference for candidate in candidates((first, second))}[text] is inference


@pytest.mark.parametrize(("first", "second"), [case[:2] for case in CASES])
def test_no_candidate_is_ill_formed_or_a_premise_or_offered_twice(first: str, second: str) -> None:
    found = [candidate.text for candidate in candidates((first, second))]
    assert not [text for text in found if faults(text)]
    assert len(set(found)) == len(found)
    assert not {first, second} & set(found)


def test_three_premises_lead_to_one_conclusion() -> None:
    premises = ("a pan is made of metal", "metal is a kind of conductor", "a conductor carries heat")
    assert "a pan carries heat" in {candidate.text for candidate in candidates(premises)}


def test_premises_that_nothing_fits_stand_side_by_side() -> None:
    assert [candidate.text for candidate in candidates(("of course", "by and by"))] == [
        "of course, and by and by",
        "by and by, and of course",
    ]


def test_nothing_is_proposed_after_all_places_are_taken() -> None:
    asked: list[str] = []

    def editor(premises: Sequence[str], hypothesis: str = "") -> Iterator[Candidate]:
        asked.append(hypothesis)
        yield from ()

    chain = "poodle dog mammal animal organism thing object being".split()
    kinds = [f"a {name} is a kind of {kind}" for name, kind in pairwise(chain)]
    assert len(candidates(kinds[:2], "few", cast("Editor", editor))) < 40
    assert len(candidates(kinds, "many", cast("Editor", editor))) == 40
    assert asked == ["few"]
