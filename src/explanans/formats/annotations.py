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
_COLUMNS = ("question", "fact", "rater", "rating")


class _Row(msgspec.Struct):
    question: Id
    fact: Id = ""
    rater: Id = ""
    rating: float | None = None


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
    for line, row in records(lines, source, _Row, _COLUMNS) if as_jsonl else _rows(lines, source):
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


def _rows(lines: Iterable[str], source: str) -> Iterator[tuple[Line, _Row]]:
    table = Rows(lines, source, known=_COLUMNS)
    table.require(_COLUMNS, f"the columns {', '.join(_COLUMNS)}")
    for line, cells in table:
        question, fact, rater, rating = (cells.get(column, "").strip() for column in _COLUMNS)
        if rating and not _NUMBER.fullmatch(rating):
            raise line.error(f"the rating {rating!r}", "a number, or nothing if it is not rated")
        yield line, _Row(question, fact, rater, float(rating.replace(",", ".")) if rating else None)


def encode(candidates: Iterable[Candidate], *, as_jsonl: bool = False) -> Iterator[str]:
    r"""Yield the lines of a shortlist, without line ends; a table starts with its header.

    Example:
        >>> header, row = encode([Candidate("q1", "f1", "What is ice?", "a solid", "ice is cold")])
        >>> row.split("\t")
        ['q1', 'f1', 'What is ice?', 'a solid', 'ice is cold', '', '']
    """
    if as_jsonl:
        for candidate in candidates:
            yield jsonl.encode(candidate._asdict() | {"rater": "", "rating": None})
        return
    yield "\t".join((*Candidate._fields, "rater", "rating"))
    for candidate in candidates:
        yield encode_row((*candidate, "", ""), "\t")


LABEL_COLUMNS = ("kind", "item", "rater", "label")


class _LabelRow(msgspec.Struct):
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
    for line, row in records(lines, source, _LabelRow, LABEL_COLUMNS) if as_jsonl else _label_rows(lines, source):
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


def _label_rows(lines: Iterable[str], source: str) -> Iterator[tuple[Line, _LabelRow]]:
    table = Rows(lines, source, known=LABEL_COLUMNS)
    table.require(LABEL_COLUMNS, f"the columns {', '.join(LABEL_COLUMNS)}")
    for line, cells in table:
        yield line, _LabelRow(*(cells.get(column, "") for column in LABEL_COLUMNS))


def encode_labels(items: Iterable[SheetRow], *, as_jsonl: bool = False) -> Iterator[str]:
    r"""Yield the lines of a sheet to fill in, without line ends; a table starts with its header.

    What is known of items without people is left out: raters must not see it.

    Example:
        >>> header, row = encode_labels([SheetRow("tree", "q1", "ice melts", "valid")])
        >>> row.split("\t")
        ['tree', 'q1', 'ice melts', '', '']
    """
    if as_jsonl:
        for kind, item, text, _ in items:
            yield jsonl.encode({"kind": kind, "item": item, "text": text, "rater": "", "label": None})
        return
    yield "\t".join(("kind", "item", "text", "rater", "label"))
    for kind, item, text, _ in items:
        yield encode_row((kind, item, text, "", ""), "\t")


def encode_automatic(items: Iterable[SheetRow]) -> Iterator[str]:
    r"""Yield the lines of a table with what is known of items without people; the rater is called ``automatic``.

    Args:
        items: The items; those of which nothing is known are left out.

    Example:
        >>> list(encode_automatic([SheetRow("tree", "q1", "ice melts", "leaves")]))[1]
        'tree\tq1\tautomatic\tleaves'
    """
    yield "\t".join(LABEL_COLUMNS)
    for kind, item, _, known in items:
        if known:
            yield encode_row((kind, item, "automatic", known), "\t")


MARK_COLUMNS = tuple(field.name for field in fields(Mark))
_NEEDED = ("item", "part", "grader", "grade")


class _MarkRow(msgspec.Struct):
    item: str
    part: str
    name: str = ""
    text: str = ""
    because: str = ""
    grader: str = ""
    grade: str = ""
    faults: tuple[str, ...] = ()


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
    for line, row in records(lines, source, _MarkRow, MARK_COLUMNS) if as_jsonl else _mark_rows(lines, source):
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
    for line, row in records(lines, source, _MarkRow, MARK_COLUMNS) if as_jsonl else _mark_rows(lines, source):
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


def _mark_rows(lines: Iterable[str], source: str) -> Iterator[tuple[Line, _MarkRow]]:
    table = Rows(lines, source, known=MARK_COLUMNS)
    table.require(_NEEDED, f"the columns {', '.join(MARK_COLUMNS)}")
    for line, cells in table:
        found = {name: cells.get(name, "").strip() for name in MARK_COLUMNS}
        faults = tuple(filter(None, (fault.strip() for fault in found.pop("faults").split(","))))
        yield line, _MarkRow(**found, faults=faults)


def encode_marks(marks: Iterable[Mark], *, as_jsonl: bool = False) -> Iterator[str]:
    r"""Yield the lines of a sheet, without line ends; a table starts with its header.

    Args:
        marks: The marks, graded or not, in the order in which they are to be read.

    Example:
        >>> header, row = encode_marks([Mark("starter:q1", Part.LEAF, "f1", "ice is cold")])
        >>> row.split("\t")
        ['starter:q1', 'leaf', 'f1', 'ice is cold', '', '', '', '']
    """
    if as_jsonl:
        yield from map(jsonl.encode, marks)
        return
    yield "\t".join(MARK_COLUMNS)
    for mark in marks:
        row = asdict(mark) | {"faults": ", ".join(mark.faults)}
        yield encode_row(row.values(), "\t")


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
