"""Import of a file as a project: its items, with the annotations that its format has."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Generic, NamedTuple

from explanans.errors import InputError
from explanans.io.files import read_lines, read_text
from explanans.workbench.cells import unmark_line
from explanans.workbench.kinds.kind import DoneItem, Given, Made
from explanans.workbench.store.tables import Role


class File(NamedTuple):
    """A file to take in.

    Attributes:
        name: Its name, for complaints and for the ids of items that have none.
        lines: Its lines, without their ends.
    """

    name: str
    lines: Iterable[str]

    @classmethod
    def open(cls, path: Path, name: str = "") -> "File":
        """Return a file.

        Args:
            path: Where it lies; a file ``.json`` may be one long line.
            name: Its name, if that is another than that of the path.

        Raises:
            InputError: The file is missing or cannot be read.
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


def unknown(role: Role, number: int = 1) -> str:
    """Return the name of a person whom a format does not name.

    Example:
        >>> unknown(Role.RATER), unknown(Role.RATER, 2)
        ('unknown-rater', 'unknown-rater-2')
    """
    return f"unknown-{role}" if number == 1 else f"unknown-{role}-{number}"


def only(files: Sequence[File]) -> File:
    """Return the only file.

    Raises:
        InputError: There is none, or more than one.
    """
    if len(files) != 1:
        raise InputError(f"{len(files)} files; accepted: one file of this format")
    return files[0]
