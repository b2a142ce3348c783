"""The vectors that come with the package are those of the starter base, and are found by text."""

from collections.abc import Callable

import numpy as np
import pytest

from explanans import KnowledgeBase
from explanans.knowledge import vectors
from explanans.knowledge.vectors import KnownVectors, codes_of, quantised, starter_vectors
from explanans.learning.embedder import Embedder
from explanans.retrieval.features.nearness import read_of
from explanans.retrieval.trained import SHIPPED, RankingModel


def shipped_pointer() -> Embedder:
    return RankingModel.load(SHIPPED / "stacked").embedder


@pytest.mark.parametrize("opened", [Embedder.shipped, shipped_pointer])
def test_they_are_those_of_the_starter_base(opened: Callable[[], Embedder]) -> None:
    """Where this fails, ``python tools/starter_vectors.py`` mends it."""
    knowledge, embedder = KnowledgeBase.open("starter"), opened()
    known = starter_vectors(embedder.name)
    assert known is not None
    texts = [fact.text for fact in knowledge.facts]
    texts += [read_of(embedder, question) for question in knowledge.questions]
    found, codes = known.find(texts)
    assert found.all()
    drawn = [0, 700, len(texts) - 1]
    made = quantised(embedder.embed([texts[number] for number in drawn])).astype(int)
    # Another processor may round the last digit another way.
    assert np.abs(codes[drawn].astype(int) - made).max() <= 1


def test_texts_of_ones_own_are_not_among_them() -> None:
    known = KnownVectors.of(["b", "a", "b"], np.array([[1], [2], [1]], dtype=np.int8))
    found, codes = known.find(["a", "c", "b"])
    assert found.tolist() == [True, False, True]
    assert codes.tolist() == [[2], [1]]


def test_none_are_known_of_nothing() -> None:
    found, codes = KnownVectors.of([], np.zeros((0, 3), dtype=np.int8)).find(["a"])
    assert found.tolist() == [False]
    assert codes.shape == (0, 3)


def test_those_of_another_embedder_are_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert starter_vectors("other(1234)") is None
    texts = ["ice melts", "a frog hops"]
    before = codes_of(Embedder.shipped(), texts)
    monkeypatch.setattr(vectors, "starter_vectors", lambda _: None)
    assert (codes_of(Embedder.shipped(), texts) == before).all()
