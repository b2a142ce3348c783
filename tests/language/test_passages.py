"""Sentences of a text and where they stand in it, whatever its lines."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.language.sentences import LONGEST, placed_sentences, with_period


def read(text: str) -> list[str]:
    return [item.text for item in placed_sentences(text)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("The bridge was opened by\nQueen Mary in 1911.", ["The bridge was opened by Queen Mary in 1911."]),
        ("It was sold for\n1,200 crowns. It fell.", ["It was sold for 1,200 crowns.", "It fell."]),
        ("Tram times\nTrams run until midnight.", ["Tram times", "Trams run until midnight."]),
        ("ice melts\nrain falls", ["ice melts", "rain falls"]),
        ("The kit has:\n- a pump\n- a lever that\n  bends", ["The kit has:", "a pump", "a lever that bends"]),
        ("It needs two things:\nflour and water.", ["It needs two things: flour and water."]),
        ("", []),
        (" \n...\n", []),
    ],
    ids=["name after a wrap", "number after a wrap", "heading", "one a line", "bullets", "colon", "empty", "dots"],
)
def test_lines_and_sentences(text: str, sentences: list[str]) -> None:
    assert read(text) == sentences


def test_a_wrapped_paragraph_is_not_cut_before_a_capital() -> None:
    width, words = (
        70,
        ("The road to Lund was closed on Monday because Mayor Berg and Chief Dahl were late. " * 6).split(),
    )
    lines, line = [], ""
    for word in words:
        if len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    assert len(set(read("\n".join([*lines, line])))) == 1


def test_places_are_those_of_the_text() -> None:
    text = "Bread  rises.\r\n\r\n * Yeast\n   makes gas."
    found = [(item.text, text[item.start : item.end], item.line, item.paragraph) for item in placed_sentences(text)]
    assert found == [("Bread rises.", "Bread  rises.", 1, 0), ("Yeast makes gas.", "Yeast\n   makes gas.", 3, 1)]


@pytest.mark.parametrize(
    "text", ["word " * 20_000, "字" * 5_000, "word, and " * 900], ids=["words", "letters", "commas"]
)
def test_what_has_no_full_stop_is_taken_apart_and_nothing_is_lost(text: str) -> None:
    found = list(placed_sentences(text))
    assert len(found) > 1
    assert max(len(item.text.split()) for item in found) <= LONGEST
    assert "".join(item.text for item in found).replace(" ", "") == text.replace(" ", "")


@given(st.text(st.sampled_from("aB1 .,:\n-?"), max_size=60))
def test_every_letter_is_in_one_sentence_in_order(text: str) -> None:
    found = list(placed_sentences(text))
    assert all(before.end <= after.start for before, after in pairwise(found))
    assert all(text[item.start : item.end].split() for item in found)
    assert sum(letter.isalpha() for item in found for letter in item.text) == sum(map(str.isalpha, text))


def test_full_stops_are_added_where_there_is_none() -> None:
    assert [with_period(text) for text in ("Ice melts", "It did!", "(so it is)", "If so,")] == [
        "Ice melts.",
        "It did!",
        "(so it is).",
        "If so,",
    ]
