"""Facts, their roles in explanations, and the tables they come from."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Role(StrEnum):
    """The role of a fact in an explanation (Jansen & Ustalov 2019, section 4).

    ``BACKGROUND``, ``NEG``, ``NE`` and ``ROLE`` occur in WorldTree beside the three roles that the paper defines.
    """

    CENTRAL = "CENTRAL"
    """The scientific idea at the core of the explanation."""
    GROUNDING = "GROUNDING"
    """Links that idea to the things the question names."""
    LEXGLUE = "LEXGLUE"
    """Synonymy or a short definition that joins two wordings."""
    BACKGROUND = "BACKGROUND"
    """Helpful, not needed."""
    NEG = "NEG"
    """Why a wrong choice is wrong."""
    NE = "NE"
    """WorldTree's shorter spelling of ``NEG``."""
    ROLE = "ROLE"
    """No role was chosen."""


class Cell(NamedTuple):
    """One filled cell of a table row.

    Columns are unique within a table: if a header repeats a name, the second one is called ``name#2``.
    """

    column: str
    text: str


DEPRECATED_COLUMN = "[SKIP] DEP"


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a knowledge base.

    Attributes:
        id: Names the fact within its knowledge base.
        text: The fact as a sentence or clause, without a final full stop.
        table: The table the fact belongs to; empty if the source has no tables.
        cells: The filled cells of the table row, in column order; empty if the source has no tables.
        source: The origin of the fact, as ``file:line``; empty for a fact made in memory.
    """

    id: str
    text: str
    table: str = ""
    cells: tuple[Cell, ...] = ()
    source: str = ""

    @property
    def deprecated(self) -> bool:
        """Return whether the authors of the table marked the row as superseded (WorldTree's column ``DEP``)."""
        return any(cell.column == DEPRECATED_COLUMN for cell in self.cells)

    @property
    def is_row(self) -> bool:
        """Return whether the text consists of the cells, as in WorldTree; else they are remarks beside it."""
        said = " ".join(cell.text for cell in self.cells if not cell.column.startswith("[SKIP]"))
        return bool(said) and (not self.text or said.split() == self.text.split())


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a knowledge base.

    Attributes:
        name: The table's name, as in ``KINDOF``.
        columns: The column names; unique (see ``Cell``).
        facts: The rows, in order.
    """

    name: str
    columns: tuple[str, ...]
    facts: tuple[Fact, ...]
