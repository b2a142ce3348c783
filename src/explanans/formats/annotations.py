"""Sheets that people fill in: ratings, labels and grades of explanations, as tables or JSON lines.

A shortlist has one candidate a row: question, fact, the words of both, and two empty fields, ``rater`` and ``rating``.
An export is a shortlist with those fields filled in; its other columns are not read, and rows without a rating are
passed over.

A sheet has one item a row: its kind, its name, what to read, and two empty fields, ``rater`` and ``label``. Labels are
a sheet with those fields filled in; other columns are not read, and rows without a label are passed over.

A sheet has one part of an explanation a row. Graders fill in ``grader``, ``grade`` and, for a whole explanation,
``faults``, parted by commas. Rows without a grade are passed over.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields
from typing import Any, ClassVar, Self, TypeVar

import msgspec

from explanans.formats import jsonl
from explanans.formats.lines import Id, Line, Rows, encode_row, records
from explanans.structures.explanations import Explanation
from explanans.structures.grading import FAULTS, GRADES, Annotation, Candidate, Mark, Part
from explanans.structures.labels import LABELS, Label, SheetRow
from explanans.structures.trees import ROOT

HIGHEST = 3
"""The default highest rating of a fact, core (Jansen et al. 2021, table 2)."""
_NUMBER = re.compile(r"-?\d{1,9}(?:[.,]\d{1,9})?", re.ASCII)
_DECIMALS = 1
"""The decimal places that a rating may have: half grades occur, and averages are no ratings."""


class _Row(msgspec.Struct):
    """A row of a sheet; its fields are the columns that are read."""

    needed: ClassVar[tuple[str, ...]] = ()
    """The columns that a table must have; all if empty."""

    @classmethod
    def read(cls, line: Line, cells: dict[str, Any]) -> Self:  # noqa: ARG003 - others complain of the line
        """Return the row that a table has as cells without blanks around them."""
        return cls(**cells)


Kind = TypeVar("Kind", bound=_Row)


def _rows(lines: Iterable[str], source: str, kind: type[Kind], *, as_jsonl: bool) -> Iterator[tuple[Line, Kind]]:
    """Yield the rows of a sheet, each with its line."""
    columns = kind.__struct_fields__
    if as_jsonl:
        yield from records(lines, source, kind, columns)
        return
    table = Rows(lines, source, known=columns)
    table.require_unique(columns)
    table.require(kind.needed or columns, f"the columns {', '.join(columns)}")
    for line, cells in table:
        yield line, kind.read(line, {column: cells.get(column, "").strip() for column in columns})


def _encode(columns: Iterable[str], rows: Iterable[dict[str, Any]], *, as_jsonl: bool) -> Iterator[str]:
    """Yield the lines of a sheet, without line ends; a table starts with its header."""
    if as_jsonl:
        yield from map(jsonl.encode, rows)
        return
    yield "\t".join(columns)
    for row in rows:
        cells = (", ".join(value) if isinstance(value, tuple) else value for value in row.values())
        yield encode_row(cells, "\t")


class _RatingRow(_Row):
    question: Id
    fact: Id = ""
    rater: Id = ""
    rating: float | None = None

    @classmethod
    def read(cls, line: Line, cells: dict[str, Any]) -> Self:
        rating = cells["rating"]
        if rating and not _NUMBER.fullmatch(rating):
            raise line.error(f"the rating {rating!r}", "a number, or nothing if it is not rated")
        return cls(**cells | {"rating": float(rating.replace(",", ".")) if rating else None})


def decode(
    lines: Iterable[str], source: str, *, highest: int = HIGHEST, as_jsonl: bool = False
) -> Iterator[Annotation]:
    r"""Yield one annotation a row with a rating, in the order of the file.

    Args:
        lines: The lines, of a table with its header, or of JSON objects.
        highest: The highest rating that a fact may have; whole explanations have 0 or 1.

    Raises:
        FormatError: A column is missing, a row breaks the format, a rating is out of range, or it does not say who
            rated or for which question.

    Example:
        >>> lines = ["question\tfact\trater\trating", "q1\tf1\tann\t3", "q1\tf2\tann\t"]
        >>> list(decode(lines, "ann.tsv"))
        [Annotation(question='q1', fact='f1', rater='ann', rating=3)]
    """
    for line, row in _rows(lines, source, _RatingRow, as_jsonl=as_jsonl):
        if row.rating is None:
            continue
        for name in ("question", "rater"):
            if not str(getattr(row, name)).strip():
                raise line.error(f"a rating without a {name}", f"a {name} in every row with a rating")
        fact = str(row.fact)
        most = highest if fact else 1
        if not 0 <= row.rating <= most:
            what = "the rating of a fact" if fact else "whether an explanation is complete, where no fact is named"
            raise line.error(f"the rating {row.rating:g}", f"0 to {most}, {what}")
        rating = int(row.rating) if row.rating == int(row.rating) else row.rating
        if rating != round(rating, _DECIMALS):
            raise line.error(f"the rating {rating}", f"at most {_DECIMALS} decimal place")
        yield Annotation(str(row.question), fact, str(row.rater).strip(), rating)


def encode(candidates: Iterable[Candidate], *, as_jsonl: bool = False) -> Iterator[str]:
    r"""Yield the lines of a shortlist, without line ends; a table starts with its header.

    Example:
        >>> header, row = encode([Candidate("q1", "f1", "What is ice?", "a solid", "ice is cold")])
        >>> row.split("\t")
        ['q1', 'f1', 'What is ice?', 'a solid', 'ice is cold', '', '']
    """
    rows = (candidate._asdict() | {"rater": "", "rating": None} for candidate in candidates)
    return _encode((*Candidate._fields, "rater", "rating"), rows, as_jsonl=as_jsonl)


LABEL_COLUMNS = ("kind", "item", "rater", "label")


class _LabelRow(_Row):
    kind: str
    item: Id
    rater: Id = ""
    label: str | int | float | None = None


def decode_labels(lines: Iterable[str], source: str, *, as_jsonl: bool = False) -> Iterator[Label]:
    r"""Yield one label a row that has one, in the order of the file.

    Args:
        lines: The lines, of a table with its header, or of JSON objects.

    Raises:
        FormatError: A column is missing, a row breaks the format, does not say who labelled what, or has a label that
            items of its kind do not have.

    Example:
        >>> lines = ["kind\titem\trater\tlabel", "step\tq1#int1\tann\tnearly", "step\tq1#int2\tann\t"]
        >>> list(decode_labels(lines, "ann.tsv"))
        [Label(kind='step', item='q1#int1', rater='ann', label='nearly')]
    """
    for line, row in _rows(lines, source, _LabelRow, as_jsonl=as_jsonl):
        said = "" if row.label is None else f"{row.label}".strip()
        if not said:
            continue
        for name in ("kind", "item", "rater"):
            if not str(getattr(row, name)).strip():
                raise line.error(f"a label without a {name}", f"a {name} in every row with a label")
        kind, said = row.kind.strip().lower(), said.lower()
        if said not in (accepted := LABELS.get(kind, (said,))) and not _is_number(said):
            raise line.error(f"the label {said!r} of a {kind}", f"{', '.join(accepted)}, or a number, a score")
        yield Label(kind, str(row.item).strip(), str(row.rater).strip(), said)


def _is_number(text: str) -> bool:
    try:
        return abs(float(text)) < float("inf")
    except ValueError:
        return False


def encode_labels(items: Iterable[SheetRow], *, as_jsonl: bool = False) -> Iterator[str]:
    r"""Yield the lines of a sheet to fill in, without line ends; a table starts with its header.

    What is known of items without people is left out: raters must not see it.

    Example:
        >>> header, row = encode_labels([SheetRow("tree", "q1", "ice melts", "valid")])
        >>> row.split("\t")
        ['tree', 'q1', 'ice melts', '', '']
    """
    rows = ({"kind": kind, "item": item, "text": text, "rater": "", "label": None} for kind, item, text, _ in items)
    return _encode(("kind", "item", "text", "rater", "label"), rows, as_jsonl=as_jsonl)


def encode_automatic(items: Iterable[SheetRow]) -> Iterator[str]:
    r"""Yield the lines of a table with what is known of items without people; the rater is called ``automatic``.

    Args:
        items: The items; those of which nothing is known are left out.

    Example:
        >>> list(encode_automatic([SheetRow("tree", "q1", "ice melts", "leaves")]))[1]
        'tree\tq1\tautomatic\tleaves'
    """
    rows = (
        {"kind": kind, "item": item, "rater": "automatic", "label": known} for kind, item, _, known in items if known
    )
    return _encode(LABEL_COLUMNS, rows, as_jsonl=False)


MARK_COLUMNS = tuple(field.name for field in fields(Mark))


class _MarkRow(_Row):
    needed = ("item", "part", "grader", "grade")
    item: str
    part: str
    name: str = ""
    text: str = ""
    because: str = ""
    grader: str = ""
    grade: str = ""
    faults: tuple[str, ...] = ()

    @classmethod
    def read(cls, line: Line, cells: dict[str, Any]) -> Self:  # noqa: ARG003
        faults = tuple(filter(None, (fault.strip() for fault in cells["faults"].split(","))))
        return cls(**cells | {"faults": faults})


def decode_marks(lines: Iterable[str], source: str, *, as_jsonl: bool = False) -> Iterator[Mark]:
    r"""Yield one mark a row that is graded.

    Args:
        lines: The lines, of a table with its header, or of JSON objects.

    Raises:
        FormatError: A column is missing, a row breaks the format, a part, a grade or a fault is unknown, or a grade
            stands without its grader.

    Example:
        >>> lines = ["item\tpart\tgrader\tgrade\tfaults", "starter:q1\twhole\tann\tedit\tcentral, wording"]
        >>> [(mark.grade, mark.faults) for mark in decode_marks(lines, "ann.tsv")]
        [('edit', ('central', 'wording'))]
    """
    for line, row in _rows(lines, source, _MarkRow, as_jsonl=as_jsonl):
        if row.grade:
            yield _mark(line, row)


def decode_sheet(lines: Iterable[str], source: str, *, as_jsonl: bool = False) -> Iterator[Mark]:
    r"""Yield one mark a row, graded or not, in the order of the sheet; see ``decode_marks``.

    Args:
        lines: The lines, of a table with its header, or of JSON objects.

    Raises:
        FormatError: As ``decode_marks``, or a row does not say of which explanation it is.

    Example:
        >>> lines = ["item\tpart\tname\ttext\tgrader\tgrade", "starter:q1\tleaf\tf1\tice is cold\t\t"]
        >>> [(mark.part.value, mark.text) for mark in decode_sheet(lines, "sheet.tsv")]
        [('leaf', 'ice is cold')]
    """
    for line, row in _rows(lines, source, _MarkRow, as_jsonl=as_jsonl):
        if not row.item:
            raise line.error("a row without its item", "the explanation's name in every row")
        yield _mark(line, row)


def _mark(line: Line, row: _MarkRow) -> Mark:
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


def encode_marks(marks: Iterable[Mark], *, as_jsonl: bool = False) -> Iterator[str]:
    r"""Yield the lines of a sheet, without line ends; a table starts with its header.

    Args:
        marks: The marks, graded or not, in the order in which they are to be read.

    Example:
        >>> header, row = encode_marks([Mark("starter:q1", Part.LEAF, "f1", "ice is cold")])
        >>> row.split("\t")
        ['starter:q1', 'leaf', 'f1', 'ice is cold', '', '', '', '']
    """
    return _encode(MARK_COLUMNS, map(asdict, marks), as_jsonl=as_jsonl)


def sheet(item: str, explanation: Explanation) -> Iterator[Mark]:
    """Yield the parts of an explanation as a grader is to read them, none graded.

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
