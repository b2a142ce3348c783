"""The words that a conclusion may use."""

from explanans.trees.conclusions.language_writer import ConclusionRequest, sayable
from explanans.trees.conclusions.wellformed import foreign, spellings

PREMISES = "a frog is a kind of cold-blooded amphibian", "amphibians have 2 lungs"


def test_words_are_carried_by_lemma_and_by_stem() -> None:
    assert foreign("frogs had a lung", PREMISES) == ()
    assert foreign("frogs breathe", PREMISES) == ("breathe",)
    assert foreign("frogs breathe", PREMISES, "the breathing of frogs") == ()
    assert foreign("a frog has 3 lungs", PREMISES) == ("3",)
    assert foreign("that thing is a kind of it", PREMISES) == ()


def test_spellings_are_words_of_the_sources_in_all_forms() -> None:
    words = spellings(PREMISES)
    assert {"frog", "frogs", "cold-blooded", "blooded", "2", "has", "is", "kinds", "therefore"} <= words
    assert not {"toad", "breathe"} & words
    assert "Amphibians" not in words
    assert "NASA" in spellings(["NASA's probe"])
    assert "nasa" in spellings(["NASA's probe"])


def test_what_may_be_offered_to_a_judge() -> None:
    asked = ConclusionRequest(PREMISES, "a frog has lungs")
    said = ["A frog has lungs.", PREMISES[0], "a frog has 2  lungs.", "a frog has 2 lungs", "", "a frog frog has", "no"]
    assert sayable(said, asked) == ("a frog has 2 lungs",)
