"""Documents and what is quoted from them: a sentence and where it stands."""

from dataclasses import dataclass
from typing import NamedTuple


class Document(NamedTuple):
    """A text that claims are held against.

    Attributes:
        name: The name of its file; of a text given by itself *source*, with its number where there are several.
        text: What it says, as given, its lines ending in a line feed.
    """

    name: str
    text: str


class Quote(NamedTuple):
    """A sentence of a document, or a part of a very long one.

    Attributes:
        text: The sentence on one line, without markup and without characters that nobody sees.
        start: Where it starts in the text of its document, in characters.
        end: Where it ends.
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
        """Return where it stands: the document and the line.

        Example:
            >>> Quote("Ice melts.", 0, 10, "notes.txt", 3).place
            'notes.txt:3'
        """
        return f"{self.source}:{self.line}"


@dataclass(frozen=True, slots=True)
class Source:
    """What claims are held against: the sentences of documents.

    Attributes:
        documents: The documents, one or more.
        sentences: Their sentences, one or more, in order.
        paragraphs: The number of the paragraph of each; no two documents share one, unless both are single sentences.
    """

    documents: tuple[Document, ...]
    sentences: tuple[Quote, ...]
    paragraphs: tuple[int, ...]
