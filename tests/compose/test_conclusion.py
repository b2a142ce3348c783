import pytest

from explanans.compose.conclusion import Conclusion, conclusions, joined
from explanans.tree import Inference


@pytest.mark.parametrize(
    ("first", "second", "text", "inference"),
    [
        ("milk is a kind of liquid", "a liquid has no shape", "milk has no shape", Inference.INHERITANCE),
        (
            "dew is a kind of liquid water",
            "heat evaporates liquid water",
            "heat evaporates dew",
            Inference.SUBSTITUTION,
        ),
        ("wind means moving air", "a kite needs wind", "a kite needs moving air", Inference.SUBSTITUTION),
        (
            "if a material is a poor conductor of heat then heat moves slowly through that material",
            "wool is a poor conductor of heat",
            "heat moves slowly through wool",
            Inference.RULE,
        ),
        ("if it rains then the street gets wet", "it rains", "the street gets wet", Inference.RULE),
        (
            "a frog eats insects",
            "a frog lives in water",
            "a frog eats insects and lives in water",
            Inference.SPECIFICATION,
        ),
        ("A baguette is a kind of bread", "Bread contains flour", "a baguette contains flour", Inference.INHERITANCE),
    ],
)
def test_what_follows_in_either_order(first: str, second: str, text: str, inference: Inference) -> None:
    assert Conclusion(text, inference) in list(conclusions(first, second))
    assert inference in {conclusion.inference for conclusion in conclusions(second, first)}


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        ("a frog is a kind of amphibian", "a toad is a kind of amphibian", "two kinds of one class"),
        ("a lizard is a kind of reptile", "some reptiles swim", "what some do"),
        ("a pull is a kind of force", "moving a box requires a force", "what needs a force needs no pull"),
        ("ice is a kind of solid", "a solid means matter with a shape", "a definition"),
        ("a dog barks", "rain falls", "nothing shared"),
        ("if a metal is hot then the metal glows", "soup is hot", "only heat shared, and soup is no metal's name"),
    ],
)
def test_what_does_not_follow(first: str, second: str, why: str) -> None:
    found = [conclusion for conclusion in conclusions(first, second) if conclusion.inference is not Inference.RULE]
    assert not found, why


def test_a_thing_said_twice_is_not_joined() -> None:
    twice = conclusions("dew forms when vapor condenses on grass", "dew is formed when vapor condenses on grass")
    assert not list(twice)


def test_any_two_premises_stand_side_by_side() -> None:
    assert joined("Ice melts", "The Sun shines").text == "ice melts, and the Sun shines"
