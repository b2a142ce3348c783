"""Filling: texts of several sentences, their marks and blanks, and sentences that are not parsed."""

from collections.abc import Iterable, Iterator

from explanans.parse import Parse
from explanans.verify.exact.filling import filled_texts

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
