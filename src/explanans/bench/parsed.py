"""A parser that remembers, so that each sentence of a benchmark is parsed once."""

from collections.abc import Iterable, Iterator

from explanans.parse import Parse
from explanans.verify.parsers.parser import Parser


class ParsedOnce:
    """Parses as another parser does, and keeps all parses.

    Args:
        parser: The other parser.
    """

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._parses: dict[str, Parse] = {}

    @property
    def name(self) -> str:
        """The name of the other parser."""
        return self._parser.name

    def parse(self, sentences: Iterable[str]) -> Iterator[Parse]:
        """Yield one parse a sentence; see ``Parser``.

        Args:
            sentences: Texts of one sentence each.
        """
        wanted = list(sentences)
        new = [text for text in dict.fromkeys(wanted) if text not in self._parses]
        self._parses.update(zip(new, self._parser.parse(new), strict=True))
        return (self._parses[text] for text in wanted)
