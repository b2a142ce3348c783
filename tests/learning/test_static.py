"""Static vectors: pieces read alone by the encoder, fewer numbers, frequent pieces count less."""

import logging
from pathlib import Path

import numpy as np
import pytest

from explanans.learning import static
from explanans.learning.embedder import Embedder
from explanans.learning.static import STATIC, WIDTH, StaticEmbedder, distilled


@pytest.fixture(scope="module")
def embedder() -> StaticEmbedder:
    return StaticEmbedder.of(Embedder.shipped())


def test_vectors_are_unit_vectors_of_any_order_of_words(embedder: StaticEmbedder) -> None:
    found = embedder.embed(["a frog hops", "hops frog a", "", "the bus leaves at noon"])
    assert found.shape == (4, WIDTH)
    assert np.linalg.norm(found, axis=1) == pytest.approx([1, 1, 0, 1], abs=1e-5)
    assert found[0] == pytest.approx(found[1], abs=1e-5)
    assert embedder.embed([]).shape == (0, WIDTH)


def test_a_text_has_the_same_vector_in_any_company(embedder: StaticEmbedder) -> None:
    alone = embedder.embed(["a frog hops"])
    assert (embedder.embed(["ice melts", "a frog hops"])[1] == alone[0]).all()


def test_a_query_is_near_to_a_text_of_its_meaning(embedder: StaticEmbedder) -> None:
    texts = ["a frog is a kind of amphibian", "rents rose sharply", "steel rusts when it is wet"]
    queries = embedder.queries(["Which animals are toads?", "Did flats get dearer?", "What does water do to iron?"])
    assert (embedder.embed(texts) @ queries.T).argmax(axis=0).tolist() == [0, 1, 2]


def test_frequent_pieces_count_less() -> None:
    drawn = np.random.default_rng(0).normal(size=(5000, 8)).astype(np.float32)
    drawn[4000] = drawn[1996]
    table = distilled(drawn)
    frequent, rare = np.linalg.norm(table.pieces[[1996, 4000]].astype(np.float64), axis=1)
    assert frequent < 0.1 * rare


def test_a_damaged_table_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path))
    monkeypatch.setattr(static, "_pieces", lambda _: np.eye(200, 384, dtype=np.float32))
    encoder = Embedder.open()
    first = StaticEmbedder.of(encoder)
    (file,) = (tmp_path / "static").iterdir()
    file.write_bytes(file.read_bytes()[:100])
    static._table.cache_clear()
    with caplog.at_level(logging.WARNING):
        again = StaticEmbedder.of(encoder)
    assert "damaged" in caplog.text
    assert first.name == again.name == f"{STATIC}{encoder.name}"
    assert first.width == again.width
    static._table.cache_clear()
