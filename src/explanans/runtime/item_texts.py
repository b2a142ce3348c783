"""The texts of items in a finished file: JSON lines, or the lines of a table whose first column names the item."""

from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec

from explanans.errors import FormatError
from explanans.runtime.journal import Text


class _Record(msgspec.Struct):
    """The part of a line that identifies its item and its signature."""

    id: str = ""
    question: str = ""
    signature: str = ""


def json_lines(lines: Iterable[str], source: str) -> Iterator[Text]:
    """Yield the text of each item if it is one line of JSON.

    Args:
        lines: The lines.
        source: The name of their file, for complaints.

    Raises:
        FormatError: A line is no JSON object, or names no item.

    Example:
        >>> [(found.id, found.signature) for found in json_lines(['{"id": "q1", "signature": "v1"}'], "out.jsonl")]
        [('q1', 'v1')]
    """
    decoder = msgspec.json.Decoder(_Record)
    for number, line in enumerate(lines, 1):
        try:
            record = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise FormatError(str(error), source, number, "lines written by an earlier call") from None
        if not (record.id or record.question):
            raise FormatError("a line without an id", source, number, "lines written by an earlier call")
        yield Text(record.id or record.question, f"{line}\n", record.signature, number)


def table_lines(lines: Iterable[str], source: str) -> Iterator[Text]:  # noqa: ARG001 - any line will do
    r"""Yield the text of each item if it is the lines that begin with its id and a tab.

    Args:
        lines: The lines.
        source: The name of their file.

    Example:
        >>> list(table_lines(["q1\tf1", "q1\tf2"], "out.run"))
        [Text(id='q1', text='q1\tf1\nq1\tf2\n', signature='', line=0)]
    """
    for uid, found in groupby(lines, lambda line: line.partition("\t")[0]):
        yield Text(uid, "".join(f"{line}\n" for line in found))
