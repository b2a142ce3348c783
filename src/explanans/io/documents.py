"""The text of HTML, Word and PDF files; needs the extra ``documents``.

HTML and Word files are read as Markdown, by markdownify and mammoth; PDF files as plain text, page by page, by pypdf.
"""

import io
import logging
import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from explanans.errors import FormatError, InputError, MissingExtraError

_ALIKE = 0.75
"""Minimum similarity of a name to one that is suggested for it, from 0 to 1; by difflib, chosen by hand."""


def similar(path: Path) -> str:
    """Return the end of a sentence that names the file that was probably meant; empty if there is none.

    Example:
        >>> similar(Path("no-such-folder/notes.txt"))
        ''
    """
    from difflib import get_close_matches  # noqa: PLC0415 - rarely asked

    try:
        names = [name for name in os.listdir(path.parent) if not name.startswith(".")]  # noqa: PTH208 - names alone
    except OSError:
        return ""
    found = get_close_matches(path.name, names, 1, _ALIKE)
    return f"; did you mean {str(path.parent / found[0])!r}?" if found else ""


PDF = ".pdf"
MARKUP = (".html", ".htm", ".docx")
"""The suffixes of files that are read as Markdown."""
SUFFIXES = (*MARKUP, PDF)
PAGE_END = "\f"
"""The line that parts the pages of a PDF file."""

LARGEST = 100_000_000
"""Bytes of a file."""
_UNREAD = ("script", "style", "noscript", "template", "svg", "nav", "form", "button", "head")
"""The elements of HTML that hold no sentences of its author."""
_LONGEST_REST = 600
"""Characters of a sentence that are moved to the page on which it starts."""
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "\u00ad": None})
_LONGEST_NAME = 5
"""Words of the name of a column."""
_HYPHEN = re.compile(r"(?<=[a-z])-\n(?=[a-z])")
_PAGE_NUMBER = re.compile(r"(?:page\s*)?[\W_]*\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?[\W_]*", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?][\"”’')\]]*(?=\s|$)")
_HEADER_PAGES = 3
"""Pages that must share their first or last line for it to be a header or footer."""


class Page(NamedTuple):
    """The text of a page, or of a file that has none.

    Attributes:
        number: The number of the page, counted from 1; 0 in a file without pages.
    """

    number: int
    text: str


def is_document(path: Path) -> bool:
    """Return whether a file is HTML, Word or PDF by its suffix.

    Example:
        >>> is_document(Path("paper.PDF")), is_document(Path("notes.md"))
        (True, False)
    """
    return path.suffix.lower() in SUFFIXES


def read_pages(path: Path) -> list[Page]:
    """Return the pages of a PDF file that hold text, or the whole of an HTML or Word file as one.

    Raises:
        InputError: The file cannot be read, is encrypted, or holds no text.
        FormatError: It is no file of that kind.
        MissingExtraError: The extra ``documents`` is not installed.
    """
    if not (pages := _pages(path)):
        accepted = "a file with text; pictures of pages have to be recognized first"
        raise InputError(f"{path}: holds no text; accepted: {accepted}")
    return pages


def _pages(path: Path) -> list[Page]:
    content = _content(path)
    if path.suffix.lower() == PDF:
        return [page for page in _pdf_pages(content, path) if page.text.strip()]
    text = _word(content, path) if path.suffix.lower() == ".docx" else _html(content)
    return [Page(0, text)] if text.strip() else []


def read_document_lines(path: Path) -> Iterator[str]:
    """Yield the lines of the text of a file; a line ``PAGE_END`` follows each page of a PDF file.

    Pages without text are there too, empty, so that the pages can be counted.

    Raises:
        InputError: See ``read_pages``; a file without text has no lines.
    """
    before = 0
    for page in _pages(path):
        yield from [PAGE_END] * max(0, page.number - 1 - before)
        yield from page.text.split("\n")
        if page.number:
            yield PAGE_END
            before = page.number


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{path}: more than {LARGEST:,} bytes; accepted: a smaller file")
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"{path}: no such file{similar(path)}") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from error


