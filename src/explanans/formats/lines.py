"""Lines that know where they stand, ids in JSON, and the rows and columns of tables."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple, TypeVar

import msgspec

from explanans.errors import FormatError, amount

Record = TypeVar("Record")

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_NO_NUMBER = re.compile(r"(?<![\w.])-?(?:NaN|Infinity)\b")
"""Non-standard JSON literals that Python and others write for floats."""


_OTHER_TYPE = re.compile(r"Expected `([^`]+)`, got `([^`]+)` - at `\$([^`]*)`")
_PATH = re.compile(r"\.(\w+)|\[(\d+)\]|\[\.\.\.\]")
_TYPES = {
    **dict.fromkeys(("str", "string"), "a text"),
    **dict.fromkeys(("float", "int | float", "number"), "a number"),
    "int": "a whole number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
"""Types by their names in the JSON reader."""


class Line(NamedTuple):
    """One line of a file, or one row of a table.

    Attributes:
        number: Its number, counted from 1; 0 for a text that is of no file.
    """

    text: str
    source: str
    number: int = 0

    @property
    def place(self) -> str:
        """Its place, as ``file:line``."""
        return f"{self.source}:{self.number}"

    def error(self, found: str, accepted: str = "", column: int = 0) -> FormatError:
        """Return the complaint that the line breaks its format.

        Args:
            column: The column, counted from 1; 0 if it is not known.

        Example:
            >>> str(Line("a b", "run.txt", 3).error("0 tabs", "one tab", column=2))
            'run.txt, line 3, column 2: 0 tabs; accepted: one tab'
        """
        return FormatError(found, self.source, self.number, accepted, column=column)

    def json(self, decoder: msgspec.json.Decoder[Record], accepted: str) -> Record:
        """Return the record of a line of JSON.

        Args:
            accepted: The shape that it must have, for complaints.

        Raises:
            FormatError: The line is no JSON, or not of that type.
        """
        try:
            return decoder.decode(self.text)
        except (msgspec.DecodeError, RecursionError) as error:
            is_named = "NaN" in self.text or "Infinity" in self.text
            if is_named and (found := _NO_NUMBER.search(_STRING.sub('""', self.text))):
                raise self.error(f"{found[0]}, which is no number in JSON", "finite numbers") from None
            raise self.error(_plainly(str(error)), accepted) from None


def _plainly(message: str) -> str:
    """Return the complaint of the JSON reader about a value without its notation.

    Example:
        >>> _plainly("Expected `float`, got `null` - at `$.scores[1]`")
        'scores, item 2: null instead of a number'
    """
    if not (found := _OTHER_TYPE.fullmatch(message)):
        return message
    *others, last = dict.fromkeys(_TYPES.get(name.strip(), name.strip()) for name in found[1].split("|"))
    wanted = f"{', '.join(others)} or {last}" if others else last
    parts = [f"item {int(item) + 1}" if item else key for key, item in _PATH.findall(found[3])]
    return f"{', '.join(filter(None, parts)) or 'the record'}: {_TYPES.get(found[2], found[2])} instead of {wanted}"


def numbered(lines: Iterable[str], source: str) -> Iterator[Line]:
    """Yield the lines that are not blank, each with its number.

    Args:
        lines: The lines, such as ``files.read_lines`` yields.
    """
    return (Line(text, source, number) for number, text in enumerate(lines, 1) if text.strip())


def records(
    lines: Iterable[str], source: str, kind: type[Record], keys: Iterable[str]
) -> Iterator[tuple[Line, Record]]:
    """Yield the records of lines of JSON, each with its line; blank lines are passed over.

    Raises:
        FormatError: A line is no JSON, or not of that type.
    """
    decoder, accepted = msgspec.json.Decoder(kind), f"one JSON object a line, with the keys {', '.join(keys)}"
    return ((line, line.json(decoder, accepted)) for line in numbered(lines, source))


class Row(NamedTuple):
    """One row of a table of fields.

    Attributes:
        line: Where it starts; a quoted field may be of several lines.
        fields: The fields by their columns; a row may end early.
    """

    line: Line
    fields: dict[str, str]


DELIMITERS = ",;\t|"
"""The characters that separate the fields of CSV files, the most common first."""

_SEPARATOR_LINE = re.compile(r"sep=(.)", re.IGNORECASE)
"""The line with which spreadsheets announce the delimiter of a CSV file."""


class Rows:
    """The rows of a CSV or TSV file, whose header names the columns; blank rows are passed over.

    TSV has no quoting: a quotation mark is a character like any other. In CSV, fields may be quoted, and the delimiter
    is the one of ``DELIMITERS`` that finds most known columns in the header, else most columns.

    Args:
        delimiter: A tab for TSV, anything else for CSV; by the file's suffix if None.
        known: The names of columns that tell the delimiter of a CSV file, in lower case.

    Raises:
        FormatError: The header has broken quotes.

    Attributes:
        columns: The names of the columns; see ``unique_columns``.

    Example:
        >>> [row.fields["text"] for row in Rows(["id;text", "k1;Ice, at last"], "ice.csv")]
        ['Ice, at last']
    """

    def __init__(
        self, lines: Iterable[str], source: str, delimiter: str | None = None, known: Iterable[str] = ()
    ) -> None:
        self._source = source
        if delimiter is None:
            delimiter = "," if source.lower().endswith(".csv") else "\t"
        self._records = _split(lines) if delimiter == "\t" else _quoted(lines, source, frozenset(known))
        number, fields = next(self._records, (1, []))
        self._headers = [field.strip() for field in fields]
        self.columns = unique_columns(fields)
        self.header = Line("", source, number)

    def __iter__(self) -> Iterator[Row]:
        for number, fields in self._records:
            line = Line("", self._source, number)
            if len(fields) > len(self.columns):
                raise line.error(
                    amount(len(fields), "field"), f"{amount(len(self.columns), 'field')}, as in the header"
                )
            yield Row(line, dict(zip(self.columns, fields, strict=False)))

    def require(self, columns: Iterable[str], accepted: str) -> None:
        """Make sure that there are columns.

        Raises:
            FormatError: One is missing.
        """
        for missing in (column for column in columns if column not in self.columns):
            raise self.header.error(f"a header without the column {missing}", accepted)

    def require_unique(self, columns: Iterable[str] | None = None) -> None:
        """Make sure that no two columns have the same name, in any case; columns without a name may repeat.

        Args:
            columns: The names that may not repeat, in lower case; all if None.

        Raises:
            FormatError: Two columns have the same name.
        """
        wanted = None if columns is None else set(columns)
        for name, count in Counter(header.lower() for header in self._headers).items():
            if count > 1 and name and (wanted is None or name in wanted):
                raise self.header.error(f"{count} columns called {name!r}", "a header with each name once")


def _split(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the fields of each line of a TSV file."""
    return ((number, line.split("\t") if line else []) for number, line in enumerate(lines, 1))


