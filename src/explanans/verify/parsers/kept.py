"""Parses that are kept, so that a sentence need not be parsed twice."""

from collections.abc import Sequence

from explanans.parse import Parse
from explanans.verify.parsers.parser import Parser


class KeptParses:
    """The parses of the sentences that were asked for last.

    Args:
        parser: What parses.
        most: How many sentences are kept, so that memory does not grow with the length of a text.
    """

    def __init__(self, parser: Parser, most: int) -> None:
        self._parser = parser
        self._most = most
        self._kept: dict[str, Parse] = {}

    def of(self, sentences: Sequence[str]) -> tuple[Parse, ...]:
        """Return the parses of sentences, in order.

        Args:
            sentences: Texts of one sentence each.
        """
        new = [sentence for sentence in dict.fromkeys(sentences) if sentence not in self._kept]
        self._kept.update(zip(new, self._parser.parse(new), strict=True))
        for sentence in sentences:  # those asked for last go to the end
            self._kept[sentence] = self._kept.pop(sentence)
        found = tuple(self._kept[sentence] for sentence in sentences)
        while len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
        return found
