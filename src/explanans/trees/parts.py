"""The joins of a problem, as matrices."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from explanans.learning.features import Column
from explanans.trees.joins import Masks, members, whole
from explanans.trees.problem_matrix import Matrix, ProblemMatrix

PLACES = {"a": "first", "b": "second", "c": "third"}
"""The premises of a join: the one on more leaves first, and of two alike the one with more of the hypothesis."""

_SMALL = 1e-6


@dataclass(frozen=True)
class Parts:
    """The joins of a problem: their premises, their conclusions, and the leaves that are left.

    Attributes:
        view: The problem.
        joins: The joins, their premises in order; shape (joins, 3).
    """

    view: ProblemMatrix
    joins: Masks

    @classmethod
    def of(cls, view: ProblemMatrix, joins: Masks) -> "Parts":
        """Return joins with their premises in order: the largest first, then the one with most of the hypothesis.

        Args:
            view: The problem.
            joins: The joins; shape (joins, 3).
        """
        sets, places = np.unique(joins, return_inverse=True)
        inside = members(sets, view.leaves)
        covered = ((inside @ view.held > 0) * view.sought) @ view.weights / _total(view)
        keys = (inside.sum(axis=1) * 10 + covered)[places.reshape(joins.shape)]
        keys[joins == 0] = -1
        order = np.argsort(-keys, axis=1, kind="stable")
        return cls(view, np.take_along_axis(joins, order, axis=1))

    @cached_property
    def _sets(self) -> tuple[Masks, NDArray[np.intp]]:
        sets, places = np.unique(self.joins, return_inverse=True)
        return sets, places.reshape(self.joins.shape)

    @cached_property
    def inside(self) -> tuple[Matrix, ...]:
        """1 if a premise rests on a leaf, for each place; shape (joins, leaves) each."""
        return tuple(members(self.joins[:, place], self.view.leaves) for place in range(3))

    @cached_property
    def conclusion(self) -> Matrix:
        """1 if the conclusion rests on a leaf; shape (joins, leaves)."""
        return members(whole(self.joins), self.view.leaves)

    @cached_property
    def rest(self) -> Matrix:
        """1 if it does not; shape (joins, leaves)."""
        return 1 - self.conclusion

    @cached_property
    def has_third(self) -> NDArray[np.bool_]:
        """Return whether there is a third premise; shape (joins,)."""
        return self.joins[:, 2] > 0

    def terms(self, matrix: Matrix) -> tuple[Matrix, ...]:
        """Return 1 if a leaf of a premise has a term, for each place; shape (joins, terms) each.

        Args:
            matrix: 1 if a leaf has a term; shape (leaves, terms).
        """
        sets, places = self._sets
        found = (members(sets, self.view.leaves) @ matrix > 0).astype(np.float64)
        return tuple(found[places[:, place]] for place in range(3))

    @cached_property
    def held(self) -> tuple[Matrix, ...]:
        """1 if a premise holds a term, for each place; shape (joins, terms) each."""
        return self.terms(self.view.held)

    @cached_property
    def counts(self) -> Matrix:
        """In how many leaves of the conclusion a term stands; shape (joins, terms)."""
        return self.conclusion @ self.view.held

    @cached_property
    def left(self) -> Matrix:
        """1 if a leaf that is left holds a term; shape (joins, terms)."""
        return (self.rest @ self.view.held > 0).astype(np.float64)

    @cached_property
    def shared(self) -> Matrix:
        """1 if two premises or more hold a term; shape (joins, terms)."""
        found: Matrix = (np.add.reduce(self.held) >= 2).astype(np.float64)
        return found

    def mass(self, terms: Matrix) -> Column:
        """Return the weight of terms; shape (joins,).

        Args:
            terms: 1 for the terms of each join; shape (joins, terms).
        """
        found: Column = terms @ self.view.weights
        return found

    @property
    def total(self) -> float:
        """The weight of the hypothesis's terms."""
        return _total(self.view)


def _total(view: ProblemMatrix) -> float:
    return max(float(view.weights @ view.sought), _SMALL)


def share(part: Column, of: Column) -> Column:
    """Return the ratio of two weights, 0 if the divisor is 0.

    Args:
        part: The weight of a part; shape (joins,).
        of: The weight of the whole; shape (joins,).
    """
    return part / np.maximum(of, _SMALL)
