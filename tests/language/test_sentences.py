"""Sentences: where they end, which lines they start on, and what joins lines."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.language.sentences import Sentence, sentence_spans, sentences, sentences_of_passage, tidy


def texts(*lines: str) -> list[str]:
    return [sentence.text for sentence in sentences(lines)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Ice melts. Water flows.", ["Ice melts", "Water flows"]),
        ("We met with Ms. Falk. She left.", ["We met with Ms. Falk", "She left"]),
        ("Does ice melt? Yes! It does…", ["Does ice melt?", "Yes!", "It does…"]),
        ("It melts, freezes, etc. and so on.", ["It melts, freezes, etc. and so on"]),
        ("Some animals (e.g. frogs) hop.", ["Some animals (e.g. frogs) hop"]),
        ("Dr. Smith measured 3.5 cm. Then he left.", ["Dr. Smith measured 3.5 cm", "Then he left"]),
        ("The U.S. grows wheat.", ["The U.S. grows wheat"]),
        ('He said "Ice melts." Then he left.', ['He said "Ice melts."', "Then he left"]),
        ("and so on...", ["and so on..."]),
        ("  ice \t melts  ", ["ice melts"]),
        ("...", []),
        ("3", ["3"]),
    ],
)
def test_sentences_of_a_line(line: str, found: list[str]) -> None:
    assert texts(line) == found


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["ice is cold", "snow is white"], ["ice is cold snow is white"]),
        (["ice is cold.", "snow is white."], ["ice is cold", "snow is white"]),
        (["Ice is cold", "Snow is white"], ["Ice is cold", "Snow is white"]),
        (["ice is cold", "", "snow is white"], ["ice is cold", "snow is white"]),
        (["ice is cold", "3 kinds of snow"], ["ice is cold", "3 kinds of snow"]),
        (["ice is cold", "- snow is white"], ["ice is cold", "snow is white"]),
        (["- ice is", "  cold", "- snow is", "white"], ["ice is cold", "snow is white"]),
        (["snow is white ."], ["snow is white"]),
        (["ice is cold;", "snow is white"], ["ice is cold;", "snow is white"]),
        (["(ice is cold.)", "snow is white"], ["(ice is cold.)", "snow is white"]),
        (["12. ice", "13) snow"], ["ice", "snow"]),
        (["-ice", "1.5 m of snow"], ["-ice", "1.5 m of snow"]),
        ([], []),
        (["", " ", "\t"], []),
    ],
)
def test_what_joins_lines(lines: list[str], found: list[str]) -> None:
    assert texts(*lines) == found


def test_lines_of_wrapped_sentences() -> None:
    lines = ["", "Bread rises. Yeast", "makes", "gas. It lifts", "dough. Then we", "bake. Salt"]
    assert list(sentences(lines)) == [
        Sentence("Bread rises", 2),
        Sentence("Yeast makes gas", 2),
        Sentence("It lifts dough", 4),
        Sentence("Then we bake", 5),
        Sentence("Salt", 6),
    ]


def test_lines_of_a_passage_keep_their_own_numbers() -> None:
    passage = [(7, "Ice"), (9, "melts. Snow melts."), (12, "Frost too")]
    assert list(sentences_of_passage(passage)) == [
        Sentence("Ice melts", 7),
        Sentence("Snow melts", 9),
        Sentence("Frost too", 12),
    ]
    assert list(sentences_of_passage([])) == []


# Long enough to be no abbreviation.
lower_words = st.lists(st.text("wxyé", min_size=6, max_size=8), min_size=1, max_size=5)


@given(st.lists(lower_words, min_size=1, max_size=6), st.data())
def test_sentences_are_found_however_the_lines_are_wrapped(written: list[list[str]], data: st.DataObject) -> None:
    starts, lines = [], [""]
    for number, words in enumerate(written):
        # Only the lower-case words of a sentence may start a line; its first word follows the one before.
        first = f"Sentence{number}"
        lines[-1] = f"{lines[-1]} {first}".strip()
        starts.append(len(lines))
        for word in words:
            if data.draw(st.booleans()):
                lines.append(word)
            else:
                lines[-1] += f" {word}"
        lines[-1] += "."
    expected = [
        Sentence(" ".join([f"Sentence{number}", *words]), start)
        for number, (words, start) in enumerate(zip(written, starts, strict=True))
    ]
    assert list(sentences(lines)) == expected


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"])), max_size=5))
def test_any_text_can_be_read(lines: list[str]) -> None:
    found = list(sentences(lines))
    for sentence in found:
        assert sentence.text == " ".join(sentence.text.split()) != ""
        assert 1 <= sentence.line <= len(lines)
    assert [sentence.line for sentence in found] == sorted(sentence.line for sentence in found)
    kept = "".join("".join(sentence.text.split()) for sentence in found)
    letters = [character for line in lines for character in line if character.isalpha()]
    assert [character for character in kept if character.isalpha()] == letters


@given(st.text(max_size=200))
def test_spans_of_sentences_are_in_order_and_hold_every_letter(text: str) -> None:
    text = tidy(text)
    spans = list(sentence_spans(text))
    assert all(text[start:end].strip() == text[start:end] for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    held = "".join(text[start:end] for start, end in spans)
    assert sum(map(str.isalnum, held)) == sum(map(str.isalnum, text))


@given(st.text(st.characters(codec=None)))
def test_tidy_text_has_one_line_and_nothing_unseen(text: str) -> None:
    tidied = tidy(text)
    tidied.encode()
    assert tidied == tidy(tidied)
    assert all(character.isprintable() or ord(character) > 0x9F for character in tidied)


@pytest.mark.parametrize("blank", ["\u00a0", "\u2003", "\u2028", "\u3000", "\x85"])
def test_blanks_of_several_bytes_part_nothing(blank: str) -> None:
    text = f"J{blank}. Smith left.{blank}Ann stayed."
    assert [text[start:end] for start, end in sentence_spans(text)][-1] == "Ann stayed."
