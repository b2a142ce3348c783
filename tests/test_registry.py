import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.registry import KINDS, Registry, register, takes, unregister

PARSERS = Registry[str]("parsers", "parser", folder="saved")


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    register("parsers", "plain", lambda *context: f"plain {context}")
    register("parsers", "saved", takes("FOLDER")(lambda *context: f"saved {context}"))
    yield
    for name in ("plain", "saved"):
        unregister("parsers", name)


def test_one_meaning_of_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain").mkdir()
    assert PARSERS.open("plain", 1) == "plain (1,)"
    assert PARSERS.open("saved:x:y", 1) == "saved (1, 'x:y')"
    assert PARSERS.open(tmp_path, 1) == f"saved (1, {str(tmp_path)!r})"
    assert PARSERS.open("./plain") == "saved ('./plain',)"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nobody", "^no parser is called 'nobody'; accepted: a model's folder, conllu, english, plain, spacy, stanza$"),
        ("nobody:x", "^no parser is called 'nobody:x'; accepted: "),
        ("", "^no parser is called ''; accepted: "),
        ("plain:", "^the parser 'plain' takes nothing after a colon, as 'plain:' has it; accepted: plain$"),
        ("no/such/folder", "^no parser is called 'no/such/folder'; accepted: a model's folder, "),
        ("x" * 5000, "^no parser is called 'x*'; accepted: "),
    ],
)
def test_complaints(name: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        PARSERS.open(name)


def test_what_a_session_registers_goes_first_and_is_forgotten() -> None:
    before = PARSERS.names()
    register("parsers", "english", lambda: "mine")
    assert (PARSERS.names(), PARSERS.open("english")) == (before, "mine")
    unregister("parsers", "english")
    unregister("parsers", "english")
    assert PARSERS.names() == before


def test_only_kinds_and_names_that_can_be_asked_for_are_registered() -> None:
    with pytest.raises(InputError, match=r"^parts of the kind 'ranker'; accepted: arc_scorers, .*rankers"):
        register("ranker", "mine", print)
    for name in ("", "mine:too"):
        with pytest.raises(InputError, match=r"accepted: a name without a colon$"):
            register("rankers", name, print)


def test_a_part_of_a_package_that_cannot_be_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    information = tmp_path / "broken-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[explanans.parsers]\nbroken = not_a_module_at_all:Broken\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(InputError, match=r"^the parser 'broken' \(not_a_module_at_all:Broken\) cannot be loaded: "):
        PARSERS.open("broken")


def test_every_part_that_comes_with_the_package_can_be_loaded() -> None:
    pytest.importorskip("torch")
    assert "explanans" in sys.modules
    for kind in KINDS:
        registry = Registry[object](kind, "part")
        for name in registry.names():
            assert registry.find(name) is not None
