r"""Labels by people, and the sheets that they fill in: tables (``.tsv``, ``.csv``) or JSON lines (``.jsonl``).

A sheet has one item a row: its kind, its name, what to read, and two empty fields, ``rater`` and ``label``. Labels are
a sheet with those fields filled in; other columns are not read, and rows without a label are passed over.
"""

from collections.abc import Iterable, Iterator

import msgspec

from explanans.formats import jsonl
from explanans.formats.ids import Id
from explanans.formats.lines import Line, Rows, encode_row, records
from explanans.structures.labels import LABELS, Label, SheetRow

COLUMNS = ("kind", "item", "rater", "label")


class _Row(msgspec.Struct):
    kind: str
    item: Id
    rater: Id = ""
    label: str | int | float | None = None


def decode(lines: Iterable[str], source: str, *, as_jsonl: bool = False) -> Iterator[Label]:
    r"""Yield one label a row that has one, in the order of the file.

    Args:
        lines: The lines, of a table with its header, or of JSON objects.
        source: The file's name, for complaints.
        as_jsonl: Whether each line is a JSON object.

    Raises:
        FormatError: A column is missing, a row breaks the format, does not say who labelled what, or has a label that
            items of its kind do not have.

    Example:
        >>> lines = ["kind\titem\trater\tlabel", "step\tq1#int1\tann\tnearly", "step\tq1#int2\tann\t"]
        >>> list(decode(lines, "ann.tsv"))
        [Label(kind='step', item='q1#int1', rater='ann', label='nearly')]
    """
    for line, row in records(lines, source, _Row, COLUMNS) if as_jsonl else _rows(lines, source):
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


def _rows(lines: Iterable[str], source: str) -> Iterator[tuple[Line, _Row]]:
    table = Rows(lines, source, known=COLUMNS)
    table.require(COLUMNS, f"the columns {', '.join(COLUMNS)}")
    for line, fields in table:
        yield line, _Row(*(fields.get(column, "") for column in COLUMNS))


def encode(items: Iterable[SheetRow], *, as_jsonl: bool = False) -> Iterator[str]:
    r"""Yield the lines of a sheet to fill in, without line ends; a table starts with its header.

    What is known of items without people is left out: raters must not see it.

    Args:
        items: The items, in the order in which they are to be labelled.
        as_jsonl: Whether each line is a JSON object.

    Example:
        >>> header, row = encode([SheetRow("tree", "q1", "ice melts", "valid")])
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
    yield "\t".join(COLUMNS)
    for kind, item, _, known in items:
        if known:
            yield encode_row((kind, item, "automatic", known), "\t")
