"""Sparse fact scores, and the facts found by shared lemmas."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.lexicon import top
from explanans.knowledge.pruned import Climb, Plan
from explanans.knowledge.sharded import ShardedLexicon
from explanans.learning.boosted_trees import Column
from explanans.learning.sparse import distinct
from explanans.retrieval.features.facts import FactMatrix


@dataclass(frozen=True, slots=True, eq=False)
class SparseScores:
    """A sparse column over all facts.

    Attributes:
        numbers: Indices of the stored facts, ascending; shape (stored,).
        values: Their scores; shape (stored,).
    """

    numbers: NDArray[np.intp]
    values: Column
    size: int

    @classmethod
    def none(cls, size: int) -> Self:
        """Return a column of 0."""
        return cls(np.empty(0, dtype=np.intp), np.empty(0), size)

    @classmethod
    def of(cls, column: Column) -> Self:
        """Return a dense column as a sparse one.

        Args:
            column: One score per fact; shape (facts,).
        """
        numbers = np.flatnonzero(column)
        return cls(numbers, column[numbers], len(column))

    def at(self, numbers: NDArray[np.integer]) -> Column:
        """Return the scores of some facts; shape (numbers,).

        Example:
            >>> SparseScores(np.array([2, 5]), np.array([0.5, 0.25]), 9).at(np.array([5, 4, 2])).tolist()
            [0.25, 0.0, 0.5]
        """
        if len(self.numbers) == self.size:
            return np.asarray(self.values[numbers])
        scores = np.zeros(len(numbers))
        if self.numbers.size:
            places = np.minimum(np.searchsorted(self.numbers, numbers), len(self.numbers) - 1)
            known = self.numbers[places] == numbers
            scores[known] = self.values[places[known]]
        return scores

    def whole(self) -> Column:
        """Return the dense column; shape (facts,)."""
        scores = np.zeros(self.size)
        scores[self.numbers] = self.values
        return scores

    def plus(self, other: "SparseScores", weight: float) -> "SparseScores":
        """Return the sum of this and another column, the other one weighted."""
        numbers = distinct(np.concatenate([self.numbers, other.numbers])).astype(np.intp)
        return SparseScores(numbers, self.at(numbers) + weight * other.at(numbers), self.size)

    def at_least(self, bound: float) -> "SparseScores":
        """Return the column with scores below a bound left out."""
        kept = self.values >= bound
        return SparseScores(self.numbers[kept], self.values[kept], self.size)

    def first(self, limit: int) -> NDArray[np.intp]:
        """Return the indices of the facts with the highest scores, best first; ties keep their order.

        Example:
            >>> SparseScores(np.array([1, 2, 5]), np.array([-0.5, 0.5, 0.25]), 9).first(4).tolist()
            [2, 5, 0, 3]
        """
        above, below = self.values > 0, self.values < 0
        first = self.numbers[above][top(self.values[above], limit)]
        if len(first) < limit:
            least = np.arange(min(self.size, limit + len(self.numbers)))
            zeros = np.setdiff1d(least, self.numbers[above | below], assume_unique=True)
            first = np.concatenate([first, zeros[: limit - len(first)]])
        if len(first) < limit:
            first = np.concatenate([first, self.numbers[below][top(self.values[below], limit - len(first))]])
        return first

    def best(self, limit: int, excluded: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Return the indices of the facts with the highest scores above 0, best first.

        Args:
            excluded: Mask of facts to exclude; shape (facts,).
        """
        wanted = (self.values > 0) & ~excluded[self.numbers]
        return self.numbers[wanted][top(self.values[wanted], limit)]


MANY = 100_000
"""Minimum number of facts at which common lemmas are ignored."""


def matching(facts: FactMatrix, query: Column, also: NDArray[np.intp] | None = None) -> SparseScores:
    """Return the cosines of facts with a query.

    Below ``MANY`` facts, all that share a lemma are scored; otherwise see ``knowledge.pruned``.

    Args:
        query: The weight of each lemma; shape (lemmas,).
    """
    lemmas = np.flatnonzero(query)
    if facts.size > MANY:
        return _nearest(facts, query, lemmas, also)
    if not lemmas.size:
        return SparseScores.none(facts.size)
    lexicon = facts.knowledge.fact_lexicon
    if isinstance(lexicon, ShardedLexicon):
        postings = lexicon.several(lemmas.tolist())
        owners = np.repeat(np.arange(len(lemmas)), [len(held) for held, _ in postings])
        documents, weights = (np.concatenate([np.empty(0, np.uint32), *part]) for part in zip(*postings, strict=True))
    else:
        owners, documents, weights = lexicon.together(lemmas)
    # Sums are in the order of the lemmas, as in the product of a sparse matrix and a vector.
    products = weights.astype(np.float64) * query[lemmas][owners]
    return SparseScores.of(np.bincount(documents, weights=products, minlength=facts.size).astype(np.float64))


def _nearest(facts: FactMatrix, query: Column, lemmas: NDArray[np.intp], also: NDArray[np.intp] | None) -> SparseScores:
    lexicon = facts.knowledge.fact_lexicon
    others = np.empty(0, dtype=np.intp) if also is None else also.astype(np.intp)
    plan = Plan.of(lemmas, query[lemmas], lexicon.frequencies(lemmas))
    if isinstance(lexicon, ShardedLexicon):
        return SparseScores(*lexicon.nearest(plan, others), facts.size)
    climb = Climb(lexicon, facts.size, plan.lemmas, plan.weights)
    met, _, _ = climb.nearest(plan.steps(climb.met, climb.best))
    numbers = np.union1d(met, others).astype(np.intp)
    return SparseScores(numbers, np.asarray(facts.unit[numbers] @ query), facts.size)
