"""What follows from facts by their form, as far as it leads to a hypothesis."""

import pytest

from explanans.trees.conclusions.deduction import consequences


@pytest.mark.parametrize(
    ("facts", "hypothesis", "expected"),
    [
        (
            ["if a metal is heated then the metal expands", "copper is a kind of metal"],
            "when a copper pipe is heated, it expands",
            "if copper is heated then copper expands",
        ),
        (["a liquid has no shape", "orange juice is a kind of liquid"], "orange juice has no shape", None),
        (["wind means moving air", "a kite needs wind"], "a kite needs moving air", "a kite needs moving air"),
        (
            ["a frog is a kind of amphibian", "an amphibian is a kind of animal", "an animal needs oxygen"],
            "a frog needs oxygen",
            "a frog needs oxygen",
        ),
    ],
)
def test_what_is_so_of_a_class_is_so_of_its_kinds(facts: list[str], hypothesis: str, expected: str | None) -> None:
    assert consequences(facts, hypothesis)[0] == (expected or hypothesis)


@pytest.mark.parametrize(
    ("facts", "hypothesis"),
    [
        (["fur is often part of an animal", "a snake is a kind of animal"], "fur is part of a snake"),
        (["a frog has moist skin", "a frog is a kind of amphibian"], "an amphibian has moist skin"),
        (["a robin is a kind of bird", "a penguin is a kind of bird"], "a robin is a penguin"),
        (["ice is cold", "snow is white"], "ice is white"),
        (["a frog has moist skin"], "a frog has moist skin"),
    ],
)
def test_what_does_not_follow_is_not_said(facts: list[str], hypothesis: str) -> None:
    assert hypothesis not in consequences(facts, hypothesis)
