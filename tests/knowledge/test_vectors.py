"""Sentence vectors of facts: as bytes, compared exactly, kept once, made again where they are damaged."""

import logging
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.knowledge import base, changes, reading, vectors
from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.index import build, open_index
from explanans.knowledge.index_writer import VECTORS
from explanans.knowledge.manifest import read_manifest
from explanans.knowledge.reading import ReadVectors
from explanans.knowledge.vectors import Vectors, quantised
from explanans.learning.embedder import Embedder
from explanans.learning.static import WIDTH
from explanans.retrieval.dual_encoder import DualEncoder
from explanans.retrieval.ranker import open_ranker
from explanans.structures.facts import Fact, Role
from explanans.structures.questions import Choice, GoldFact, Question
from tests.frozen_pointers import frozen_pointer

SENTENCES = "Rents rose sharply.\nA frog lives near water.\nThe bus leaves at noon.\n"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "vectors"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.txt"
    path.write_text(SENTENCES, encoding="utf-8")
    return path


def forbid_embedding(monkeypatch: pytest.MonkeyPatch) -> None:
    def embed(_: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
        raise AssertionError(f"{len(texts)} texts are embedded again")

    monkeypatch.setattr(Embedder, "embed", embed)


def test_bytes_keep_the_direction() -> None:
    drawn = np.random.default_rng(0).normal(size=(50, 384)).astype(np.float32)
    unit = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    cosines = Vectors.of(unit).cosines(unit)
    assert np.abs(cosines - unit @ unit.T).max() < 0.005
    assert np.abs(quantised(unit)).max() == 127


def test_cosines_are_exact_in_whatever_order_they_are_added() -> None:
    # The worst case: every number is the largest that there is.
    full = np.ones((1, 384), dtype=np.float32)
    query = full / np.linalg.norm(full)
    whole = np.rint(query * 6000).astype(np.int64)
    assert int((quantised(full).astype(np.int64) * whole).sum()) < 1 << 24
    assert Vectors.of(full).cosines(query)[0, 0] == pytest.approx(1, abs=0.002)


def test_none_and_a_vector_of_zeros() -> None:
    assert Vectors.of(np.zeros((0, 4), dtype=np.float32)).cosines(np.ones((2, 4), dtype=np.float32)).shape == (0, 2)
    assert Vectors.of(np.zeros((1, 4), dtype=np.float32)).cosines(np.ones((1, 4), dtype=np.float32)).tolist() == [[0]]


def test_vectors_of_a_file_are_made_once_and_mapped(notes: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = KnowledgeBase.open(notes).vectors_by(Embedder.shipped())
    (kept,) = cache.iterdir()
    assert kept.suffix == ".npy"
    query = Embedder.shipped().embed(["The price of flats went up."])
    assert int(made.cosines(query)[:, 0].argmax()) == 0
    forbid_embedding(monkeypatch)
    again = KnowledgeBase.open(notes).vectors
    assert isinstance(again, Vectors)
    assert again.cosines(query).tolist() == made.cosines(query).tolist()
    with pytest.raises(ValueError, match="read-only"):
        again._codes.parts[0][0, 0] = 1


def test_only_the_nearest_of_many_are_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = np.random.default_rng(0).normal(size=(200, 384)).astype(np.float32)
    found = Vectors(quantised(drawn[:150]), quantised(drawn[150:]))
    query = drawn[7] / np.linalg.norm(drawn[7])
    everything, exact = found.nearest(query, 10)
    assert everything.tolist() == list(range(200))
    monkeypatch.setattr(vectors, "MANY", 100)
    numbers, cosines = found.nearest(query, 10)
    assert numbers.tolist() == sorted(np.argsort(-exact)[:10].tolist())
    assert cosines.tolist() == exact[numbers].tolist()


def test_index_of_many_facts_has_static_vectors_and_reads_the_nearest(
    notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (vectors, base):
        monkeypatch.setattr(module, "LARGE", 2)
    monkeypatch.setattr(reading, "READ", 2)
    build([notes], tmp_path / "index")
    knowledge = KnowledgeBase.open(tmp_path / "index")
    assert knowledge.manifest.embedder == f"static-{Embedder.shipped().name}"
    assert np.load(tmp_path / "index" / VECTORS).shape == (3, WIDTH)
    assert isinstance(knowledge.vectors, ReadVectors)
    query = Embedder.shipped().embed(["Did rents go up?"])[0]
    numbers, cosines = knowledge.vectors.nearest(query, 5)
    assert len(numbers) == 2
    assert 0 in numbers
    texts = [fact.text for fact in knowledge.facts]
    exact = Vectors.of(Embedder.shipped().embed(texts)).cosines(query[None])[:, 0]
    assert cosines.tolist() == exact[numbers].tolist()
    scores = open_ranker("meaning", knowledge).scores(Question.asked("Did flats get dearer?", "yes"))
    assert int(scores.argmax()) == 0
    more = tmp_path / "more.txt"
    more.write_text("A train is late.\n", encoding="utf-8")
    changes.add(tmp_path / "index", [more])
    again = KnowledgeBase.open(tmp_path / "index")
    assert isinstance(again.vectors, ReadVectors)
    assert again.vectors.nearest(Embedder.shipped().embed(["The train is late."])[0], 1)[0].tolist() == [3]


def test_opening_a_base_makes_none(notes: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forbid_embedding(monkeypatch)
    assert KnowledgeBase.open(notes).search("bus", 1)
    assert not cache.exists()


def test_vectors_of_facts_in_memory_are_not_kept(cache: Path) -> None:
    assert len(KnowledgeBase.of(SENTENCES.splitlines()).vectors) == 3
    assert not cache.exists()


@pytest.mark.parametrize("damage", ["short", "other", "empty"])
def test_damaged_vectors_are_made_again(damage: str, notes: Path, cache: Path) -> None:
    query = Embedder.shipped().embed(["frogs"])
    made = KnowledgeBase.open(notes).vectors_by(Embedder.shipped()).cosines(query)
    (kept,) = cache.iterdir()
    content = kept.read_bytes()
    kept.unlink()
    if damage == "other":
        np.save(kept, np.zeros((2, 2), dtype=np.float32))
    else:
        kept.write_bytes(content[:200] if damage == "short" else b"")
    assert KnowledgeBase.open(notes).vectors_by(Embedder.shipped()).cosines(query).tolist() == made.tolist()
    assert kept.read_bytes() == content
    assert list(cache.iterdir()) == [kept]


def test_an_interruption_leaves_nothing(notes: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: Embedder, __: Sequence[Fact], file: Path) -> None:
        file.write_bytes(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr(vectors, "write_vectors", interrupted)
    with pytest.raises(KeyboardInterrupt):
        _ = KnowledgeBase.open(notes).vectors
    assert list(cache.iterdir()) == []


def test_a_cache_that_cannot_be_written(
    notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path / "file"))
    with caplog.at_level(logging.WARNING):
        assert len(KnowledgeBase.open(notes).vectors) == 3
    assert "the vectors of 3 facts are not kept" in caplog.text


def test_an_index_holds_vectors(notes: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build([notes], tmp_path / "index")
    manifest = read_manifest(tmp_path / "index")
    assert manifest.embedder == Embedder.shipped().name
    assert VECTORS in manifest.sizes
    notes.unlink()
    forbid_embedding(monkeypatch)
    assert len(KnowledgeBase.open(tmp_path / "index").vectors) == 3
    assert not cache.exists()


def test_an_index_without_vectors_or_with_those_of_another_network(notes: Path, cache: Path, tmp_path: Path) -> None:
    build([notes], tmp_path / "index", vectors=False)
    assert not (tmp_path / "index" / VECTORS).exists()
    assert len(KnowledgeBase.open(tmp_path / "index").vectors) == 3
    assert len(list(cache.iterdir())) == 1
    build([notes], tmp_path / "whole")
    (tmp_path / "whole" / VECTORS).unlink()
    with pytest.raises(InputError, match="missing or cut short"):
        open_index(tmp_path / "whole")


def test_questions_have_vectors_of_what_is_read_of_them(cache: Path) -> None:
    asked = Question("q", "Who lives near water?", (Choice("A", "a frog"),), "A", (GoldFact("facts#2", Role.CENTRAL),))
    knowledge = KnowledgeBase.of(SENTENCES.splitlines(), questions=[asked])
    text = "Who lives near water? a frog"
    vectors = knowledge.question_vectors(Embedder.shipped(), lambda question: f"{question.text} {question.answer}")
    assert vectors.cosines(Embedder.shipped().embed([text])).ravel().tolist() == pytest.approx([1], abs=0.001)
    assert not cache.exists()


def test_of_questions_whose_vectors_are_kept_nothing_is_read(cache: Path) -> None:
    starter, asked = KnowledgeBase.open("starter"), list[str]()

    def read(question: Question) -> str:
        asked.append(question.id)
        return f"{question.text} {question.answer}"

    first = starter.question_vectors(Embedder.shipped(), read)
    assert asked == [question.id for question in starter.questions]
    again = starter.question_vectors(Embedder.shipped(), read)
    assert len(asked) == len(starter.questions) == len(again)
    every = np.arange(len(again))
    assert (first.rows(every) == again.rows(every)).all()
    assert len(list(cache.iterdir())) == 1


def test_the_vectors_of_another_network_are_kept_apart(notes: Path, cache: Path, tmp_path: Path) -> None:
    pointer = DualEncoder.open(frozen_pointer(tmp_path / "pointer"))
    knowledge = KnowledgeBase.open(notes)
    embedded = knowledge.vectors_by(Embedder.shipped()).rows(np.arange(3)).tolist()
    assert knowledge.vectors.rows(np.arange(3)).tolist() == embedded
    assert knowledge.vectors_by(pointer).rows(np.arange(3)).tolist() == embedded  # it has learnt nothing
    assert len(list(cache.iterdir())) == 2
    build([notes], tmp_path / "index")
    indexed = KnowledgeBase.open(tmp_path / "index")
    assert indexed.vectors_by(pointer).rows(np.arange(3)).tolist() == embedded
