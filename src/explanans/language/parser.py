"""Parsers: what they share, and which there are by name."""

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Protocol

from explanans.registry import Registry
from explanans.runtime.cache import Memory
from explanans.structures.syntax import Parse

DEFAULT = "english"
"""The parser that ships."""

_REMEMBERED = 4096  # sentences

Span = tuple[int, int]


class Parser(Protocol):
    """Finds the words of sentences and the arcs between them."""

    @property
    def name(self) -> str:
        """Its signature, which reproduces the parses: the kind of parser, its pipeline and its version."""
        ...

    def parse(self, sentences: Iterable[str]) -> Iterator[Parse]:
        """Yield one parse a sentence, in order, whatever its length; memory does not grow with their number.

        Args:
            sentences: Texts of one sentence each; what a parser would split is kept together, with several roots.
        """
        ...


PARSERS = Registry[Parser]("parsers", "parser")
"""The kinds of parsers by name."""


def open_parser(name: str = DEFAULT) -> Parser:
    """Return a parser.

    Args:
        name: The name of a registered parser; see ``PARSERS``. The name of a kind of parsers goes on with a colon and
            which one, as in ``spacy:en_core_web_sm`` or ``conllu:parses.conllu``.

    Raises:
        InputError: No parser has that name, or it cannot be opened.
    """
    return PARSERS.open(name)


class CachedParser:
    """A parser that remembers, so that a sentence need not be parsed twice.

    Args:
        parser: The parser that is asked for what is not remembered.
        most: How many sentences are remembered, those asked for last; all if None.
    """

    def __init__(self, parser: Parser, most: int | None = None) -> None:
        self.name = parser.name
        self._parser = parser
        self._known = Memory[str, Parse](sys.maxsize if most is None else most)

    @classmethod
    def of(cls, parser: Parser) -> "CachedParser":
        """Return a parser that remembers thousands of sentences; the same one where it remembers already."""
        return parser if isinstance(parser, cls) else cls(parser, _REMEMBERED)

    def parse(self, sentences: Iterable[str]) -> Iterator[Parse]:
        """Yield one parse a sentence; see ``Parser``. The sentences of a call are all read first."""
        return iter(self._known.all(sentences, self._parse_new))

    def _parse_new(self, sentences: Iterable[str]) -> Iterator[Parse]:
        return self._parser.parse(sentences)


def shared_parser(name: str = DEFAULT) -> CachedParser:
    """Return a parser that remembers what it parsed last; the one that ships is one for all who ask.

    Raises:
        InputError: See ``open_parser``.
    """
    return _shipped() if name == DEFAULT else CachedParser.of(open_parser(name))


@cache
def _shipped() -> CachedParser:
    return CachedParser.of(open_parser())


def parsed(sentence: str) -> Parse:
    """Return the parse of a sentence by the parser that ships."""
    (parse,) = shared_parser().parse([sentence])
    return parse


def squeeze(text: str) -> tuple[str, Callable[[int, int], Span]]:
    r"""Return a text with one space for blanks of any kind and none at its ends, and what leads back.

    Returns:
        The text that a parser sees, and a function from the start and the end of a word there to those in the text as
        written; all in characters.

    Example:
        >>> seen, back = squeeze(" ice\n melts")
        >>> seen, back(4, 9)
        ('ice melts', (6, 11))
    """
    seen = " ".join(text.split())
    if seen == text:
        return seen, lambda start, end: (start, end)
    blanks = [character.isspace() for character in text]
    # A character that is no blank was seen, and the first blank after one.
    kept = [place for place, blank in enumerate(blanks) if not blank or (place > 0 and not blanks[place - 1])]
    return seen, lambda start, end: (kept[start], kept[end - 1] + 1)
