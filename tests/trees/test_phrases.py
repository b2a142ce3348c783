import pytest

from explanans.trees.terms import stands_whole


@pytest.mark.parametrize(
    ("text", "phrase", "why"),
    [
        ("a metal spoon is shiny", "metal", "part of a longer name"),
        ("the animal's fur is thick", "animal", "a possessive"),
        ("a gas fills its whole container", "container", "after another adjective"),
        ("the hard-working (animal) rests", "animal", "after another adjective"),
        ("a frog eats insects", "mammal", "not there"),
        ("a tree frog sings", "a tree", "part of a longer name"),
        ("a tree grows beside a tree frog", "a tree", "part of a longer name once"),
    ],
)
def test_a_name_stands_whole_only_where_no_longer_name_holds_it(text: str, phrase: str, why: str) -> None:
    assert not stands_whole(text, phrase), why


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("people eat a baguette because it is fresh", "a baguette"),
        ("insects have six legs", "insect"),
        ("all mammals breathe air", "mammal"),
        ("planets orbit stars", "star"),
        ("when animals died, oil was formed", "oil"),
        ("water boils when heat reaches water.", "water"),
    ],
)
def test_a_name_that_stands_whole(text: str, phrase: str) -> None:
    assert stands_whole(text, phrase)
