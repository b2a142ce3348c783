"""Facts of HTML, Word and PDF files: one a sentence, with the page on which it stands."""

from collections.abc import Iterable, Iterator

from explanans.formats.codec import Codec
from explanans.formats.prose import decode_markdown, decode_text
from explanans.io.documents import PAGE_END
from explanans.structures.facts import Fact


def decode_pages(lines: Iterable[str], source: str) -> Iterator[Fact]:
    r"""Yield one fact a sentence of the pages of a PDF file.

    Args:
        lines: The lines, with a line ``PAGE_END`` after each page.

    Example:
        >>> pages = ["Yeast makes gas.", "\f", "Gas lifts dough.", "\f"]
        >>> [(fact.id, fact.text, fact.source) for fact in decode_pages(pages, "bread.pdf")]
        [('bread.pdf#1', 'Yeast makes gas', 'bread.pdf, page 1'),
         ('bread.pdf#2', 'Gas lifts dough', 'bread.pdf, page 2')]
    """
    count = 0
    for number, page in enumerate(_pages(lines), 1):
        for fact in decode_text(page, source):
            count += 1
            yield Fact(f"{source}#{count}", fact.text, source=f"{source}, page {number}")


def _pages(lines: Iterable[str]) -> Iterator[list[str]]:
    page: list[str] = []
    for line in lines:
        if line == PAGE_END:
            yield page
            page = []
        else:
            page.append(line)
    yield page


PDF = Codec("pdf", (".pdf",), decode_pages)
HTML = Codec("html", (".html", ".htm"), decode_markdown)
DOCX = Codec("docx", (".docx",), decode_markdown)
