r"""Sheets on which people grade explanations: tables (``.tsv``), which any spreadsheet opens, or JSON lines.

A sheet has one part of an explanation a row. Graders fill in ``grader``, ``grade`` and, for a whole explanation,
``faults``, parted by commas. Rows without a grade are passed over.
"""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields

import msgspec

from explanans.formats import jsonl
from explanans.formats.lines import Line, Rows, encode_row, records
from explanans.structures.explanations import Explanation
from explanans.structures.grading import FAULTS, GRADES, Mark, Part
from explanans.structures.trees import ROOT

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
    table = Rows(lines, source, known=COLUMNS)
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
        row = asdict(mark) | {"faults": ", ".join(mark.faults)}
        yield encode_row(row.values(), "\t")


def sheet(item: str, explanation: Explanation) -> Iterator[Mark]:
    """Yield the parts of an explanation as a grader is to read them, none graded.

    Args:
        item: The name of the explanation.
        explanation: The explanation.

    Example:
        >>> explanation = Explanation("What melts ice?", "heat", "heat melts ice", (), None, (), (), "")
        >>> [(mark.part.value, mark.text, mark.because) for mark in sheet("q1", explanation)]
        [('hypothesis', 'heat melts ice', 'What melts ice? — heat'), ('whole', 'no tree', '')]
    """
    asked = f"{explanation.question} — {explanation.answer}"
    yield Mark(item, Part.HYPOTHESIS, text=explanation.hypothesis, because=asked)
    tree = explanation.tree
    if tree:
        texts = tree.texts()
        yield from (Mark(item, Part.LEAF, leaf.id, leaf.text) for leaf in tree.leaves)
        for step in tree.steps:
            part = Part.ROOT if step.conclusion == ROOT else Part.STEP
            name = "" if part is Part.ROOT else step.conclusion
            yield Mark(item, part, name, step.text, " + ".join(texts[premise] for premise in step.premises))
    status = explanation.verdict.status.value if explanation.verdict else ""
    yield Mark(item, Part.WHOLE, text=status if tree else ", ".join(filter(None, ("no tree", status))))
