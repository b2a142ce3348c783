"""Work of checking as sources, claims and the number of claims grow, counted in readings and vectors."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.entailment.claims.assessment import Assessor, CloseReader
from explanans.entailment.claims.windows import MOST
from explanans.formats.claims import source_of, texts_as_documents
from explanans.language.parser import shared_parser
from explanans.learning.embedder import Embedder
from explanans.structures.facts import Source
from tests.judges import ByWords

PLACES = "Lund Oslo Bergen Turku Vilnius Riga Tartu Gdansk Kiel Aarhus".split()
CLAIM = "The old bridge in Lund has nine stone arches."


class Counting(Embedder):
    """The shipped network, with the number of texts that were asked for.

    Attributes:
        asked: The number of texts.
    """

    def __init__(self) -> None:
        shipped = Embedder.shipped()
        super().__init__(shipped.network, shipped.words)
        self.asked = 0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += len(texts)
        return Embedder.shipped().embed(texts)


def source(sentences: int) -> Source:
    """Return a source of some sentences, in paragraphs of four."""
    lines = [
        f"The {number}th bridge in {PLACES[number % len(PLACES)]} crosses the river near the market square."
        for number in range(sentences)
    ]
    return source_of(texts_as_documents([" ".join(lines[start : start + 4]) for start in range(0, sentences, 4)]))


def work(sentences: int, claims: int, parts: int = 1) -> tuple[int, int]:
    """Return the number of pairs that are judged and of texts that are embedded, to check claims of some sentences."""
    judge, embedder = ByWords(), Counting()
    assessor = Assessor(judge, embedder, CloseReader(shared_parser))
    index = assessor.index(source(sentences))
    for number in range(claims):
        assessor.parts(index, " ".join(f"{CLAIM} It is {number + part} years old." for part in range(parts)))
    return len(judge.read), embedder.asked


@pytest.mark.parametrize("sentences", [16, 64])
def test_pairs_judged_do_not_grow_with_the_source(sentences: int) -> None:
    judged, embedded = work(sentences, 1)
    assert judged <= 2 * 2 * MOST  # two sentences
    assert embedded <= sentences + 2 * 2 * MOST  # each sentence of the source once


def test_work_grows_in_proportion_to_the_number_of_claims() -> None:
    (few, once), (many, often) = work(16, 2), work(16, 8)
    assert many <= 5 * few  # the nearest window of some is enough
    assert often - 16 <= 4 * (once - 16)


def test_work_grows_in_proportion_to_the_length_of_a_claim() -> None:
    (short, _), (long, _) = work(16, 1, 2), work(16, 1, 8)
    assert long <= 5 * short
