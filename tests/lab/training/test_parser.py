"""Training: a tiny parser learns a few sentences, the same bytes every time, and replaces only parsers."""

import json
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.formats import conllu
from explanans.lab.training.parser import Settings, Shape, train_parser
from explanans.language.parser import open_parser
from explanans.structures.syntax import Parse
from tests.language.parsing.trees import tree

TINY = Settings(Shape(16, (50, 20, 50, 20), 1, 16, 1), steps=60, words=30, rate=0.02, warmup=5, dropout=0.0, lower=0.1)


def sentences() -> list[Parse]:
    """Return simple sentences, each with subject and object."""
    subjects, verbs, objects = "cats dogs cows owls".split(), "see hear know fear".split(), "mice rats hens".split()
    made = []
    for number in range(12):
        words = subjects[number % 4], verbs[number // 3], objects[number % 3]
        parse = tree("{} NNS 2 nsubj\n {} VBP 0 root\n {} NNS 2 obj".format(*words))
        tokens = tuple(token._replace(pos=token.pos or "NOUN") for token in parse.tokens)
        made.append(Parse(parse.text, tokens, parse.arcs))
    return made


@pytest.fixture
def treebank(tmp_path: Path) -> Path:
    path = tmp_path / "train.conllu"
    path.write_text("".join(map(conllu.encode, sentences())), encoding="utf-8")
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_was_learnt_is_parsed_and_the_same_seed_gives_the_same_bytes(treebank: Path, tmp_path: Path) -> None:
    data = train_parser(treebank, tmp_path / "first", TINY, seed=1)
    assert (data["sentences"], data["words"]) == (12, 36)
    gold = sentences()
    parser = open_parser(f"spacy:{tmp_path / 'first'}")
    assert list(parser.parse(parse.text for parse in gold)) == gold
    train_parser(treebank, tmp_path / "second", TINY, seed=1)
    assert contents(tmp_path / "first") == contents(tmp_path / "second")
    manifest = json.loads((tmp_path / "first" / "manifest.json").read_text())
    assert (manifest["kind"], manifest["data"], manifest["seed"]) == ("parser", data, 1)
    assert "CC BY-SA 4.0" in (tmp_path / "first" / "NOTICE").read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first", "second", "train.conllu"]


def test_a_parser_is_replaced_and_nothing_else(treebank: Path, tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "letter.txt").write_text("Dear")
    with pytest.raises(InputError, match="holds other files"):
        train_parser(treebank, tmp_path / "old", TINY, seed=1)
    assert contents(tmp_path / "old") == {"letter.txt": b"Dear"}


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ("", "no sentences to train a parser on"),
        ("1\tcats\t_\tNOUN\tNNS\t_\t0\troot\t_\t_\n", "no word to train a parser on has LEMMA"),
        ("1\tcats\tcat\tNOUN\t_\t_\t0\troot\t_\t_\n", "no word to train a parser on has XPOS"),
    ],
)
def test_treebanks_that_do_not_do(lines: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "train.conllu").write_text(lines)
    with pytest.raises(InputError, match=complaint):
        train_parser(tmp_path / "train.conllu", tmp_path / "out", TINY, seed=1)
    assert not (tmp_path / "out").exists()
