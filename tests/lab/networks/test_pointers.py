"""Teaching pointers: what is learnt, what stays, and which questions each one sees."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor

from explanans.cli import main
from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.networks import onnx_graphs, rankers
from explanans.lab.networks.rankers import RECIPE, train_pointer, train_pointers
from explanans.lab.networks.retrieval import Recipe
from explanans.lab.training.ranker import FOLDS, WHOLE, fold_name, folds
from explanans.learning.model import MANIFEST
from explanans.learning.onnx import GRAPH
from explanans.neural.core.encoder import Encoder
from explanans.retrieval.dual_encoder import DualEncoder, format_query
from explanans.structures.questions import Question
from tests.neural.retrieval.conftest import bytes_of

SHORT = replace(RECIPE, schedule=replace(RECIPE.schedule, epochs=1, batch=4), random=2, near=1)
SEEN = np.arange(8)


@pytest.fixture(scope="module")
def starter() -> KnowledgeBase:
    return KnowledgeBase.open("starter")


class Watched:
    """What becomes of the encoder that is taught."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._write = onnx_graphs.write_pointer
        monkeypatch.setattr(rankers, "write_pointer", self.write)

    def write(self, model: Any, *arguments: Any) -> None:
        self.model = model
        self._write(model, *arguments)


def weights(model: torch.nn.Module) -> dict[str, Tensor]:
    return {name: value.detach().cpu().clone() for name, value in model.state_dict().items()}


def test_a_pointer_learns_above_the_words(
    starter: KnowledgeBase, minilm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = Watched(monkeypatch)
    train_pointer(starter, SEEN, tmp_path / "one", SHORT)
    before, after = weights(Encoder.open(minilm).model), weights(watched.model)
    changed = {name for name in before if not torch.equal(before[name], after[name])}
    assert not [name for name in changed if name.startswith("embeddings.")]
    assert {name.split(".")[2] for name in changed if name.startswith("encoder.layer.")} == set("012345")

    pointer = DualEncoder.open(tmp_path / "one")
    assert pointer.network.manifest.data["questions"] == len(SEEN)
    assert pointer.network.manifest.seed == 0
    assert {file.name for file in (tmp_path / "one").iterdir()} == {GRAPH, MANIFEST}
    texts = [*map(format_query, starter.questions[:12]), *(fact.text for fact in starter.facts[:40])]
    exact = Encoder(watched.model, Encoder.open(minilm).tokenizer, DualEncoder.longest).encode(texts)
    small = pointer.embed(texts)
    assert (exact * small).sum(axis=1).min() > 0.98  # of eight bits
    assert np.abs(exact[:12] @ exact[12:].T - small[:12] @ small[12:].T).max() < 0.05

    train_pointer(starter, SEEN, tmp_path / "two", SHORT)
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")


def test_it_reads_questions_spelt_out_beside_what_unification_mistakes(starter: KnowledgeBase) -> None:
    questions = [*starter.questions[:3], Question.asked("What is told by nothing?", "this")]
    found = rankers._examples(starter, questions, RECIPE)
    assert [example.query for example in found] == [format_query(question) for question in questions[:3]]
    for example, question in zip(found, questions, strict=False):
        gold = {fact.text for item in question.explanation if (fact := starter.fact(item.fact))}
        assert set(example.positives) == gold
        assert len(example.lookalikes) == RECIPE.depth
        assert not gold.intersection(example.lookalikes)
    with pytest.raises(InputError, match="accepted: explained questions"):
        rankers._examples(starter, questions[3:], RECIPE)


class Taught:
    """Stands in for what teaches a pointer, and remembers what it was asked to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.among: dict[str, list[int]] = {}
        self.recipes: list[Recipe] = []
        monkeypatch.setattr(rankers, "train_pointer", self.teach)

    def teach(self, _: KnowledgeBase, among: NDArray[np.intp], folder: Path, recipe: Recipe) -> None:
        self.among[folder.name] = among.tolist()
        self.recipes.append(recipe)


def bare(question: Question) -> str:
    return "".join(filter(str.isalnum, f"{question.text} {question.answer}".lower()))


def texts_of(questions: Sequence[Question], numbers: Sequence[int]) -> set[str]:
    return {bare(questions[number]) for number in numbers}


def test_no_pointer_sees_a_question_of_its_fold(
    starter: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught = Taught(monkeypatch)
    twins = [replace(item, id=f"{item.id}-twin", text=item.text.upper()) for item in starter.questions[:20]]
    knowledge = KnowledgeBase.of(starter.facts, questions=[*starter.questions, *twins])
    questions = knowledge.questions
    train_pointers(knowledge, tmp_path / "out", replace(RECIPE, schedule=replace(RECIPE.schedule, seed=2)))
    assert list(taught.among) == [*map(fold_name, range(FOLDS)), WHOLE]
    assert taught.among[WHOLE] == list(range(len(questions)))
    of = folds(knowledge, 2)
    for fold in range(FOLDS):
        seen = taught.among[fold_name(fold)]
        inside = np.flatnonzero(of == fold).tolist()
        assert sorted([*seen, *inside]) == taught.among[WHOLE]
        assert not texts_of(questions, seen) & texts_of(questions, inside)


def test_the_command_teaches_all_of_them(
    starter: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    taught = Taught(monkeypatch)
    arguments = ("--kb", "starter", "--out", str(tmp_path / "out"), "--epochs", "2", "--seed", "3", "--json")
    monkeypatch.setattr("sys.argv", ["explanans", "train", "pointers", *arguments])
    with pytest.raises(SystemExit, match="0"):
        main()
    assert list(taught.among) == [*map(fold_name, range(FOLDS)), WHOLE]
    assert {(recipe.schedule.epochs, recipe.schedule.seed, recipe.context) for recipe in taught.recipes} == {(2, 3, 3)}
    assert f'"questions": {len(starter.questions)}' in capsys.readouterr().out


def test_other_files_are_not_written_among(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taught = Taught(monkeypatch)
    (tmp_path / "thesis.tex").touch()
    monkeypatch.setattr("sys.argv", ["explanans", "train", "pointers", "--kb", "starter", "--out", str(tmp_path)])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert not taught.among