def _quoted(lines: Iterable[str], source: str, known: frozenset[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the fields of each record of a CSV file, and the number of the line on which it starts."""
    rest = iter(lines)
    first, before = next(rest, None), 0
    if first is None:
        return
    delimiter = ""
    if announced := _SEPARATOR_LINE.fullmatch(first.strip()):
        delimiter, first, before = announced[1], next(rest, ""), 1
    reader = csv.reader(
        (f"{line}\n" for line in chain([first], rest)), delimiter=delimiter or _delimiter(first, known), strict=True
    )
    while True:
        number = before + reader.line_num + 1
        try:
            fields = next(reader, None)
        except csv.Error as error:
            raise FormatError(str(error), source, number, "fields quoted as in RFC 4180") from None
        if fields is None:
            return
        yield number, fields


def _delimiter(header: str, known: frozenset[str]) -> str:
    """Return the delimiter of a CSV file, by its header."""

    def merit(delimiter: str) -> tuple[int, int]:
        try:
            fields = next(csv.reader([header], delimiter=delimiter), [])
        except csv.Error:
            return 0, 0
        return len(known.intersection(field.strip().lower() for field in fields)), len(fields)

    return max(DELIMITERS, key=merit)


def encode_row(fields: Iterable[object], delimiter: str) -> str:
    r"""Return a row of a table as a line, without its end.

    Fields are quoted in CSV if need be. TSV has no quoting, so that tabs and line ends in a field become blanks.

    Example:
        >>> encode_row(["k1", "Ice, at last"], ","), encode_row(["k1", "Ice,\n at last"], "\t")
        ('k1,"Ice, at last"', 'k1\tIce, at last')
    """
    if delimiter == "\t":
        return "\t".join(_BREAKS.sub(" ", "" if field is None else str(field)) for field in fields)
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=delimiter, lineterminator="\n").writerow(fields)
    return buffer.getvalue().removesuffix("\n")


_BREAKS = re.compile(r"[ ]*[\t\r\n]+[ ]*")


def unique_columns(headers: Iterable[str]) -> tuple[str, ...]:
    """Return the headers of a table without the spaces around them, and with their repeats numbered.

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


Id = str | int
"""The type of an id in a record of JSON."""


def read_record(line: Line, decoder: "msgspec.json.Decoder[Record]", accepted: str) -> Record:
    """Return the record of a line of JSON whose ``id`` may be a whole number where the type wants a text.

    Args:
        accepted: The shape of the record, for complaints.

    Raises:
        FormatError: The line is no JSON, or not of that type.
    """
    try:
        return line.json(decoder, accepted)
    except FormatError as error:
        try:
            values = msgspec.json.decode(line.text)
            if type(values["id"]) is not int:
                raise error from None
            record: Record = msgspec.convert(values | {"id": str(values["id"])}, decoder.type)
        except (msgspec.MsgspecError, RecursionError, KeyError, TypeError):
            raise error from None
        return record
