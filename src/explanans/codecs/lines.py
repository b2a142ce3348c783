"""Lines that know where they stand, and the rows and columns of tables."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

import msgspec

from explanans.exceptions import FormatError

Record = TypeVar("Record")


class Line(NamedTuple):
    """One line of a file, or one row of a table.

    Attributes:
        text: The line, without its end.
        source: The name of its file.
        number: Its number, counted from 1; 0 for a text that is of no file.
    """

    text: str
    source: str
    number: int = 0

    @property
    def place(self) -> str:
        """Where it stands, as ``file:line``."""
        return f"{self.source}:{self.number}"

    def error(self, found: str, accepted: str = "", column: int = 0) -> FormatError:
        """Return the complaint that the line breaks its format.

        Args:
            found: The fault, as the start of a sentence.
            accepted: The form that would have been accepted.
            column: The column, counted from 1; 0 where it is not known.

        Example:
            >>> str(Line("a b", "run.txt", 3).error("0 tabs", "one tab", column=2))
            'run.txt, line 3, column 2: 0 tabs; accepted: one tab'
        """
        return FormatError(found, self.source, self.number, accepted, column=column)

    def json(self, decoder: msgspec.json.Decoder[Record], accepted: str) -> Record:
        """Return the record of a line of JSON.

        Args:
            decoder: The decoder of its type.
            accepted: The shape that it must have, for complaints.

        Raises:
            FormatError: The line is no JSON, or not of that type.
        """
        try:
            return decoder.decode(self.text)
        except (msgspec.DecodeError, RecursionError) as error:
            raise self.error(str(error), accepted) from None


def numbered(lines: Iterable[str], source: str) -> Iterator[Line]:
    """Yield the lines that are not blank, each with its number.

    Args:
        lines: The lines, such as ``files.read_lines`` yields.
        source: The name of their file.
    """
    return (Line(text, source, number) for number, text in enumerate(lines, 1) if text.strip())


def records(
    lines: Iterable[str], source: str, kind: type[Record], keys: Iterable[str]
) -> Iterator[tuple[Line, Record]]:
    """Yield the records of lines of JSON, each with its line; blank lines are passed over.

    Args:
        lines: The lines.
        source: The name of their file.
        kind: The type of a record.
        keys: The keys that it has, for complaints.

    Raises:
        FormatError: A line is no JSON, or not of that type.
    """
    decoder, accepted = msgspec.json.Decoder(kind), f"one JSON object a line, with the keys {', '.join(keys)}"
    return ((line, line.json(decoder, accepted)) for line in numbered(lines, source))


class Row(NamedTuple):
    """One row of a table of fields.

    Attributes:
        line: Where it ends; a quoted field may be of several lines.
        fields: The fields by their columns; a row may end early.
    """

    line: Line
    fields: dict[str, str]


class Rows:
    """The rows of a CSV or TSV file, whose header names the columns; blank rows are passed over.

    Args:
        lines: The lines of the file, the header first.
        source: The file's name.
        delimiter: The comma or tab that separates the fields.

    Raises:
        FormatError: The header has broken quotes.

    Attributes:
        header: Where the header stands.
        columns: The names of the columns; see ``unique_columns``.
    """

    def __init__(self, lines: Iterable[str], source: str, delimiter: str) -> None:
        self._source = source
        self._reader = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter, strict=True)
        try:
            self.columns = unique_columns(next(self._reader, []))
        except csv.Error as error:
            raise self._unquoted(error) from None
        self.header = Line("", source, 1)

    def __iter__(self) -> Iterator[Row]:
        try:
            for fields in self._reader:
                line = Line("", self._source, self._reader.line_num)
                if len(fields) > len(self.columns):
                    raise line.error(f"{len(fields)} fields", f"{len(self.columns)} fields, as in the header")
                yield Row(line, dict(zip(self.columns, fields, strict=False)))
        except csv.Error as error:
            raise self._unquoted(error) from None

    def require(self, columns: Iterable[str], accepted: str) -> None:
        """Make sure that there are columns.

        Args:
            columns: Their names.
            accepted: What a header has, for complaints.

        Raises:
            FormatError: One is missing.
        """
        for missing in (column for column in columns if column not in self.columns):
            raise self.header.error(f"a header without the column {missing}", accepted)

    def _unquoted(self, error: csv.Error) -> FormatError:
        return FormatError(str(error), self._source, self._reader.line_num, "fields quoted as in RFC 4180")


def unique_columns(headers: Iterable[str]) -> tuple[str, ...]:
    """Return the headers of a table without the spaces around them, and with their repeats numbered.

    Args:
        headers: The header cells, as they stand in the file.

    Example:
        >>> unique_columns(["THING", "OF", " THING", "THING"])
        ('THING', 'OF', 'THING#2', 'THING#3')
    """
    seen: Counter[str] = Counter()
    columns: dict[str, None] = {}
    for header in (header.strip() for header in headers):
        column = header
        while column in columns:
            seen[header] += 1
            column = f"{header}#{seen[header] + 1}"
        columns[column] = None
    return tuple(columns)
