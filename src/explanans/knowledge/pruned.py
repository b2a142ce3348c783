"""The facts that share the most telling lemmas with a query, of so many that common lemmas are passed over.

The lemmas are taken from the rarest on, until those left cannot lift any fact among the best, which the length of what
they are of the query tells (by the inequality of Cauchy and Schwarz, since facts are unit vectors), or until enough of
the index has been read. The facts found so far that come nearest are then compared with the whole query.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.lexicon import top

ENOUGH = 150
"""How many of the best facts are wanted at least: more than any kind of evidence puts among the candidates."""
POSTINGS = 200_000
"""How many entries of the index are read for one query, once enough facts are found."""
WEIGHED = 2_000
"""How many facts are compared with the whole query."""


class Postings(Protocol):
    """What holds the facts of each lemma; see ``Lexicon``."""

    def postings(self, term: int) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
        """Return the facts that hold a lemma, rising, and its weight in each."""
        ...


@dataclass(frozen=True, slots=True)
class Plan:
    """The lemmas of a query, the rarest first.

    Attributes:
        lemmas: Their numbers.
        weights: The weight of each in the query.
        counts: How many facts hold each.
        left: The length of what is left of the query before each of them; shape (lemmas + 1,).
    """

    lemmas: NDArray[np.intp]
    weights: NDArray[np.float64]
    counts: NDArray[np.int64]
    left: NDArray[np.float64]

    @classmethod
    def of(cls, lemmas: NDArray[np.intp], weights: NDArray[np.float64], counts: NDArray[np.int64]) -> Self:
        """Put lemmas into their order.

        Args:
            lemmas: Their numbers, rising.
            weights: The weight of each in the query.
            counts: How many facts hold each.
        """
        order = np.argsort(counts, kind="stable")
        weights = weights[order]
        left = np.sqrt(np.append(np.cumsum(weights[::-1] ** 2)[::-1], 0.0))
        return cls(lemmas[order], weights, counts[order], left)

    def steps(self, met: Callable[[int], int], best: Callable[[int], float]) -> int:
        """Return how many of the lemmas are read.

        Args:
            met: How many facts hold any of the first so many lemmas.
            best: The ``ENOUGH``-th highest of the sums that facts have by then, where there are so many.
        """
        read = looked = 0
        for place, count in enumerate(self.counts.tolist()):
            if met(place) >= ENOUGH:
                if read + count > POSTINGS:
                    return place
                if read >= 2 * looked:  # to look costs as much as to read
                    looked = read
                    if best(place) >= self.left[place]:
                        return place
            read += count
        return len(self.counts)

    def surely(self) -> int:
        """Return after how many lemmas so much is read that no more may be, if enough facts are found."""
        return int(np.searchsorted(np.cumsum(self.counts), POSTINGS, side="right"))


class Climb:
    """What facts share with the first lemmas of a query, one lemma after the other.

    Args:
        lexicon: The facts of each lemma.
        size: How many facts there are.
        lemmas: The lemmas of a ``Plan``.
        weights: Their weights.
    """

    def __init__(
        self, lexicon: Postings, size: int, lemmas: Sequence[int] | NDArray[np.intp], weights: NDArray[np.float64]
    ) -> None:
        self._lexicon, self._lemmas, self._weights = lexicon, lemmas, weights
        self._partial = np.zeros(size)
        self._found: list[NDArray[np.uint32]] = []
        self._count = 0

    def met(self, steps: int) -> int:
        """Return how many facts hold any of the first so many lemmas, having read as far.

        Args:
            steps: How many lemmas; no fewer than before.
        """
        while len(self._found) < steps:
            place = len(self._found)
            documents, weights = self._lexicon.postings(int(self._lemmas[place]))
            self._found.append(documents[self._partial[documents] == 0])
            self._partial[documents] += weights.astype(np.float64) * self._weights[place]
            self._count += len(self._found[-1])
        return self._count

    def best(self, steps: int) -> float:
        """Return the ``ENOUGH``-th highest of the sums after so many lemmas; there must be so many facts."""
        return float(self.highest(steps)[0])

    def highest(self, steps: int) -> NDArray[np.float64]:
        """Return up to ``ENOUGH`` of the highest sums after so many lemmas, the lowest of them first."""
        count = self.met(steps)
        sums = self._partial[self._numbers()]
        start = max(0, count - ENOUGH)
        return np.partition(sums, start)[start:] if count else sums

    def nearest(self, steps: int) -> tuple[NDArray[np.uint32], NDArray[np.intp], NDArray[np.float64]]:
        """Return the facts that come nearest after so many lemmas, in the order in which they were met.

        Args:
            steps: How many lemmas.

        Returns:
            Their numbers, after how many lemmas each was met, and their sums.
        """
        self.met(steps)
        numbers = self._numbers()
        when = np.repeat(np.arange(len(self._found)), [len(found) for found in self._found])
        sums = self._partial[numbers]
        kept = np.sort(top(sums, WEIGHED)) if len(numbers) > WEIGHED else np.arange(len(numbers))
        return numbers[kept], when[kept], sums[kept]

    def _numbers(self) -> NDArray[np.uint32]:
        return np.concatenate([np.empty(0, np.uint32), *self._found])
