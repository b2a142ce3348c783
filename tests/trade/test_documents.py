"""HTML, Word and PDF files as sources, claims and knowledge."""

import sys
from pathlib import Path

import pytest

from explanans import InputError, MissingExtraError
from explanans.formats.claims import read_source
from explanans.io.documents import read_pages
from explanans.knowledge.base import KnowledgeBase

from .small_files import pdf_file, word_file

HTML = """<!doctype html><html><head><title>Shore</title><style>p {color: red}</style></head><body>
<nav><a href="/">All pages</a></nav>
<main><h1>Shore life</h1><p>Otters eat <b>urchins</b>. Kelp grows&nbsp;fast.</p>
<script>var seals = "Seals sleep.";</script>
<ul><li>Kelp needs cold water</li><li>Otters float</li></ul></main>
<footer>Imprint of the site.</footer></body></html>"""


def test_html_is_read_as_its_author_meant_it(tmp_path: Path) -> None:
    path = tmp_path / "shore.html"
    path.write_text(HTML, encoding="utf-8")
    source = read_source(path)
    assert [quote.text for quote in source.sentences] == [
        "Otters eat urchins.",
        "Kelp grows fast.",
        "Kelp needs cold water",
        "Otters float",
    ]
    assert source.sentences[0].source == str(path)


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "utf-16"])
def test_html_says_its_encoding(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "cafe.htm"
    path.write_bytes(f'<meta charset="{encoding}"><p>The café is open.</p>'.encode(encoding))
    assert [fact.text for fact in KnowledgeBase.open(path).facts] == ["The café is open"]


def test_word_paragraphs_and_tables(tmp_path: Path) -> None:
    path = tmp_path / "plan.docx"
    path.write_bytes(
        word_file("The Basic plan costs nothing.", "It has no support.", table=[["Plan", "Price"], ["Pro", "9 euros"]])
    )
    facts = KnowledgeBase.open(path).facts
    assert [fact.text for fact in facts][:2] == ["The Basic plan costs nothing", "It has no support"]
    assert "9 euros" in " ".join(fact.text for fact in facts)


def test_facts_of_pdf_files_name_their_page(tmp_path: Path) -> None:
    path = tmp_path / "bread.pdf"
    path.write_bytes(pdf_file(["Yeast makes gas. The gas", "lifts dough."], [], ["Salt slows yeast."]))
    facts = KnowledgeBase.open(path).facts
    assert [(fact.text, fact.source) for fact in facts] == [
        ("Yeast makes gas", "bread.pdf, page 1"),
        ("The gas lifts dough", "bread.pdf, page 1"),
        ("Salt slows yeast", "bread.pdf, page 3"),
    ]


def test_a_sentence_over_two_pages_stands_on_the_first(tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(
        pdf_file(
            ["Annual report", "The mill was built in 1890 and", "was re-", "1"],
            ["Annual report", "stored in 1990. It is open.", "2"],
            ["Annual report", "Visits are free.", "3"],
        )
    )
    quotes = read_source(path).sentences
    assert [(quote.text, quote.source) for quote in quotes] == [
        ("The mill was built in 1890 and was restored in 1990.", f"{path}, page 1"),
        ("It is open.", f"{path}, page 2"),
        ("Visits are free.", f"{path}, page 3"),
    ]


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("a.pdf", b"no pdf", "not read as a PDF file"),
        ("a.pdf", pdf_file([]), "holds no text; accepted: a file with text; pictures of pages"),
        ("a.docx", b"no zip", "not read as a Word file"),
        ("a.docx", word_file(), "holds no text"),
        ("a.html", b"<p> </p>", "holds no text"),
    ],
)
def test_what_holds_no_text(name: str, content: bytes, found: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=f"{name}: {found}"):
        read_pages(tmp_path / name)


def test_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.pdf").write_bytes(pdf_file(["Ice melts."]))
    monkeypatch.setitem(sys.modules, "pypdf", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'explanans\[documents\]'"):
        read_source(tmp_path / "a.pdf")


def test_a_folder_with_a_page_without_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ice melts.", encoding="utf-8")
    (tmp_path / "b.html").write_text("<p>", encoding="utf-8")
    assert [fact.text for fact in KnowledgeBase.open(tmp_path).facts] == ["Ice melts"]
