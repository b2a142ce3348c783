"""The records of tasks: their settings, the work on them, and projects from and to files."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from explanans.errors import InputError
from explanans.io.files import read_lines, read_text
from explanans.workbench.store.tables import Role

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


Given = TypeVar("Given", bound=msgspec.Struct)
Made = TypeVar("Made", bound=msgspec.Struct)


class PreviousAnnotation(NamedTuple, Generic[Made]):
    """The annotation of an item at an earlier stage.

    Attributes:
        person: A name that is unique per person.
        seconds: The time that they worked on it.
    """

    stage: str
    person: str
    made: Made
    state: str
    seconds: float = 0.0
    work: int = 0
    version: int = 0


@dataclass(frozen=True, slots=True)
class Task(Generic[Given, Made]):
    """An item at a stage, as its page and its checks see it.

    Attributes:
        knowledge: The knowledge base of the project, by name or path.
        earlier: The annotations of earlier stages, in order; people are called ``rater 1`` and so on.
    """

    key: str
    given: Given
    stage: str
    settings: Mapping[str, Any]
    knowledge: str
    earlier: tuple[PreviousAnnotation[Made], ...] = ()


class DoneItem(NamedTuple, Generic[Given, Made]):
    """An item with all that was made of it, as exports and figures see it.

    Attributes:
        works: The annotations, stage by stage, under the names of the accounts.
    """

    key: str
    given: Given
    works: tuple[PreviousAnnotation[Made], ...]
    settings: Mapping[str, Any] = {}


Writer = Callable[[Iterable[DoneItem[Given, Made]]], Iterator[str]]
"""Yields the lines of an export of items."""


class Format(NamedTuple):
    """A format of an export.

    Attributes:
        name: Its name in addresses, such as ``entailmentbank``.
        about: A description, with the programs that read it.
    """

    name: str
    file: str
    about: str


class Table(NamedTuple):
    """A table of figures that only one kind has, for the dashboard and for exports."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Setting(NamedTuple):
    """A whole number that a kind leaves open, asked for when a project is made."""

    name: str
    label: str
    default: int
    least: int = 0
    most: int = 1000


class TextSetting(NamedTuple):
    """A text that a kind leaves open, such as the folder of a model; administrators may change it at any time."""

    name: str
    label: str


class File(NamedTuple):
    """A file to take in.

    Attributes:
        name: Its name, for complaints and for the ids of items that have none.
    """

    name: str
    lines: Iterable[str]

    @classmethod
    def open(cls, path: Path, name: str = "") -> "File":
        """Return a file.

        Args:
            path: Where it lies; a file ``.json`` may be one long line.
        """
        lines = read_text(path).split("\n") if path.suffix.lower() == ".json" else read_lines(path)
        return cls(name or str(path), map(unmark_line, lines) if path.suffix.lower() == ".tsv" else lines)


class ImportedProject(NamedTuple, Generic[Given, Made]):
    """A project as one format has it.

    Attributes:
        settings: The settings by which that is finished work; the others are as proposed.
    """

    items: Sequence[DoneItem[Given, Made]]
    settings: Mapping[str, int]


Reader = Callable[[Sequence[File]], ImportedProject[Given, Made]]
"""Returns the project that files hold."""


def unknown(role: Role, number: int = 1) -> str:
    """Return the name of a person whom a format does not name.

    Example:
        >>> unknown(Role.RATER), unknown(Role.RATER, 2)
        ('unknown-rater', 'unknown-rater-2')
    """
    return f"unknown-{role}" if number == 1 else f"unknown-{role}-{number}"


def only(files: Sequence[File]) -> File:
    """Return the only file."""
    if len(files) != 1:
        raise InputError(f"{len(files)} files; accepted: one file of this format")
    return files[0]


def table_lines(tables: Iterable[Table]) -> Iterator[str]:
    """Yield tables one after the other, each below its title."""
    for number, table in enumerate(tables):
        if number:
            yield ""
        yield f"# {table.title}. {table.note}"
        yield from tab_separated([table.columns, *table.rows])


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
