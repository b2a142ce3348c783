import pytest

from explanans.compose.phrase import replace_phrase, stands_whole


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("heat melts a solid", "solid", "ice", "heat melts ice"),
        ("a liquid takes the shape of its container", "liquid", "milk", "milk takes the shape of its container"),
        ("insects have six legs", "insect", "an ant", "ants have six legs"),
        ("all mammals breathe air", "mammal", "a whale", "whales breathe air"),
        ("a plant needs light, and heat helps a plant", "plant", "an oak", "an oak needs light, and heat helps an oak"),
        (
            "if an object moves then that object has energy",
            "object",
            "a car",
            "if a car moves then that car has energy",
        ),
        ("water boils when heat reaches water.", "water", "milk", "milk boils when heat reaches milk."),
        ("the hard-working (animal) rests", "animal", "a horse", None),
    ],
)
def test_the_new_phrase_takes_the_number_of_its_place(text: str, old: str, new: str, expected: str | None) -> None:
    assert replace_phrase(text, old, new) == expected


@pytest.mark.parametrize(
    ("text", "old", "new", "why"),
    [
        ("a metal spoon is shiny", "metal", "iron", "part of a longer name"),
        ("the animal's fur is thick", "animal", "a dog", "a possessive"),
        ("a gas fills its whole container", "container", "a tank", "after another adjective"),
        ("ice is a solid", "solid", "wood", "what something is"),
        ("solids have a shape", "solid", "ice", "the verb is plural and ice is not"),
        ("an insulator keeps heat in", "insulator", "good insulator", "the new phrase holds the old one"),
        ("a frog eats insects", "mammal", "a dog", "not there"),
    ],
)
def test_a_phrase_that_does_not_stand_alone_is_left(text: str, old: str, new: str, why: str) -> None:
    assert replace_phrase(text, old, new) is None, why


def test_a_plural_name_wants_a_plural_place() -> None:
    assert replace_phrase("microbes live in soil", "microbe", "bacteria", new_is_plural=True) == "bacteria live in soil"
    assert replace_phrase("a microbe lives in soil", "microbe", "bacteria", new_is_plural=True) is None


def test_a_name_stands_whole_only_where_no_longer_name_holds_it() -> None:
    assert stands_whole("people eat a baguette because it is fresh", "a baguette")
    assert not stands_whole("a tree frog sings", "a tree")
    assert not stands_whole("a tree grows beside a tree frog", "a tree")
