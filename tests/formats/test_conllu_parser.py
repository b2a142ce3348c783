"""Parses from a file: found by their text, and missed with one sentence."""

from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.formats import conllu
from explanans.language.parser import open_parser
from tests.language.parsing.trees import tree

ICE = tree("ice NN 2 nsubj\n melts VBZ 0 root")
FIRE = tree("fires NNS 2 nsubj\n burn VBP 0 root")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "parses.conllu"
    file.write_text("".join(map(conllu.encode, (ICE, FIRE))), encoding="utf-8")
    return file


def test_parses_are_found_in_any_order(path: Path) -> None:
    assert list(open_parser(f"conllu:{path}").parse(["fires burn", "ice melts", "fires burn"])) == [FIRE, ICE, FIRE]


def test_the_name_tells_what_was_read(path: Path) -> None:
    name = open_parser(f"conllu:{path}").name
    assert name.startswith(f"conllu:{path} (SHA-256 of its parses ")
    path.write_text(conllu.encode(ICE), encoding="utf-8")
    assert open_parser(f"conllu:{path}").name != name


def test_a_sentence_that_is_not_there(path: Path) -> None:
    with pytest.raises(InputError, match=r"parses\.conllu: has no parse of 'Ice melts'; accepted: a file with a line"):
        list(open_parser(f"conllu:{path}").parse(["Ice melts"]))


def test_no_file() -> None:
    with pytest.raises(InputError, match="names no file; accepted: conllu:FILE"):
        open_parser("conllu:")
    with pytest.raises(InputError, match="no such file"):
        open_parser("conllu:nowhere.conllu")
