"""Stanza, by a stand-in with the interface of its pipelines and documents."""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from explanans.errors import InputError, MissingExtraError
from explanans.language.parser import open_parser
from explanans.structures.syntax import ROOT, Arc, Token


def word(text: str, head: int, label: str, start: int | None = None, **more: str) -> Any:
    end = None if start is None else start + len(text)
    fields = {"lemma": None, "upos": None, "xpos": None} | more
    return SimpleNamespace(text=text, head=head, deprel=label, start_char=start, end_char=end, **fields)


def whole(*words: Any, start: int, end: int) -> Any:
    return SimpleNamespace(words=list(words), start_char=start, end_char=end)


DONT_GO = SimpleNamespace(
    tokens=[
        whole(word("do", 3, "aux"), word("not", 3, "advmod"), start=0, end=4),
        whole(word("go", 0, "root", 5, lemma="go", upos="VERB", xpos="VB"), start=5, end=7),
    ]
)
STAY = SimpleNamespace(tokens=[whole(word("stayed", 0, "root", 8), start=8, end=14)])


class Pipeline:
    """What Stanza's pipelines do."""

    def __init__(self, lang: str, **options: Any) -> None:
        if lang != "en":
            raise FileNotFoundError("Could not find the model file")
        assert options["download_method"] is None
        assert options["tokenize_no_ssplit"] is True

    def bulk_process(self, docs: list[str]) -> list[Any]:
        assert set(docs) <= {"dont go stayed"}
        return [SimpleNamespace(sentences=[DONT_GO, STAY]) for _ in docs]


@pytest.fixture
def stanza(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("stanza")
    vars(module).update(Pipeline=Pipeline, __version__="1.15.0")
    monkeypatch.setitem(sys.modules, "stanza", module)


@pytest.mark.usefixtures("stanza")
def test_contractions_and_split_sentences() -> None:
    parser = open_parser("stanza:en")
    assert parser.name == "stanza:en (Stanza 1.15.0)"
    blank, parse = parser.parse(["  ", "dont  go\nstayed"])
    assert (blank.text, blank.tokens) == ("  ", ())
    assert parse.tokens == (
        Token("do", "do", "", "", 0, 4),
        Token("not", "not", "", "", 0, 4),
        Token("go", "go", "VERB", "VB", 6, 8),
        Token("stayed", "stay", "", "", 9, 15),
    )
    assert parse.arcs == (Arc(2, 0, "aux"), Arc(2, 1, "advmod"), Arc(ROOT, 2, "root"), Arc(ROOT, 3, "root"))


@pytest.mark.usefixtures("stanza")
def test_models_that_are_not_there() -> None:
    with pytest.raises(InputError, match=r"Stanza has no models of 'xx' .* fetch them with: python -c \"import stanza"):
        open_parser("stanza:xx")


def test_stanza_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "stanza", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'explanans\[stanza\]'"):
        open_parser("stanza")
