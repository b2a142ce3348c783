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


class Document(NamedTuple):
    """A text that claims are checked against.

    Attributes:
        name: The name of its file; *source* for a text without a file, with a number if there are several.
        text: The text as given, with line feeds as line ends.
    """

    name: str
    text: str


class Quote(NamedTuple):
    """A sentence of a document, or a part of a very long one.

    Attributes:
        text: The sentence on one line, without markup and invisible characters.
        start: The offset of its start in the text of its document, in characters.
        end: The offset of its end.
        source: The name of the document.
        line: The line on which it starts, counted from 1.
    """

    text: str
    start: int
    end: int
    source: str = ""
    line: int = 1

    @property
    def place(self) -> str:
        """Return its position: the document and the line.

        Example:
            >>> Quote("Ice melts.", 0, 10, "notes.txt", 3).place
            'notes.txt:3'
        """
        return f"{self.source}:{self.line}"


@dataclass(frozen=True, slots=True)
class Source:
    """The sentences of the documents that claims are checked against.

    Attributes:
        documents: The documents, at least one.
        sentences: Their sentences, at least one, in order.
        paragraphs: The paragraph number of each sentence. Two documents share a number only if both are single
            sentences.
    """

    documents: tuple[Document, ...]
    sentences: tuple[Quote, ...]
    paragraphs: tuple[int, ...]


class AsideKind(StrEnum):
    """Why a part of an answer is not judged."""

    HEADING = "heading"
    LEAD_IN = "lead-in"
    COURTESY = "courtesy"
    REFERENCE = "reference"
    QUESTION = "question"


class SetAside(NamedTuple):
    """A part of an answer that is not judged.

    Attributes:
        kind: Why it is not judged.
    """

    text: str
    kind: AsideKind
