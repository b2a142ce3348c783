"""Codecs: found by name and suffix, those of the package and those of others."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.formats.codec import Codec, codecs, find
from explanans.formats.lines import numbered
from explanans.knowledge.base import KnowledgeBase
from explanans.registry import register, unregister
from explanans.structures.facts import Fact


def decode(lines: Iterable[str], source: str) -> Iterator[Fact]:
    for line in numbered(lines, source):
        name, colon, text = line.text.partition(": ")
        if not colon:
            raise line.error("a line without a colon", "name: text")
        yield Fact(name, text, source=line.place)


OBO = Codec("obo", (".obo", ".terms"), decode)


@pytest.fixture
def obo() -> Iterator[None]:
    register("codecs", "facts.obo", OBO)
    yield
    unregister("codecs", "facts.obo")


NOUNS = {"edges", "facts", "graphs", "proofs", "questions", "rankings"}


@pytest.mark.parametrize("noun", sorted(NOUNS))
def test_every_codec_has_the_name_that_it_is_known_by(noun: str) -> None:
    found = codecs(noun)
    assert found
    for codec in found:
        assert isinstance(codec, Codec)
        assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in codec.suffixes)
        assert find(noun, f"{codec.name}:file")[0] is codec


def test_names_suffixes_and_defaults() -> None:
    assert find("facts", "notes.MD") == (find("facts", "md:x")[0], Path("notes.MD"))
    assert find("facts", "csv:notes.md") == (find("facts", Path("notes.csv"))[0], Path("notes.md"))
    assert find("rankings", "-", default="run")[0].name == "run"
    assert find("questions", "c:quiz.csv") == (find("questions", "x.csv")[0], Path("c:quiz.csv"))


def test_no_codec() -> None:
    with pytest.raises(InputError) as caught:
        find("questions", "quiz.xml")
    assert str(caught.value) == (
        "quiz.xml: not a file of questions; accepted: .csv, .jsonl, .tsv, or NAME:PATH with csv, jsonl, tsv"
    )


@pytest.mark.usefixtures("obo")
def test_a_codec_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "facts.terms"
    path.write_text("ice: ice is a solid\n\nheat: heat melts ice\n", encoding="utf-8")
    (tmp_path / "more.txt").write_text("snow: snow is ice", encoding="utf-8")
    assert KnowledgeBase.open(path).facts[1] == Fact("heat", "heat melts ice", source="facts.terms:3")
    assert KnowledgeBase.open(f"obo:{tmp_path / 'more.txt'}").ids == ("snow",)
    assert KnowledgeBase.open(tmp_path / "more.txt").ids == ("more.txt#1",)
    assert KnowledgeBase.open(tmp_path).ids == ("ice", "heat", "more.txt#1")
    assert KnowledgeBase.open(f"obo:{tmp_path}").ids == ("ice", "heat")
    path.write_text("ice", encoding="utf-8")
    with pytest.raises(InputError, match=r"facts.terms, line 1: a line without a colon; accepted: name: text"):
        KnowledgeBase.open(path)
    with pytest.raises(
        InputError, match=r"a \.tsv, \.csv, \.jsonl, \.txt, \.md, \.html, \.pdf, \.docx, \.htm, \.obo or \.terms file"
    ):
        KnowledgeBase.open(tmp_path / "nowhere")
