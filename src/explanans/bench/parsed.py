"""A parser that remembers, so that each sentence of a benchmark is parsed once."""

import sys
from collections.abc import Iterable, Iterator

from explanans.parse import Parse
from explanans.verify.parsers.kept import KeptParses
from explanans.verify.parsers.parser import Parser


class ParsedOnce:
    """Parses as another parser does, and keeps all parses.

    Args:
        parser: The other parser.
    """

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._parses = KeptParses(parser, sys.maxsize)

    @property
    def name(self) -> str:
        """The name of the other parser."""
        return self._parser.name

    def parse(self, sentences: Iterable[str]) -> Iterator[Parse]:
        """Yield one parse a sentence; see ``Parser``.

        Args:
            sentences: Texts of one sentence each.
        """
        return iter(self._parses.of(list(sentences)))
