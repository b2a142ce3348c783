"""Lemmas: known ones, function words, and what holds for any text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.text.lemmas import content_lemmas, is_function_word, lemma, lemmas, telling_lemmas
from explanans.text.tokens import tokens


@pytest.mark.parametrize(
    ("token", "base"),
    [
        ("melts", "melt"),
        ("melting", "melt"),
        ("Melted", "melt"),
        ("mice", "mouse"),
        ("children", "child"),
        ("frozen", "freeze"),
        ("rotates", "rotate"),
        ("Leaves", "leaf"),
        ("GLASSES", "glass"),
        ("bodies", "body"),
        ("was", "be"),
        ("better", "good"),
        ("frog's", "frog"),
        ("frog’s", "frog"),
        ("Earth's", "earth"),
        ("1,000", "1,000"),
        ("xyzzyfrob", "xyzzyfrob"),
        ("", ""),
        ("'s", ""),
    ],
)
def test_known_lemmas(token: str, base: str) -> None:
    assert lemma(token) == base


def test_inflections_meet() -> None:
    for forms in ("freeze freezes froze frozen freezing", "leaf leaves", "heat heats heated heating", "gas gases"):
        assert len(set(lemmas(forms))) == 1, forms


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("", ()),
        ("it is what it is", ()),
        ("The leaves are falling, the leaves!", ("leaf", "fall", "leaf")),
        ("Because of gravity, it does not float", ("gravity", "float")),
        ("How long does a day last on Venus?", ("long", "day", "last", "venus")),
    ],
)
def test_content_lemmas(text: str, content: tuple[str, ...]) -> None:
    assert content_lemmas(text) == content


@pytest.mark.parametrize("word", ["the", "is", "because", "which", "not", "of", "will"])
def test_function_words(word: str) -> None:
    assert is_function_word(word)
    assert content_lemmas(word.upper()) == ()


@pytest.mark.parametrize("word", ["sun", "heat", "cause", "make", "kind", "no-thing", ""])
def test_words_that_name_something(word: str) -> None:
    assert not is_function_word(word)


@pytest.mark.parametrize(
    ("text", "telling"),
    [
        ("ice is a kind of solid", {"ice", "solid"}),
        ("a leaf is part of a plant; leaves fall", {"leaf", "plant", "fall"}),
        ("what type of thing is it called", set()),
        ("", set()),
    ],
)
def test_telling_lemmas(text: str, telling: set[str]) -> None:
    assert telling_lemmas(text) == telling


@given(st.text())
def test_lemmas_of_any_text(text: str) -> None:
    found = lemmas(text)
    assert len(found) == len(tokens(text))
    assert all(base and base == base.lower() for base in found)


@given(st.text())
def test_content_lemmas_are_lemmas_in_order(text: str) -> None:
    rest = iter(lemmas(text))
    assert all(base in rest for base in content_lemmas(text))
    assert not any(is_function_word(base) for base in content_lemmas(text))


@given(st.lists(st.sampled_from("The Sun HEATS leaves frog's 3.5 is of".split())))
def test_case_does_not_matter(words: list[str]) -> None:
    text = " ".join(words)
    assert content_lemmas(text) == content_lemmas(text.upper()) == content_lemmas(text.lower())
