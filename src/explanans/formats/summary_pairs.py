"""Pairs of a right and a wrong summary of one sentence (Falke et al. 2019), as Goyal & Durrett 2020 pass them on."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from explanans.errors import FormatError

_ACCEPTED = "a JSON list of objects with article_sent, correct_sent and incorrect_sent, none of them empty"


class SummaryPair(NamedTuple):
    """A sentence and two summaries of it that a generator wrote.

    Attributes:
        source: The sentence.
        correct: The summary that people found right.
        incorrect: The one that they found wrong.
    """

    source: str
    correct: str
    incorrect: str


class _Row(msgspec.Struct):
    article_sent: str
    correct_sent: str
    incorrect_sent: str


def decode(lines: Iterable[str], source: str) -> list[SummaryPair]:
    """Return the pairs of a file, in its order; one sentence may have several.

    Args:
        lines: The lines of the file, in whatever way the JSON is broken into lines.
        source: The file's name, for complaints.

    Raises:
        FormatError: The text is no JSON, or JSON of another shape, or a sentence is empty.

    Example:
        >>> line = '[{"article_sent": "ice melted.", "correct_sent": "ice melted.", "incorrect_sent": "fire melted."}]'
        >>> decode([line], "pairs.json")
        [SummaryPair(source='ice melted.', correct='ice melted.', incorrect='fire melted.')]
    """
    try:
        rows = msgspec.json.decode("\n".join(lines), type=list[_Row])
    except (msgspec.DecodeError, RecursionError) as error:
        raise FormatError(str(error), source, accepted=_ACCEPTED) from None
    pairs = [SummaryPair(row.article_sent, row.correct_sent, row.incorrect_sent) for row in rows]
    for number, pair in enumerate(pairs, 1):
        if not all(text.strip() for text in pair):
            raise FormatError(f"pair {number} with an empty sentence", source, accepted=_ACCEPTED)
    if not pairs:
        raise FormatError("no pairs", source, accepted=_ACCEPTED)
    return pairs
