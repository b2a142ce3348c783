"""Tables as lines of text, parted by tabs."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from explanans.workbench.kinds.kind import Table


def tab_separated(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    r"""Yield rows as lines without their ends; what would break a line is quoted.

    Example:
        >>> list(tab_separated([("id", "text"), (1, "ice\tmelts")]))
        ['id\ttext', '1\t"ice\tmelts"']
    """
    for row in rows:
        buffer = io.StringIO()
        csv.writer(buffer, delimiter="\t", lineterminator="").writerow(row)
        yield buffer.getvalue()


def table_lines(tables: Iterable[Table]) -> Iterator[str]:
    """Yield tables one after the other, each below its title."""
    for number, table in enumerate(tables):
        if number:
            yield ""
        yield f"# {table.title}. {table.note}"
        yield from tab_separated([table.columns, *table.rows])
