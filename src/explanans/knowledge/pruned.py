"""Pruned lexical search in large indexes: common lemmas of the query are skipped.

Lemmas are read from the rarest to the most frequent. Reading stops if the rest of the query cannot lift another fact
among the best (by the Cauchy-Schwarz inequality, since facts are unit vectors), or after ``POSTINGS`` entries. The
best facts so far are then compared with the whole query.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.lexicon import top

ENOUGH = 150
"""Minimum number of facts to find: more than any kind of evidence puts among the candidates."""
POSTINGS = 200_000
"""Maximum number of index entries read per query, once enough facts are found."""
WEIGHED = 2_000
"""Number of facts compared with the whole query."""


class Postings(Protocol):
    """An inverted index from lemmas to facts; see ``Lexicon``."""

    def postings(self, term: int) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
        """Return the facts that contain a lemma, ascending, and its weight in each."""
        ...


@dataclass(frozen=True, slots=True)
class Plan:
    """The lemmas of a query, the rarest first.

    Attributes:
        left: The norm of the query without the lemmas before each of them; shape (lemmas + 1,).
    """

    lemmas: NDArray[np.intp]
    weights: NDArray[np.float64]
    counts: NDArray[np.int64]
    left: NDArray[np.float64]

    @classmethod
    def of(cls, lemmas: NDArray[np.intp], weights: NDArray[np.float64], counts: NDArray[np.int64]) -> Self:
        """Return the plan of lemmas."""
        order = np.argsort(counts, kind="stable")
        weights = weights[order]
        left = np.sqrt(np.append(np.cumsum(weights[::-1] ** 2)[::-1], 0.0))
        return cls(lemmas[order], weights, counts[order], left)

    def steps(self, met: Callable[[int], int], best: Callable[[int], float]) -> int:
        """Return the number of lemmas to read.

        Args:
            met: Returns the number of facts with any of the first N lemmas.
            best: Returns the ``ENOUGH``-th highest partial sum after N lemmas; there are at least ``ENOUGH`` facts.
        """
        read = looked = 0
        for place, count in enumerate(self.counts.tolist()):
            if met(place) >= ENOUGH:
                if read + count > POSTINGS:
                    return place
                if read >= 2 * looked:  # `best` costs as much as reading
                    looked = read
                    if best(place) >= self.left[place]:
                        return place
            read += count
        return len(self.counts)

    def surely(self) -> int:
        """Return the number of lemmas within ``POSTINGS`` entries."""
        return int(np.searchsorted(np.cumsum(self.counts), POSTINGS, side="right"))


class Climb:
    """Partial scores of facts after the first N lemmas of a query, for growing N.

    Args:
        lemmas: The lemmas of a ``Plan``.
    """

    def __init__(
        self, lexicon: Postings, size: int, lemmas: Sequence[int] | NDArray[np.intp], weights: NDArray[np.float64]
    ) -> None:
        self._lexicon, self._lemmas, self._weights = lexicon, lemmas, weights
        self._partial = np.zeros(size)
        self._found: list[NDArray[np.uint32]] = []
        self._count = 0

    def met(self, steps: int) -> int:
        """Return the number of facts with any of the first ``steps`` lemmas, which are read if necessary.

        Args:
            steps: Number of lemmas; at least that of the previous call.
        """
        while len(self._found) < steps:
            place = len(self._found)
            documents, weights = self._lexicon.postings(int(self._lemmas[place]))
            self._found.append(documents[self._partial[documents] == 0])
            self._partial[documents] += weights.astype(np.float64) * self._weights[place]
            self._count += len(self._found[-1])
        return self._count

    def best(self, steps: int) -> float:
        """Return the ``ENOUGH``-th highest partial sum after ``steps`` lemmas; requires ``ENOUGH`` facts."""
        return float(self.highest(steps)[0])

    def highest(self, steps: int) -> NDArray[np.float64]:
        """Return up to ``ENOUGH`` of the highest partial sums after ``steps`` lemmas, the lowest of them first."""
        count = self.met(steps)
        sums = self._partial[self._numbers()]
        start = max(0, count - ENOUGH)
        return np.partition(sums, start)[start:] if count else sums

    def nearest(self, steps: int) -> tuple[NDArray[np.uint32], NDArray[np.intp], NDArray[np.float64]]:
        """Return the facts with the highest partial sums after ``steps`` lemmas, in the order in which they were found.

        Returns:
            Their numbers, the number of lemmas read before each was found, and their sums.
        """
        self.met(steps)
        numbers = self._numbers()
        when = np.repeat(np.arange(len(self._found)), [len(found) for found in self._found])
        sums = self._partial[numbers]
        kept = np.sort(top(sums, WEIGHED)) if len(numbers) > WEIGHED else np.arange(len(numbers))
        return numbers[kept], when[kept], sums[kept]

    def _numbers(self) -> NDArray[np.uint32]:
        return np.concatenate([np.empty(0, np.uint32), *self._found])
