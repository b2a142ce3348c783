"""Claims and the sources that they are checked against: prose, Markdown, or one claim a line."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import NamedTuple

import msgspec

from explanans.codecs.codec import Codec
from explanans.codecs.lines import numbered
from explanans.codecs.prose import placed_markdown
from explanans.document import Document, Quote, Source
from explanans.exceptions import InputError
from explanans.files import read_text
from explanans.text.passages import Placed, placed_sentences

MARKDOWN = ".md"
_TEXT_FILES = (MARKDOWN, ".txt")
_ITSELF = "source"


def read_source(*sources: str | Path) -> Source:
    """Return what claims are checked against: files, or texts themselves.

    What holds a blank and names no file is taken for the text itself, unless it ends as names of text files do; a
    ``Path`` always names a file.

    Args:
        sources: The files and texts, one or more.

    Raises:
        InputError: A file cannot be read, or holds no sentence.

    Example:
        >>> [quote.text for quote in read_source("Ice melts. Rain falls.").sentences]
        ['Ice melts.', 'Rain falls.']
    """
    return source_of(numbered_texts([read_document(source) for source in sources]))


def source_of(documents: Iterable[Document]) -> Source:
    """Return the sentences of documents.

    Args:
        documents: The documents; those whose names end in ``.md`` are read as Markdown.

    Raises:
        InputError: A document has no sentence, or there is none.
    """
    documents = tuple(documents)
    sentences: list[Quote] = []
    paragraphs: list[int] = []
    alone = False
    for document in documents:
        found = list(_sentences(document))
        if not found:
            raise InputError(f"{document.name}: holds no sentence; accepted: a text of one sentence or more")
        # Texts of one sentence each are a text that somebody took apart.
        follows = alone and len(found) == 1
        first = paragraphs[-1] + (not follows) if paragraphs else 0
        alone = len(found) == 1
        for item in found:
            sentences.append(Quote(item.text, item.start, item.end, document.name, item.line))
            paragraphs.append(first + item.paragraph)
    if not documents:
        raise InputError("no source; accepted: a text of one sentence or more")
    return Source(documents, tuple(sentences), tuple(paragraphs))


def texts_as_documents(texts: Iterable[str]) -> Iterator[Document]:
    """Yield texts as documents, such as the sentences of one text.

    Args:
        texts: The texts; those without a letter or a digit are left out.

    Raises:
        InputError: One is no text.
    """
    given = []
    for text in texts:
        if not isinstance(text, str):
            raise InputError(f"a source of {type(text).__name__}; accepted: texts")
        given += [Document(_ITSELF, text)] * any(map(str.isalnum, text))
    yield from numbered_texts(given)


def read_document(source: str | Path) -> Document:
    """Return a file, or a text itself; see ``read_source``.

    Args:
        source: The file or the text.

    Raises:
        InputError: The file cannot be read, or the text is empty.
    """
    if not isinstance(source, str | Path):
        raise InputError(f"a source of {type(source).__name__}; accepted: a text, texts, or the path of a file")
    if not str(source).strip():
        raise InputError("the source is empty; accepted: a file, '-', or a text")
    path = Path(source)
    if isinstance(source, str) and len(source.split()) > 1 and path.suffix not in _TEXT_FILES and not _exists(path):
        return Document(_ITSELF, source)
    return Document(str(path), read_text(path))


def decode_claims(
    lines: Iterable[str], source: str, *, one_a_line: bool = False, markdown: bool = False
) -> tuple[str, ...]:
    """Return claims: sentences as written. Where no line ends as a sentence does, none goes on in the next.

    Args:
        lines: The lines.
        source: The name of their file, for complaints.
        one_a_line: Whether each line is one claim, as written, whatever its sentences.
        markdown: Whether they are Markdown.

    Raises:
        InputError: There are no claims.

    Example:
        >>> decode_claims(["Ice melts. Rain", "falls."], "claims.txt")
        ('Ice melts.', 'Rain falls.')
        >>> decode_claims(["ice melts", "rain falls"], "claims.txt")
        ('ice melts', 'rain falls')
    """
    if one_a_line:
        found = tuple(line for line in lines if line.strip())
    else:
        text = "\n".join(lines)
        read = placed_markdown(text, source) if markdown else placed_sentences(text)
        found = tuple(item.text for item in read)
    if not found:
        raise InputError(f"{source}: holds no claims; accepted: prose, or one claim a line")
    return found


def numbered_texts(documents: Sequence[Document]) -> list[Document]:
    """Return documents, those among several whose texts were given themselves with a number.

    Args:
        documents: The documents.
    """
    if len(documents) == 1:
        return list(documents)
    return [
        document._replace(name=f"{_ITSELF} {number}") if document.name == _ITSELF else document
        for number, document in enumerate(documents, 1)
    ]


def _sentences(document: Document) -> Iterator[Placed]:
    if document.name.endswith(MARKDOWN):
        return placed_markdown(document.text, document.name)
    return placed_sentences(document.text)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a text may be too long for a name
        return False


class ClaimRecord(NamedTuple):
    """A claim with an id, and perhaps a source of its own.

    Attributes:
        id: Names it within its file.
        claim: The claim.
        source: What is true: texts; None where the claim brings none.
    """

    id: str
    claim: str
    source: tuple[str, ...] | None = None


class _Record(msgspec.Struct):
    claim: str
    id: str = ""
    source: str | tuple[str, ...] | None = None


def decode_records(lines: Iterable[str], source: str) -> Iterator[ClaimRecord]:
    """Yield one claim a line of JSON; an absent id becomes the file's name and the line's number.

    Args:
        lines: The lines, with the key ``claim`` and perhaps ``id`` and ``source``, which is a text or several.
        source: The name of their file, for complaints.

    Raises:
        FormatError: A line is no JSON, or not of that shape.

    Example:
        >>> list(decode_records(['{"claim": "Ice melts.", "source": "Ice melts in the sun."}'], "claims.jsonl"))
        [ClaimRecord(id='claims.jsonl#1', claim='Ice melts.', source=('Ice melts in the sun.',))]
    """
    decoder = msgspec.json.Decoder(_Record)
    for line in numbered(lines, source):
        record = line.json(decoder, "one JSON object a line, with the keys claim, id and source")
        texts = (record.source,) if isinstance(record.source, str) else record.source
        yield ClaimRecord(record.id or f"{PurePath(source).name}#{line.number}", record.claim, texts)


CLAIMS = Codec("jsonl", (".jsonl",), decode_records)
