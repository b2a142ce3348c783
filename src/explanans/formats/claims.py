"""Claims and the sources that they are checked against: prose, Markdown, or one claim a line."""

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from explanans.errors import InputError
from explanans.formats import delimited
from explanans.formats.claim_texts import ClaimTexts, read_answer
from explanans.formats.codec import Codec
from explanans.formats.prose import placed_markdown, placed_text
from explanans.io.documents import MARKUP, is_document, read_pages
from explanans.io.documents import SUFFIXES as DOCUMENTS
from explanans.io.files import check_address, read_text
from explanans.language.sentences import PlacedSentence, placed_sentences
from explanans.structures.facts import Document, Fact, Quote, Source

MARKDOWN = ".md"
_TABLES = {".csv": delimited.CSV, ".tsv": delimited.TSV}
_TEXT_FILES = (MARKDOWN, ".txt", *_TABLES)
_IN_FOLDERS = (*_TEXT_FILES, *DOCUMENTS)
"""The suffixes of the files of a folder that are read."""
_MANIFEST = "manifest.json"
"""The file that a folder holds if it is an index or a model."""
_ITSELF = "source"


def read_source(*sources: str | Path) -> Source:
    """Return what claims are checked against: files, folders of files, or texts themselves.

    What holds a blank and names no file is taken for the text itself, unless it ends as names of text files do; a
    ``Path`` always names a file.

    Raises:
        InputError: A file cannot be read, or holds no sentence.

    Example:
        >>> [quote.text for quote in read_source("Ice melts. Rain falls.").sentences]
        ['Ice melts.', 'Rain falls.']
    """
    return source_of(numbered_texts([document for source in sources for document in read_documents(source)]))


def read_documents(source: str | Path) -> list[Document]:
    """Return the pages of a PDF file, the files of a folder, the one document of any other file, or a text itself.

    Args:
        source: The file, the folder, or the text; see ``read_source``.

    Raises:
        InputError: The file cannot be read, the text is empty, or the folder has no file of a known kind.
    """
    if isinstance(source, str | Path) and str(source).strip() and _is_folder(Path(source)):
        return [document for path in _files(Path(source)) for document in read_documents(path)]
    if not isinstance(source, str | Path) or not is_document(Path(source)):
        return [read_document(source)]
    check_address(source)
    return [
        Document(f"{source}, page {page.number}" if page.number else str(source), page.text)
        for page in read_pages(Path(source))
        if any(map(str.isalnum, page.text))
    ]


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
        # A text of questions alone asserts nothing, but it is a text.
        found = list(_sentences(document)) or list(placed_sentences(document.text))
        if not found:
            raise InputError(f"{document.name}: holds no sentence; accepted: a text of one sentence or more")
        # Texts of one sentence each are parts of one text.
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
    if not isinstance(texts, Iterable):
        raise InputError(f"a source of {type(texts).__name__}; accepted: a text, texts, or the path of a file")
    for text in texts:
        if not isinstance(text, str):
            raise InputError(f"a source of {type(text).__name__}; accepted: texts")
        given += [Document(_ITSELF, text)] * any(map(str.isalnum, text))
    yield from numbered_texts(given)


def contexts_of(record: str, texts: Sequence[str]) -> Iterator[Document]:
    """Yield the contexts of a record as documents that are called after it.

    Args:
        texts: The contexts; those without a letter or a digit are left out.

    Example:
        >>> [document.name for document in contexts_of("q1", ["Ice melts.", "Rain falls."])]
        ['q1, context 1', 'q1, context 2']
    """
    several = len(texts) > 1
    for number, text in enumerate(texts, 1):
        if any(map(str.isalnum, text)):
            yield Document(f"{record}, context {number}" if several else f"{record}, context", text)


def read_document(source: str | Path) -> Document:
    """Return a file, or a text itself; see ``read_source``.

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


def decode_claims(lines: Iterable[str], source: str, *, one_a_line: bool = False) -> ClaimTexts:
    """Return claims: the sentences of an answer. Where no line ends as a sentence does, none goes on in the next.

    Returns:
        The claims and what is set aside; see ``claim_texts.read_answer``.

    Raises:
        InputError: There are no claims.

    Example:
        >>> decode_claims(["Ice melts. Rain", "falls."], "claims.txt").claims
        ('Ice melts.', 'Rain falls.')
        >>> decode_claims(["ice melts", "rain falls"], "claims.txt").claims
        ('ice melts', 'rain falls')
    """
    if one_a_line:
        found = ClaimTexts(tuple(line for line in lines if line.strip()))
    else:
        found = read_answer("\n".join(lines), source)
    if not found.claims:
        raise InputError(f"{source}: holds no claims; accepted: prose, or one claim a line")
    return found


def joined(texts: Iterable[ClaimTexts]) -> ClaimTexts:
    """Return the claims of several texts as those of one."""
    texts = tuple(texts)
    return ClaimTexts(
        tuple(claim for text in texts for claim in text.claims),
        tuple(item for text in texts for item in text.set_aside),
    )


def numbered_texts(documents: Sequence[Document]) -> list[Document]:
    """Return documents, those among several whose texts were given themselves with a number."""
    if len(documents) == 1:
        return list(documents)
    return [
        document._replace(name=f"{_ITSELF} {number}") if document.name == _ITSELF else document
        for number, document in enumerate(documents, 1)
    ]


def _files(folder: Path) -> list[Path]:
    """Return the files of a folder, and of those in it, that are read; hidden ones and indexes are passed over."""
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = [] if _MANIFEST in names else sorted(name for name in folders if not name.startswith("."))
        paths = (Path(place, name) for name in sorted(names) if _MANIFEST not in names and not name.startswith("."))
        found += [path for path in paths if path.suffix.lower() in _IN_FOLDERS]
    if not found:
        raise InputError(f"{folder}: no file of a known kind; accepted: {', '.join(_IN_FOLDERS)}")
    return found


def _rows(document: Document, codec: Codec[Fact]) -> Iterator[PlacedSentence]:
    """Yield the sentences of a table, each with the place of its row."""
    lines = document.text.split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    facts = list(codec.decode(lines, document.name))
    numbers = [int(fact.source.rpartition(":")[2]) for fact in facts]
    for paragraph, (fact, number) in enumerate(zip(facts, numbers, strict=True)):
        after = numbers[paragraph + 1] if paragraph + 1 < len(numbers) else len(lines) + 1
        end = starts[number - 1] + len(document.text[starts[number - 1] : starts[after - 1]].rstrip())
        for item in placed_text(fact.text):
            yield PlacedSentence(item.text, starts[number - 1], end, number, paragraph)


def _sentences(document: Document) -> Iterator[PlacedSentence]:
    if codec := _TABLES.get(Path(document.name).suffix.lower()):
        return _rows(document, codec)
    if document.name.lower().endswith((MARKDOWN, *MARKUP)):
        return placed_markdown(document.text, document.name)
    return placed_text(document.text)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a text may be too long for a name
        return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


class ClaimRecord(NamedTuple):
    """A claim with an id, and perhaps a source of its own.

    Attributes:
        source: The texts to check against; None if the claim has none.
        record: The id of its record, which names its source; empty if it has none.
    """

    id: str
    claim: str
    source: tuple[str, ...] | None = None
    record: str = ""
