"""CSV and TSV files with one fact a row."""

import csv
import io
from collections.abc import Iterable, Iterator

from explanans.codecs.columns import unique_columns
from explanans.exceptions import FormatError
from explanans.fact import Cell, Fact

_TEXT_COLUMNS = ("text", "fact", "sentence")
_OWN_COLUMNS = ("id", "text", "table")


def decode(lines: Iterable[str], source: str, delimiter: str) -> Iterator[Fact]:
    r"""Yield one fact a row; rows without text are skipped.

    The header names the columns. One is called ``text``, ``fact`` or ``sentence``; ``id`` and ``table`` may be there
    (an absent id becomes the file's name and the row's number); all others become cells. A field may be quoted.

    Args:
        lines: The lines of the file, the header first.
        source: The file's name, for provenance and complaints.
        delimiter: What separates the fields: a comma or a tab.

    Raises:
        FormatError: There is no column with the text, or a row has more fields than the header or broken quotes.

    Example:
        >>> [fact.text for fact in decode(["id,text", 'b1,"Yeast, fed, makes gas"'], "bread.csv", ",")]
        ['Yeast, fed, makes gas']
    """
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter, strict=True)
    try:
        columns = unique_columns(next(reader, []))
        name = next((column for column in _TEXT_COLUMNS if column in columns), None)
        if name is None:
            found = f"a header with the columns {', '.join(columns) or 'none'}"
            raise FormatError(found, source, 1, f"a header with a column called {' or '.join(_TEXT_COLUMNS)}")
        for number, fields in enumerate(reader, 1):
            if len(fields) > len(columns):
                found = f"{len(fields)} fields"
                raise FormatError(found, source, reader.line_num, f"{len(columns)} fields, as in the header")
            row = dict(zip(columns, fields, strict=False))
            text = row.pop(name).strip() if name in row else ""
            if text:
                uid = row.pop("id", "") or f"{source}#{number}"
                table = row.pop("table", "")
                cells = tuple(Cell(column, field) for column, field in row.items() if field)
                yield Fact(uid, text, table, cells, f"{source}:{reader.line_num}")
    except csv.Error as error:
        raise FormatError(str(error), source, reader.line_num, "fields quoted as in RFC 4180") from None


def encode(facts: Iterable[Fact], delimiter: str) -> Iterator[str]:
    """Yield the lines of a file, the header first.

    Args:
        facts: The facts; their sources are left behind.
        delimiter: What separates the fields: a comma or a tab.
    """
    rows = list(facts)
    others = dict.fromkeys(cell.column for fact in rows for cell in fact.cells)
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator="\n")
    writer.writerow((*_OWN_COLUMNS, *others))
    for fact in rows:
        cells = dict(fact.cells)
        writer.writerow((fact.id, fact.text, fact.table, *(cells.get(column, "") for column in others)))
    yield from buffer.getvalue().removesuffix("\n").split("\n")
