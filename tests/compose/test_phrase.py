import pytest

from explanans.compose.phrase import stands_whole


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("people eat a baguette because it is fresh", "a baguette"),
        ("heat melts a solid", "solid"),
        ("a plant needs light, and heat helps a plant", "plant"),
        ("all mammals breathe air", "a mammal"),
        ("if an object moves then that object has energy", "object"),
    ],
)
def test_a_phrase_stands_whole(text: str, phrase: str) -> None:
    assert stands_whole(text, phrase)


@pytest.mark.parametrize(
    ("text", "phrase", "why"),
    [
        ("a tree frog sings", "a tree", "part of a longer name"),
        ("a tree grows beside a tree frog", "a tree", "part of a longer name once"),
        ("the animal's fur is thick", "animal", "a possessive"),
        ("a gas fills its whole container", "container", "after another adjective"),
        ("the hard-working (animal) rests", "animal", "after another adjective"),
        ("a frog eats insects", "mammal", "not there"),
    ],
)
def test_a_name_stands_whole_only_where_no_longer_name_holds_it(text: str, phrase: str, why: str) -> None:
    assert not stands_whole(text, phrase), why
