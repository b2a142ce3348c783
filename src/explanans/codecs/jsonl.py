"""JSON Lines: one noun a line, for every noun."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from explanans.exceptions import FormatError

Noun = TypeVar("Noun")


def decode(lines: Iterable[str], noun: type[Noun], source: str) -> Iterator[Noun]:
    """Yield one noun a line; blank lines are skipped and unknown keys ignored.

    Args:
        lines: The lines, such as ``files.read_lines`` yields.
        noun: The class to decode, such as ``Fact`` or ``EntailmentTree``.
        source: The file's name, for complaints.

    Raises:
        FormatError: A line is no JSON, or not of the noun's shape.

    Example:
        >>> from explanans.fact import Fact
        >>> list(decode(['{"id": "f1", "text": "ice is a solid"}'], Fact, "facts.jsonl"))
        [Fact(id='f1', text='ice is a solid', table='', cells=(), source='')]
    """
    for _, value in decode_numbered(lines, noun, source):
        yield value


def decode_numbered(lines: Iterable[str], noun: type[Noun], source: str) -> Iterator[tuple[int, Noun]]:
    """Yield the number of each line, counted from 1, and its noun; see ``decode``."""
    decoder = msgspec.json.Decoder(noun)
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield number, decoder.decode(line)
            except (msgspec.DecodeError, RecursionError) as error:
                accepted = f"one JSON object a line, with the keys of {noun.__name__}"
                raise FormatError(str(error), source, number, accepted) from None


def encode(noun: object) -> str:
    """Return a noun as one line of JSON, without a line end.

    Args:
        noun: Any noun.

    Example:
        >>> from explanans.ranking import Ranking
        >>> encode(Ranking("q1", ("f2", "f1"), (0.5, 0.25)))
        '{"question":"q1","facts":["f2","f1"],"scores":[0.5,0.25]}'
    """
    return msgspec.json.encode(noun).decode()
