"""WordNet: meanings that words share, opposites, kinds, and words made from words."""

import pytest

from explanans.language.wordnet import antonyms, hypernyms, is_word, kinship, likeness, related, similar, synonyms


@pytest.mark.parametrize(
    ("word", "other", "pos"),
    [("purchase", "buy", "VERB"), ("doctor", "physician", "NOUN"), ("reject", "turn_down", "VERB")],
)
def test_synonyms_hold_both_ways_at_one_weight(word: str, other: str, pos: str) -> None:
    assert synonyms(word, pos)[other] == pytest.approx(synonyms(other, pos)[word])
    assert likeness(word, other, pos) == pytest.approx(synonyms(word, pos)[other])
    assert 0 < likeness(word, other, pos) <= 1


def test_a_rare_meaning_weighs_little() -> None:
    assert likeness("buy", "purchase", "VERB") > 0.9
    assert likeness("buy", "bribe", "VERB") < 0.3


@pytest.mark.parametrize(
    ("word", "other", "pos"),
    [("buy", "sell", "VERB"), ("hot", "cold", "ADJ"), ("employer", "employee", "NOUN"), ("include", "exclude", "VERB")],
)
def test_opposites_hold_both_ways(word: str, other: str, pos: str) -> None:
    assert antonyms(word, pos)[other] > 0.2
    assert antonyms(other, pos)[word] > 0.2


def test_a_synonym_and_a_similar_adjective_lend_their_opposites_at_a_lower_weight() -> None:
    assert 0 < antonyms("purchase", "VERB")["sell"] < antonyms("buy", "VERB")["sell"]
    assert 0 < antonyms("rapid", "ADJ")["slow"] < antonyms("fast", "ADJ")["slow"]
    assert "fast" in similar("rapid")


def test_kinds_lie_above_only_and_within_reach() -> None:
    assert "dog" in hypernyms("spaniel", "NOUN")
    assert "spaniel" not in hypernyms("dog", "NOUN")
    assert kinship("spaniel", "dog", "NOUN") == pytest.approx(hypernyms("spaniel", "NOUN")["dog"])
    assert kinship("spaniel", "animal", "NOUN", levels=1) == 0
    assert all(0 < weight <= 1 for weight in hypernyms("dog", "NOUN").values())


def test_words_made_from_words_are_found() -> None:
    assert ("invention", "NOUN") in related("invent", "VERB")
    assert ("invent", "VERB") in related("invention", "NOUN")
    assert ("quick", "ADJ") in related("quickly", "ADV")
    assert ("austria", "NOUN") in related("austrian", "ADJ")


@pytest.mark.parametrize(("word", "pos"), [("xyzzy", "NOUN"), ("", "VERB"), ("buy", "DET"), ("\t", "NOUN")])
def test_what_wordnet_does_not_know_has_nothing(word: str, pos: str) -> None:
    assert not is_word(word, pos)
    assert not any(look_up(word, pos) for look_up in (synonyms, antonyms, hypernyms, related))
