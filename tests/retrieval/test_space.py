"""The space of sentence vectors: what is read of a question, by the network of the package and by a pointer."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from explanans.knowledge import base, reading
from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.reading import ReadVectors
from explanans.knowledge.vectors import Vectors
from explanans.learning.embedder import Embedder
from explanans.retrieval.dual_encoder import DualEncoder
from explanans.retrieval.features.nearness import Nearness, Space
from explanans.structures.facts import Role
from explanans.structures.questions import Choice, GoldFact, Question
from tests.frozen_pointers import frozen_pointer

Make = Callable[..., KnowledgeBase]

ICE = Question("ice", "What melts ice?", (Choice("A", "heat"),), "A", (GoldFact("k1", Role.CENTRAL),))
FROG = Question("frog", "What does a frog do?", (Choice("A", "it hops"),), "A", (GoldFact("k2", Role.CENTRAL),))
SENTENCES = ["ice is a solid", "a frog hops", "granite is hard"]
SPELT = "What melts ice? [SEP] heat [SEP] heat melts ice"


@pytest.fixture
def knowledge(make_base: Make) -> KnowledgeBase:
    return make_base(SENTENCES, ICE, FROG)


@pytest.fixture
def pointer(tmp_path: Path) -> DualEncoder:
    return DualEncoder.open(frozen_pointer(tmp_path / "pointer"))


def test_the_network_of_the_package_reads_question_and_answer(knowledge: KnowledgeBase) -> None:
    embed = Embedder.shipped().embed
    space = Space.of(knowledge, Embedder.shipped())
    assert (space.query(ICE) == embed(["What melts ice? heat"])[0]).all()
    assert (space.views(ICE) == embed(["What melts ice? heat", "What melts ice?", "heat", "heat melts ice"])).all()


def test_a_pointer_reads_questions_spelt_out(knowledge: KnowledgeBase, pointer: DualEncoder) -> None:
    space = Space.of(knowledge, pointer)
    assert (space.query(ICE) == pointer.embed([SPELT])[0]).all()
    assert (space.views(ICE) == pointer.embed([SPELT, "What melts ice?", "heat", "heat melts ice"])).all()
    onward = pointer.embed([f"{SPELT} [SEP] ice is a solid [SEP] granite is hard"])[0]
    assert (space.onward(ICE, ["ice is a solid", "granite is hard"]) == onward).all()
    assert (space.onward(ICE, []) == space.query(ICE)).all()


def test_facts_and_questions_have_their_vectors(knowledge: KnowledgeBase, pointer: DualEncoder) -> None:
    for embedder in (Embedder.shipped(), pointer):
        space = Space.of(knowledge, embedder)
        texts = embedder.embed(SENTENCES)
        assert isinstance(space.facts, Vectors)
        assert space.facts.cosines(texts) == pytest.approx(texts @ texts.T, abs=0.01)
        asked = np.stack([space.query(ICE), space.query(FROG)])
        assert space.asked.cosines(asked) == pytest.approx(asked @ asked.T, abs=0.01)


def test_large_base_compares_explaining_facts_and_those_found_by_words(
    make_base: Make, pointer: DualEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "LARGE", 2)
    sentences = ["ice is a solid", "a frog hops", "basalt is not soft"]
    space = Space.of(make_base(sentences, ICE, FROG), pointer)
    assert isinstance(space.facts, ReadVectors)
    assert space.facts.known.tolist() == [0, 1]
    near = Nearness.of(space, ICE, np.array([1, 2]))
    assert near.numbers.tolist() == [0, 1, 2]
    whole = Vectors.of(pointer.embed(sentences)).cosines(space.views(ICE))
    assert (near.cosines == whole).all()
    assert Nearness.of(space, ICE, np.array([], dtype=np.intp)).numbers.tolist() == [0, 1]


def test_facts_of_a_large_base_are_read_once_and_only_the_nearest(
    knowledge: KnowledgeBase, pointer: DualEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "READ", 1)
    vectors = ReadVectors(pointer, knowledge.facts)
    assert vectors.chosen(np.arange(3), pointer.embed(["a frog hops"])[0]).tolist() == [1]
    first = vectors.rows(np.array([1]))
    monkeypatch.setattr(DualEncoder, "embed", lambda *_: pytest.fail("it is read again"))
    assert (vectors.rows(np.array([1])) == first).all()