def _html(content: bytes | str) -> str:
    """Return HTML as Markdown."""
    try:
        from bs4 import BeautifulSoup  # noqa: PLC0415 - an extra
        from markdownify import MarkdownConverter  # noqa: PLC0415
    except ImportError:
        raise MissingExtraError("an HTML or Word file", "documents") from None
    page = BeautifulSoup(content, "html.parser")
    for element in page(_UNREAD):
        element.decompose()
    # What is said in the main part of a page is said there alone, if it is marked.
    parts = page("main") or page("article")
    converter: Any = MarkdownConverter(heading_style="atx", bullets="-", escape_misc=True)
    return str(converter.convert_soup(parts[0] if len(parts) == 1 else page)).translate(_LIGATURES)


def _word(content: bytes, path: Path) -> str:
    """Return a Word file as Markdown."""
    try:
        import mammoth  # noqa: PLC0415 - an extra
    except ImportError:
        raise MissingExtraError("a Word file", "documents") from None
    try:
        # Pictures would become texts of millions of characters.
        no_picture = mammoth.images.img_element(lambda _: {"src": ""})
        html: str = mammoth.convert_to_html(io.BytesIO(content), convert_image=no_picture).value
    except Exception as error:  # the reader raises errors of many kinds at broken files
        raise FormatError(f"not read as a Word file ({error})", str(path), accepted="a .docx file") from None
    return re.sub(r"!\[[^\]]*\]\(\)", "", _html(_with_headers(html)))


def _with_headers(html: str) -> str:
    """Return HTML where the first row of a table names its columns if it looks like that: Word has no mark for it."""
    from bs4 import BeautifulSoup  # noqa: PLC0415 - an extra

    page = BeautifulSoup(html, "html.parser")
    for table in page("table"):
        first, *others = table("tr") or [None]
        if first is None or not others or table("th"):
            continue
        names = [" ".join(cell.get_text().split()) for cell in first("td")]
        if len(names) > 1 and len(set(names)) == len(names) and all(map(_is_name, names)):
            for cell in first("td"):
                cell.name = "th"
    return str(page)


def _is_name(text: str) -> bool:
    """Return whether a text may be the name of a column: few words, no number, no sentence."""
    is_short = 0 < len(text.split()) <= _LONGEST_NAME and not text.endswith((".", "!", "?"))
    return is_short and not any(map(str.isdigit, text))


def _pdf_pages(content: bytes, path: Path) -> list[Page]:
    try:
        from pypdf import PdfReader  # noqa: PLC0415 - an extra
    except ImportError:
        raise MissingExtraError("a PDF file", "documents") from None
    logging.getLogger("pypdf").setLevel(logging.ERROR)  # it warns of every deviation that it mends
    try:
        reader = PdfReader(io.BytesIO(content))
        locked = reader.is_encrypted and not reader.decrypt("")
        texts = [] if locked else [page.extract_text() for page in reader.pages]
    except Exception as error:  # the reader raises errors of many kinds at broken files
        raise FormatError(f"not read as a PDF file ({error})", str(path), accepted="a PDF file") from None
    if locked:
        raise InputError(f"{path}: is encrypted; accepted: a PDF file that opens without a password")
    return [Page(number, text) for number, text in enumerate(_joined(_without_margins(texts)), 1)]


def _without_margins(texts: Sequence[str]) -> list[str]:
    """Return pages without their numbers, headers and footers, and with their words put together."""
    pages = [text.translate(_LIGATURES).replace("\0", "").strip().split("\n") for text in texts]
    for place in (0, -1):
        repeated = Counter(lines[place].strip() for lines in pages)
        for lines in pages:
            line = lines[place].strip()
            if len(lines) > 1 and (_PAGE_NUMBER.fullmatch(line) or repeated[line] >= _HEADER_PAGES):
                del lines[place]
    return [_HYPHEN.sub("", "\n".join(lines)) for lines in pages]


def _joined(pages: Sequence[str]) -> list[str]:
    """Return pages where each sentence stands whole on the page on which it starts."""
    found = list(pages)
    for number in range(1, len(found)):
        before, after = found[number - 1].rstrip(), found[number].lstrip()
        if not before or _SENTENCE_END.search(before[-3:]) or not after[:1].islower():
            continue
        if end := _SENTENCE_END.search(after, 0, _LONGEST_REST):
            found[number - 1] = _HYPHEN.sub("", f"{before}\n{after[: end.end()]}")
            found[number] = after[end.end() :].lstrip()
    return found
