"""Which words of a cell count, and what a pattern may call them."""

import pytest

from explanans.errors import FormatError
from explanans.patterns.words import Analyzer, decode_lookup, find_lookup, lemmatizer, split_words


@pytest.mark.parametrize(
    ("text", "lemmas"),
    [
        ("the Earth's rotation on its axis", "earth rotation on axis"),
        ("to appear to move across the sky", "appear move across sky"),
        ("is a source of; makes", "be source of"),
        ("cannot be seen", "not be see"),
        ("which of these could it be?", "of be"),
        ("", ""),
        ("the, and; a", ""),
    ],
)
def test_only_content_words_and_prepositions_count(text: str, lemmas: str) -> None:
    assert " ".join(token.lemma for token in Analyzer().readings(text)[0]) == lemmas


@pytest.mark.parametrize(
    ("word", "tag"),
    [
        *(("rock", "NN"), ("is", "VB"), ("melting", "VB"), ("celestial", "JJ"), ("quickly", "RB"), ("across", "IN")),
        *(("24", "CD"), ("-3.5", "CD"), ("seven", "CD"), ("solid", "JJ")),
    ],
)
def test_parts_of_speech(word: str, tag: str) -> None:
    (token,) = Analyzer().reading(word)
    assert token.tag == tag
    assert token.forms == {word, token.lemma, f"pos:{tag.lower()}"}


def test_a_particle_does_not_count() -> None:
    assert [token.word for token in Analyzer().reading("turn on the lamp on the desk")] == [
        "turn",
        "lamp",
        "on",
        "desk",
    ]


def test_some_words_count_only_where_they_are_asked_for() -> None:
    assert [(token.word, token.weak) for token in Analyzer().reading("that object breaks down")] == [
        *(("that", True), ("object", False), ("breaks", False), ("down", True)),
    ]


def test_words_are_split_at_possessives_and_punctuation_alone() -> None:
    assert split_words("(a dog's 3.5 m leash, 21st/22nd)") == ["a", "dog", "'s", "3.5", "m", "leash", "21st", "22nd"]


def test_a_list_of_lemmas_comes_first(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "patterns").mkdir()
    (tmp_path / "lemmatization-en.txt").write_text(
        "\ufeffmove\tmotion\nheat\tHeating\nheat\theating\n\n", encoding="utf-8"
    )
    lookup = find_lookup([tmp_path / "nowhere", tmp_path / "patterns"])
    assert lookup == {"motion": "move", "heating": "heat"}
    of = lemmatizer(lookup)
    assert [of(word) for word in ("Motion", "glaciers", "berries", "gas", "glass", "lens", "Mars")] == [
        *("move", "glacier", "berry", "gas", "glass", "lens", "mars"),
    ]
    assert find_lookup([tmp_path / "nowhere" / "deeper"]) is None


def test_a_list_without_tabs_is_refused() -> None:
    with pytest.raises(FormatError, match=r"lemmas.txt, line 2: a line without a tab; accepted: lemma<TAB>word"):
        decode_lookup(["be\tis", "have has"], "lemmas.txt")
