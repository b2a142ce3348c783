"""What a parser is, and the parsers by name."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from explanans.parse import Parse
from explanans.registry import Registry

DEFAULT = "english"
"""The parser that ships."""


class Parser(Protocol):
    """Finds the words of sentences and the arcs between them."""

    @property
    def name(self) -> str:
        """What reproduces the parses: the kind of parser, its pipeline and its version."""
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
        name: The name of a registered parser; see ``parser_names``. The name of a kind of parsers goes on with a colon
            and which one, as in ``spacy:en_core_web_sm`` or ``conllu:parses.conllu``.

    Raises:
        InputError: No parser has that name, or it cannot be opened.
    """
    return PARSERS.open(name)


def parser_names() -> tuple[str, ...]:
    """Return the names of the parsers that are installed, sorted."""
    return PARSERS.names()
