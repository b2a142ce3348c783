"""``explanans train arc-encoder``: what it makes, and what it refuses."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path

import pytest
import torch

from explanans import parser
from explanans.cli import main
from explanans.learn.neural import pretrained
from explanans.learn.neural.checkpoint import read_manifest
from explanans.parse import ROOT, Arc, Parse, Token
from explanans.train.networks import arcs
from explanans.verify.arcs.neural.arc_encoder import ArcEncoder, ClaimEncoder, open_encoder

Run = Callable[..., tuple[object, str, str]]

TAGS = {"the": "DET", "a": "DET", "old": "ADJ", "chased": "VERB", "saw": "VERB", "and": "CCONJ", "not": "PART"}


PROBLEM = {
    "id": "q1",
    "question": "What chased the cat?",
    "answer": "an old dog",
    "hypothesis": "a dog chased the cat",
    "proof": "sent1 & sent2 -> hypothesis; ",
    "meta": {"triples": {"sent1": "the old dog chased the cat", "sent2": "a dog saw the cat"}},
}


class PetParser:
    """Parses sentences of one verb about pets: nouns before it are subjects, those after it objects."""

    name = "pets"

    def parse(self, sentences: Iterable[str]) -> Iterator[Parse]:
        yield from map(self._parse, sentences)

    def _parse(self, text: str) -> Parse:
        words, start, tokens = text.split(), 0, list[Token]()
        for word in words:
            tokens.append(Token(word, word.lower(), TAGS.get(word.lower(), "NOUN"), "", start, start + len(word)))
            start += len(word) + 1
        tags = [token.pos for token in tokens]
        verb = tags.index("VERB") if "VERB" in tags else len(tags) - 1
        arcs = []
        for number, tag in enumerate(tags):
            nouns = [place for place in range(number, len(tags)) if tags[place] == "NOUN"]
            if number == verb:
                arcs.append(Arc(ROOT, number, "root"))
            elif tag in {"DET", "ADJ"} and nouns:
                arcs.append(Arc(nouns[0], number, "det" if tag == "DET" else "amod"))
            else:
                arcs.append(Arc(verb, number, "nsubj" if number < verb else "obj"))
        return Parse(text, tuple(tokens), tuple(arcs), tuple(arcs))


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a treebank of twelve documents, each of one sentence about pets, and of one problem."""
    parser.shared_parser()  # what states a question in words keeps the parser that ships
    monkeypatch.setattr(parser, "open_parser", lambda _: PetParser())
    folder = tmp_path / "datasets" / "ud-english-ewt"
    folder.mkdir(parents=True)
    pets = ("dog", "cat", "mouse")
    facts = [
        f"the old {one} {verb} a {other}" for one, other, verb in product(pets, pets, ("chased", "saw")) if one != other
    ]
    lines = [f"# newdoc id = {number}\n# text = {text}\n\n" for number, text in enumerate(facts)]
    (folder / "en_ewt-ud-train.conllu").write_text("".join(lines))
    problems = folder.parent / "entailmentbank" / "dataset" / "task_1"
    problems.mkdir(parents=True)
    (problems / "train.jsonl").write_text(json.dumps(PROBLEM) + "\n")
    return folder.parent


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs the command and returns its exit status and both streams."""

    def call(*arguments: str | Path) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["explanans", "train", "arc-encoder", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        return caught.value.code, *capsys.readouterr()

    return call


@pytest.mark.parametrize("level", [(), ("--sentence-level",)])
def test_an_encoder_is_trained_and_opened(
    run: Run, data: Path, tiny_encoder: Path, tmp_path: Path, level: tuple[str, ...]
) -> None:
    asked = ("--data", data, "--encoder", tiny_encoder, "--epochs", "1", "--examples", "12", "--json", *level)
    code, printed, complaint = run(*asked, "--out", tmp_path / "out")
    assert (code, complaint) == (0, "")
    record = json.loads(printed)
    assert record["examples"] > record["held_out"] > 0
    assert record["answers"] >= record["held_out"]
    assert 0 <= record["right"] <= 1
    assert 0.5 <= record["majority"] <= 1
    assert len(record["losses"]) == record["epoch"] == 1
    assert type(open_encoder(tmp_path / "out")) is (ClaimEncoder if level else ArcEncoder)


def test_people_are_told(run: Run, data: Path, tiny_encoder: Path, tmp_path: Path) -> None:
    code, printed, told = run("--data", data, "--encoder", tiny_encoder, "--examples", "9", "--out", tmp_path / "out")
    assert (code, printed) == (0, "")
    assert "held-out answers right, in " in told
    assert f"{tmp_path / 'out'}\n" in told


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--encoder", "nowhere/bert"), "no encoder 'nowhere/bert' on this machine"),
        (("--encoder", "all-MiniLM-L6-v2", "--epochs", "0"), "accepted: at least one epoch"),
        (("--data", "nowhere"), "nowhere: no such folder"),
    ],
)
def test_what_cannot_be(run: Run, data: Path, tmp_path: Path, arguments: tuple[str, ...], complaint: str) -> None:
    given = () if "--data" in arguments else ("--data", data)
    code, printed, told = run(*given, "--out", tmp_path / "out", *arguments)
    assert (code, printed) == (2, "")
    assert complaint in told
    assert told.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_recipes_are_named_and_it_may_start_from_the_judges_encoder(
    run: Run, data: Path, tiny_encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    width = ArcEncoder.untrained(tiny_encoder).model.config.hidden_size
    start = {"embeddings.LayerNorm.bias": torch.full((width,), 7.0)}
    monkeypatch.setattr(pretrained, "MINILM", tiny_encoder)
    monkeypatch.setattr(arcs, "MINILM", tiny_encoder)
    monkeypatch.setattr(arcs, "judge_weights", lambda: start)
    asked = ("--data", data, "--encoder", "judge", "--epochs", "1", "--rate", "1e-6", "--recipe", "swap", "--json")
    code, _, complaint = run(*asked, "--out", tmp_path / "out")
    assert (code, complaint) == (0, "")
    made = read_manifest(tmp_path / "out")
    assert (made.start, made.data) == ("judge", "ud-english-ewt")
    weights = open_encoder(tmp_path / "out").model.get_parameter("embeddings.LayerNorm.bias")
    assert torch.allclose(weights, torch.tensor(7.0), atol=0.1)
