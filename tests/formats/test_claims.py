"""Sources and claims: files, texts, Markdown, and where their sentences stand."""

from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.formats.claims import decode_claims, read_source, source_of, texts_as_documents
from explanans.structures.facts import Document


def test_quotes_of_markdown_stand_in_the_file_as_given() -> None:
    text = "# Sky\n\nThe **Moon** orbits [Earth](http://x.y/E) every\nmonth. It &amp; we shine.\n\n- a *pump*\n"
    source = source_of([Document("sky.md", text)])
    assert [(quote.text, quote.place) for quote in source.sentences] == [
        ("The Moon orbits Earth every month.", "sky.md:3"),
        ("It & we shine.", "sky.md:4"),
        ("a pump", "sky.md:6"),
    ]
    first = source.sentences[0]
    assert text[first.start : first.end] == "The **Moon** orbits [Earth](http://x.y/E) every\nmonth."
    assert source.paragraphs[0] == source.paragraphs[1]


def test_several_sources_keep_their_names(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ice melts.\n\nIt is wet.")
    source = read_source(tmp_path / "a.txt", "Rain falls here.", "Snow falls there.")
    assert [quote.source for quote in source.sentences] == [str(tmp_path / "a.txt")] * 2 + ["source 2", "source 3"]
    assert source.paragraphs[0] < source.paragraphs[1] < source.paragraphs[2]


def test_sentences_in_a_list_are_one_paragraph() -> None:
    source = source_of(texts_as_documents(["Ann came.", " ", "She left."]))
    assert (len(source.sentences), len(set(source.paragraphs))) == (2, 1)


def test_claims_keep_their_full_stops() -> None:
    assert decode_claims(["Ice melts. Rain", "falls."], "c.txt").claims == ("Ice melts.", "Rain falls.")
    assert decode_claims(["- Ice *melts*."], "c.md").claims == ("Ice melts.",)


@pytest.mark.parametrize("source", [[], [3], ["..."]], ids=["nothing", "number", "dots"])
def test_bad_sources(source: list[str]) -> None:
    with pytest.raises(InputError, match="accepted: "):
        source_of(texts_as_documents(source))
