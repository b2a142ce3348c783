"""Tokens: known splits, and what holds for any text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.text.tokens import tokens


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ()),
        (" \n\t .,;!?()[]{}<>-–—/_&%$#*+= ", ()),
        ("The Sun is a star.", ("The", "Sun", "is", "a", "star")),
        ("cold-blooded rising/setting a_b", ("cold", "blooded", "rising", "setting", "a", "b")),
        ("the frog's eggs, the frogs' pond", ("the", "frog's", "eggs", "the", "frogs", "pond")),
        ("don’t 'quote' rock'n'roll", ("don’t", "quote", "rock'n", "roll")),
        ("3.5 m, 1,000,000 km. 24.", ("3.5", "m", "1,000,000", "km", "24")),
        ("H2O CO2 5kg 100%", ("H", "2", "O", "CO", "2", "5", "kg", "100")),
        ("1..2 .5 -3", ("1", "2", "5", "3")),
        ("Wärme größer naïve Ωμ 水", ("Wärme", "größer", "naïve", "Ωμ", "水")),
    ],
)
def test_known_splits(text: str, words: tuple[str, ...]) -> None:
    assert tokens(text) == words


@given(st.text())
def test_tokens_stand_in_the_text_in_order(text: str) -> None:
    position = 0
    for token in tokens(text):
        position = text.index(token, position) + len(token)
    assert position <= len(text)


@given(st.text())
def test_tokens_cannot_be_split_further(text: str) -> None:
    found = tokens(text)
    assert tokens(" ".join(found)) == found
    assert all(tokens(token) == (token,) for token in found)


@given(st.text())
def test_no_letter_and_no_digit_is_lost(text: str) -> None:
    def kept(text: str) -> list[str]:
        return [character for character in text if character.isalpha() or character.isdecimal()]

    assert kept("".join(tokens(text))) == kept(text)


@given(st.text(), st.text())
def test_a_line_end_separates(first: str, second: str) -> None:
    assert tokens(f"{first}\n{second}") == tokens(first) + tokens(second)
