"""Cells of tables for spreadsheets, which take some texts for formulas and run them."""

from collections.abc import Callable, Iterator

_BEGINS = ("=", "+", "-", "@", "\t", "\r")
_MARK = "'"


def mark(cell: str) -> str:
    """Return a cell, marked as text if a spreadsheet would take it for a formula.

    Example:
        >>> [mark(it) for it in ("=1+1", "-0.5", "ice", "'=1")]
        ["'=1+1", '-0.5', 'ice', "''=1"]
    """
    begins = cell.lstrip(_MARK).startswith(_BEGINS)
    return _MARK + cell if begins and not _is_number(cell) else cell


def unmark(cell: str) -> str:
    """Return a cell without the mark that `mark` set.

    Example:
        >>> [unmark(mark(it)) for it in ("=1+1", "-0.5", "ice", "'=1", "'tis")]
        ['=1+1', '-0.5', 'ice', "'=1", "'tis"]
    """
    is_marked = cell.startswith(_MARK) and cell.lstrip(_MARK).startswith(_BEGINS)
    return cell[1:] if is_marked else cell


def mark_lines(lines: Iterator[str]) -> Iterator[str]:
    """Yield lines of tab-separated cells, each marked if it is needed."""
    for line in lines:
        yield "\t".join(_inside(cell, mark) for cell in line.split("\t"))


def unmark_line(line: str) -> str:
    """Return a line of tab-separated cells without marks."""
    return "\t".join(_inside(cell, unmark) for cell in line.split("\t"))


def _inside(cell: str, change: Callable[[str], str]) -> str:
    """Return a cell, or a cell in quotation marks, changed."""
    return f'"{change(cell[1:])}' if cell.startswith('"') else change(cell)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
