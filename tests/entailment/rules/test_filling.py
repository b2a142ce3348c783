"""Filling: texts of several sentences, their marks and blanks, and sentences that are not parsed."""

from collections.abc import Iterable, Iterator

import pytest

from explanans.entailment.rules.clauses import filled_texts
from explanans.structures.syntax import Parse

from .conftest import PARSER


class Counting:
    """A parser that knows what it was asked for."""

    name = "counting"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def parse(self, sentences: Iterable[str]) -> Iterator[Parse]:
        given = list(sentences)
        self.asked += given
        return PARSER.parse(given)


def test_every_sentence_is_filled_in_its_place() -> None:
    text = "It is open. Peas are sown in March,\n and cress in May! Salt costs a euro."
    whole = "It is open. Peas are sown in March, and cress is sown in May! Salt costs a euro."
    assert filled_texts([text, ""], PARSER) == [whole, ""]


def test_only_sentences_with_several_parts_are_parsed() -> None:
    parser = Counting()
    filled_texts(["Ice melts. Ice floats, and iron sinks."], parser)
    assert parser.asked == ["Ice floats, and iron sinks"]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        (
            "Firing costs two euros for a mug and four for a bowl.",
            "Firing costs two euros for a mug and four euros for a bowl.",
        ),
        (
            "A tent with two people costs 18 pounds, each child two.",
            "A tent with two people costs 18 pounds, each child costs two pounds.",
        ),
        (
            "The fee is sixty euros a term, or thirty for students.",
            "The fee is sixty euros a term, or thirty euros for students.",
        ),
        (
            "Take one tablet in the morning and two in the evening.",
            "Take one tablet in the morning and two tablets in the evening.",
        ),
        ("It opens at 7 on weekdays and 9 on Sundays.", None),
        ("Of the 40 members, ten are in the choir and five in the band.", None),
    ],
)
def test_a_number_in_a_list_borrows_its_unit(text: str, whole: str | None) -> None:
    assert filled_texts([text], PARSER) == [whole or text]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("You may bring drinks, but no hot food.", "You may bring drinks, but you may bring no hot food."),
        (
            "Dogs are allowed in the garden, but no cats.",
            "Dogs are allowed in the garden, but no cats are allowed in the garden.",
        ),
        ("The shop is open in May, but no bread is sold.", None),
    ],
)
def test_what_is_denied_borrows_what_it_is_denied_of(text: str, whole: str | None) -> None:
    assert filled_texts([text], PARSER) == [whole or text]


@pytest.mark.parametrize(
    "text",
    [
        "In winter the bees sit close together in a ball and shiver to keep the queen warm.",
        "Hold the cup under the valve and turn the key to the left.",
        "At the end Ben sawed a magnet in two, hoping to get a north pole apart.",
        "Then close the eye gently, without squeezing, and press a finger against the corner.",
    ],
)
def test_verbs_that_are_taken_for_nouns_leave_no_gap(text: str) -> None:
    assert filled_texts([text], PARSER) == [text]
