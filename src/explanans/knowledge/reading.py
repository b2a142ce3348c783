"""Vectors of a large knowledge base: some facts are read beforehand, the others when a question finds them."""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.lexicon import top
from explanans.knowledge.sharded import AnyVectors
from explanans.knowledge.vectors import Vectors, codes_of, passing_vectors
from explanans.learning.embedder import Embedder
from explanans.learning.static import StaticEmbedder
from explanans.runtime.cache import Memory
from explanans.structures.facts import Fact

READ = 60
"""Maximum number of facts that the encoder reads per question, some 1.2 ms each; see ``learning.static.WIDTH``."""
REMEMBERED = 64_000_000
"""Maximum size in bytes of the vectors of facts that questions have found."""


class ReadVectors:
    """Vectors of facts that an encoder reads on request; the latest are kept in memory.

    Args:
        facts: All facts of the knowledge base.
        known: Indices of the facts that have been read already, ascending; shape (known,).
        static: The static vectors of all facts; made if None and needed.

    Example:
        >>> facts = [Fact("k1", "ice is a solid"), Fact("k2", "a frog hops")]
        >>> vectors = ReadVectors(Embedder.shipped(), facts)
        >>> vectors.cosines(np.array([1]), Embedder.shipped().embed(["a frog hops"])).round(2).tolist()
        [[1.0]]
    """

    def __init__(
        self,
        encoder: Embedder,
        facts: Sequence[Fact],
        known: NDArray[np.intp] | None = None,
        vectors: Vectors | None = None,
        static: AnyVectors | None = None,
    ) -> None:
        self.known = np.empty(0, dtype=np.intp) if known is None else known
        self._vectors = Vectors(np.empty((0, encoder.width), dtype=np.int8)) if vectors is None else vectors
        self._encoder, self._facts, self._given = encoder, facts, static
        self._read = Memory[int, NDArray[np.int8]](REMEMBERED, lambda codes: codes.nbytes)

    def __len__(self) -> int:
        return len(self._facts)

    def chosen(self, numbers: NDArray[np.intp], query: NDArray[np.float32]) -> NDArray[np.intp]:
        """Return those of some facts to read for a query, ascending: the nearest by static vectors, at most ``READ``.

        Args:
            numbers: Indices of facts, of which known ones are left out; shape (numbers,).
            query: A vector by the encoder; shape (width,).
        """
        others = np.setdiff1d(numbers, self.known)
        if len(others) > READ:
            near = self._embedder.embed(self._texts(others.tolist())) @ self._embedder.projected(query[None])[0]
            others = np.sort(others[top(near.astype(np.float64), READ)])
        return others.astype(np.intp)

    def nearest(self, query: NDArray[np.float32], count: int) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Return the facts nearest to a query by static vectors, and their cosines by vectors of the encoder.

        Args:
            query: A unit vector by the encoder; shape (width,).
            count: Maximum number of facts; at most ``READ`` are returned.

        Returns:
            Their indices, ascending, and cosines; shapes (found,).
        """
        best = top(self._static.cosines(self._embedder.projected(query[None]))[:, 0], min(count, READ))
        numbers = np.sort(best)
        return numbers, self.cosines(numbers, query[None])[:, 0]

    def cosines(self, numbers: NDArray[np.intp], queries: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the cosine of facts with each query; shape (numbers, queries).

        Args:
            numbers: Indices of facts; shape (numbers,).
            queries: Unit vectors; shape (queries, width).
        """
        return self._of(numbers).cosines(queries)

    def rows(self, numbers: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the vectors of facts; shape (numbers, width)."""
        return self._of(numbers).rows(np.arange(len(numbers)))

    def _of(self, numbers: NDArray[np.intp]) -> Vectors:
        codes = np.empty((len(numbers), self._encoder.width), dtype=np.int8)
        places = np.searchsorted(self.known, numbers)
        known = np.append(self.known, -1)[places] == numbers
        codes[known] = self._vectors.codes(places[known])
        if not known.all():
            codes[~known] = self._read.all(numbers[~known].tolist(), self._codes)
        return Vectors(codes)

    def _codes(self, numbers: Sequence[int]) -> Iterator[NDArray[np.int8]]:
        return iter(codes_of(self._encoder, self._texts(numbers)))

    def _texts(self, numbers: Sequence[int]) -> list[str]:
        return [self._facts[number].text for number in numbers]

    @cached_property
    def _embedder(self) -> StaticEmbedder:
        return StaticEmbedder.of(self._encoder)

    @cached_property
    def _static(self) -> AnyVectors:
        return passing_vectors(self._embedder, self._facts) if self._given is None else self._given
