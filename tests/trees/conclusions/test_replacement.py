import pytest

from explanans.trees.conclusions.replacement import agreeing, counts_as_plural, places, replace


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("heat melts a solid", "solid", "ice", "heat melts ice"),
        ("insects have six legs", "insect", "an ant", "ants have six legs"),
        ("solids have a shape", "solid", "ice", "ice has a shape"),
        ("a microbe lives in soil", "microbe", "bacteria", "bacteria live in soil"),
        ("an animal's fur is thick", "animal", "a dog", "a dog's fur is thick"),
        (
            "if an object moves then that object has energy",
            "an object",
            "a car",
            "if a car moves then that car has energy",
        ),
        ("a plant needs light, and heat helps a plant", "plant", "an oak", "an oak needs light, and heat helps an oak"),
    ],
)
def test_the_new_phrase_and_its_verb_agree(text: str, old: str, new: str, expected: str) -> None:
    found = replace(text, old.split(), new.split())
    assert found is not None
    assert (found.text, found.loose) == (expected, False)


def test_a_part_of_a_longer_name_is_replaced_loosely() -> None:
    found = replace("a metal spoon is shiny", ["metal"], ["iron"])
    assert found is not None
    assert found.loose


def test_nothing_is_replaced_by_what_holds_it_or_where_it_is_not() -> None:
    assert replace("an insulator keeps heat in", ["insulator"], ["good", "insulator"]) is None
    assert replace("a frog eats insects", ["mammal"], ["a", "dog"]) is None
    longer = replace("a spoon shines", ["spoon"], ["a", "metal", "spoon"], longer=True)
    assert longer is not None
    assert longer.text == "a metal spoon shines"


def test_only_the_first_place_is_replaced_where_that_is_asked() -> None:
    found = replace("a plant helps a plant", ["plant"], ["an", "oak"], once=True)
    assert found is not None
    assert found.text == "an oak helps a plant"


def test_verbs_agree_and_other_words_stay() -> None:
    assert [agreeing(verb, is_plural=True) for verb in ("is", "carries", "was", "can")] == [
        "are",
        "carry",
        "were",
        "can",
    ]
    assert [agreeing(verb, is_plural=False) for verb in ("are", "carry", "have", "will")] == [
        "is",
        "carries",
        "has",
        "will",
    ]


def test_places_ignore_number() -> None:
    assert places("wolves eat mice and a mouse".split(), ["mouse"]) == [2, 5]
    assert counts_as_plural(["mice"])
    assert not counts_as_plural(["each", "mouse"])
