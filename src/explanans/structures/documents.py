"""Documents, and quotes from them with their positions."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


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
