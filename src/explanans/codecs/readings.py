r"""Sheets on which people grade explanations: tables (``.tsv``), which any spreadsheet opens, or JSON lines.

A sheet has one part of an explanation a row. Graders fill in ``grader``, ``grade`` and, for a whole explanation,
``faults``, parted by commas. Rows without a grade are passed over.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields

import msgspec

from explanans.codecs import jsonl
from explanans.codecs.lines import Line, Rows, records
from explanans.reading import FAULTS, GRADES, Mark, Part

COLUMNS = tuple(field.name for field in fields(Mark))
_NEEDED = ("item", "part", "grader", "grade")


class _Row(msgspec.Struct):
    item: str
    part: str
    name: str = ""
    text: str = ""
    because: str = ""
    grader: str = ""
    grade: str = ""
    faults: tuple[str, ...] = ()


def decode(lines: Iterable[str], source: str, *, as_jsonl: bool = False) -> Iterator[Mark]:
    r"""Yield one mark a row that is graded.

    Args:
        lines: The lines, of a table with its header, or of JSON objects.
        source: The file's name, for complaints.
        as_jsonl: Whether each line is a JSON object.

    Raises:
        FormatError: A column is missing, a row breaks the format, a part, a grade or a fault is unknown, or a grade
            stands without its grader.

    Example:
        >>> lines = ["item\tpart\tgrader\tgrade\tfaults", "starter:q1\twhole\tann\tedit\tcentral, wording"]
        >>> [(mark.grade, mark.faults) for mark in decode(lines, "ann.tsv")]
        [('edit', ('central', 'wording'))]
    """
    for line, row in records(lines, source, _Row, COLUMNS) if as_jsonl else _rows(lines, source):
        if row.grade:
            yield _mark(line, row)


def decode_sheet(lines: Iterable[str], source: str, *, as_jsonl: bool = False) -> Iterator[Mark]:
    r"""Yield one mark a row, graded or not, in the order of the sheet; see ``decode``.

    Args:
        lines: The lines, of a table with its header, or of JSON objects.
        source: The file's name, for complaints.
        as_jsonl: Whether each line is a JSON object.

    Raises:
        FormatError: As ``decode``, or a row does not say of which explanation it is.

    Example:
        >>> lines = ["item\tpart\tname\ttext\tgrader\tgrade", "starter:q1\tleaf\tf1\tice is cold\t\t"]
        >>> [(mark.part.value, mark.text) for mark in decode_sheet(lines, "sheet.tsv")]
        [('leaf', 'ice is cold')]
    """
    for line, row in records(lines, source, _Row, COLUMNS) if as_jsonl else _rows(lines, source):
        if not row.item:
            raise line.error("a row without its item", "the explanation's name in every row")
        yield _mark(line, row)


def _mark(line: Line, row: _Row) -> Mark:
    if row.part not in list(Part):
        raise line.error(f"the part {row.part!r}", ", ".join(Part))
    part = Part(row.part)
    if row.grade and row.grade not in GRADES[part]:
        raise line.error(f"the grade {row.grade!r} of a {part}", ", ".join(GRADES[part]))
    if row.grade and (not row.item or not row.grader):
        raise line.error("a grade without its item or its grader", "both in every row with a grade")
    for fault in row.faults:
        if part is not Part.WHOLE or fault not in FAULTS:
            raise line.error(f"the fault {fault!r} of a {part}", f"of a whole: {', '.join(FAULTS)}")
    return Mark(row.item, part, row.name, row.text, row.because, row.grader, row.grade, row.faults)


def _rows(lines: Iterable[str], source: str) -> Iterator[tuple[Line, _Row]]:
    table = Rows(lines, source, "\t")
    table.require(_NEEDED, f"the columns {', '.join(COLUMNS)}")
    for line, cells in table:
        found = {name: cells.get(name, "").strip() for name in COLUMNS}
        faults = tuple(filter(None, (fault.strip() for fault in found.pop("faults").split(","))))
        yield line, _Row(**found, faults=faults)


def encode(marks: Iterable[Mark], *, as_jsonl: bool = False) -> Iterator[str]:
    r"""Yield the lines of a sheet, without line ends; a table starts with its header.

    Args:
        marks: The marks, graded or not, in the order in which they are to be read.
        as_jsonl: Whether each line is a JSON object.

    Example:
        >>> header, row = encode([Mark("starter:q1", Part.LEAF, "f1", "ice is cold")])
        >>> row.split("\t")
        ['starter:q1', 'leaf', 'f1', 'ice is cold', '', '', '', '']
    """
    if as_jsonl:
        yield from map(jsonl.encode, marks)
        return
    yield "\t".join(COLUMNS)
    for mark in marks:
        buffer = io.StringIO()
        row = asdict(mark) | {"faults": ", ".join(mark.faults)}
        csv.writer(buffer, delimiter="\t", lineterminator="").writerow(row.values())
        yield buffer.getvalue()
