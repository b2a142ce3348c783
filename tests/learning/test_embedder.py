"""Vectors of sentences: of unit length, and the same in any company."""

import numpy as np
import pytest

from explanans.errors import InputError
from explanans.learning import embedder
from explanans.learning.embedder import LONGEST, Embedder
from explanans.learning.nli import HOME

TEXTS = ["The cost rose.", "Frogs are green.", "", "Zqx 7!", "Prices went up.", "frost " * 300]


def test_the_same_text_has_the_same_vector_in_any_company() -> None:
    shipped = Embedder.shipped()
    together = shipped.embed(TEXTS)
    alone = [shipped.embed([text])[0] for text in TEXTS]
    assert (together == np.stack(alone)).all()
    assert (shipped.embed(TEXTS[::-1])[::-1] == together).all()


def test_many_texts_have_the_vectors_of_each_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedder, "_processors", lambda: 3)
    texts = [f"{number} frogs hop" for number in range(70)]
    together = Embedder.open().embed(texts)
    assert all(
        (Embedder.shipped().embed([text])[0] == vector).all() for text, vector in zip(texts, together, strict=True)
    )


def test_vectors_have_unit_length_whatever_the_text() -> None:
    vectors = Embedder.shipped().embed(TEXTS)
    assert vectors.shape == (len(TEXTS), Embedder.shipped().width)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert Embedder.shipped().embed([]).shape == (0, Embedder.shipped().width)


def test_of_a_long_text_the_end_counts_too() -> None:
    embedder = Embedder.shipped()
    start = "apple " * LONGEST
    long, other, short = embedder.embed([start + "The glacier melted. " * 30, start, "The glacier melted."])
    assert long @ short > other @ short


def test_what_means_the_same_is_near() -> None:
    rose, frogs, _, _, up, _ = Embedder.shipped().embed(TEXTS)
    assert rose @ up > rose @ frogs


def test_another_network_is_no_embedder() -> None:
    with pytest.raises(InputError, match=r"a model of pairs in format .*; accepted: sentences"):
        Embedder.open(HOME)
