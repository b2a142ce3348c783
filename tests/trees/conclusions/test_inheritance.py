"""What a thing may be said to have of its kind."""

import pytest

from explanans.trees.conclusions.substitution import carries_over


@pytest.mark.parametrize(
    ("text", "kind", "general"),
    [
        ("copper conducts heat", "copper is a kind of metal", "a metal conducts heat"),
        ("burning coal pollutes air", "coal is a kind of fuel", "burning fuel pollutes air"),
        ("planets orbit the Sun", "the Sun is a kind of star", "planets orbit stars"),
        ("a boat rests", "a boat is made of wood", "wood rests"),
    ],
)
def test_what_holds_of_a_kind_holds_of_the_thing(text: str, kind: str, general: str) -> None:
    assert carries_over(text, [kind, general])


@pytest.mark.parametrize(
    ("text", "kind", "general"),
    [
        ("fur is often part of a snake", "a snake is a kind of animal", "fur is often part of an animal"),
        ("one ruby scratches another ruby", "a ruby is a kind of stone", "one stone scratches another stone"),
        ("a tree roots crack rock", "a tree is a kind of plant", "plant roots crack rock"),
        ("reactions cause gas", "gas is a kind of substance", "reactions cause new substances"),
        ("dry pressure brings sunny", "sunny is a kind of weather", "dry pressure brings weather"),
        ("the floor that is heavy falls", "the floor is a kind of object", "objects that are heavy fall"),
        ("an ice cube is a kind of state", "an ice cube is a kind of solid", "solid is a kind of state"),
        ("sound is fastest in iron", "iron is a kind of solid", "sound is fastest in solids"),
        ("a balloon contains helium", "helium is a kind of gas", "a balloon contains gas"),
        (
            "many plants live in a glacier",
            "a glacier is a kind of body of water",
            "many plants live in bodies of water",
        ),
        ("a motor needs motion", "rolling is a kind of motion", "a motor needs rolling"),
        (
            "if a leaf is green then the object reflects green",
            "a leaf is a kind of object",
            "if an object is green then the object reflects green",
        ),
        ("people use lenses to see stars", "observe means see", "people use lenses to observe stars"),
    ],
)
def test_what_some_have_or_what_tells_them_apart_does_not(text: str, kind: str, general: str) -> None:
    assert not carries_over(text, [kind, general])
