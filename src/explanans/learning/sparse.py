"""Sparse matrices by row, and the conjugate gradient method.

SciPy has both, but importing it takes an eighth of a second, more than ranking the facts of several questions.
"""

import math
from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

_ROUNDS = 10
"""Maximum number of steps of the conjugate gradient method per unknown."""


class SparseMatrix:
    """A sparse matrix in CSR format. Each sum is taken in the order of the entries, as SciPy does.

    Attributes:
        data: The values; shape (entries,).
        indices: The column of each value; shape (entries,).
        starts: The offset of each row, and the number of entries; shape (rows + 1,).

    Example:
        >>> matrix = SparseMatrix(np.array([2.0, 3.0]), np.array([0, 2]), np.array([0, 2, 2]), (2, 3))
        >>> matrix @ np.array([1.0, 1.0, 10.0])
        array([32.,  0.])
    """

    __array_ufunc__ = None  # products with an array on the left are those below

    def __init__(
        self,
        data: NDArray[np.float64],
        indices: NDArray[np.integer],
        starts: NDArray[np.integer],
        shape: tuple[int, int],
    ) -> None:
        self.data, self.indices, self.starts, self.shape = data, indices, starts, shape

    @cached_property
    def lengths(self) -> NDArray[np.intp]:
        """The number of entries of each row; shape (rows,)."""
        return np.diff(self.starts).astype(np.intp)

    @cached_property
    def rows(self) -> NDArray[np.intp]:
        """The row of each entry; shape (entries,)."""
        return np.repeat(np.arange(self.shape[0]), self.lengths)

    @cached_property
    def column_lengths(self) -> NDArray[np.intp]:
        """The number of entries of each column; shape (columns,)."""
        return np.bincount(self.indices, minlength=self.shape[1])

    @property
    def T(self) -> "SparseMatrix":  # noqa: N802 - as arrays call it
        """The transpose."""
        order = np.argsort(self.indices, kind="stable")
        starts = np.concatenate([[0], np.cumsum(np.bincount(self.indices, minlength=self.shape[1]))])
        return SparseMatrix(self.data[order], self.rows[order], starts, self.shape[::-1])

    def __getitem__(self, numbers: NDArray[np.integer]) -> "SparseMatrix":
        """Return some rows; shape (numbers, columns)."""
        lengths = self.lengths[numbers]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        places = np.repeat(self.starts[numbers] - starts[:-1], lengths) + np.arange(starts[-1])
        return SparseMatrix(self.data[places], self.indices[places], starts, (len(numbers), self.shape[1]))

    def __matmul__(self, dense: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the product with an array.

        Args:
            dense: The array; shape (columns,) or (columns, width).
        """
        if dense.ndim == 1:
            return _sums(self.rows, self.data * dense[self.indices], self.shape[0])
        sums = np.empty((self.shape[0], dense.shape[1]))
        for number, column in enumerate(np.ascontiguousarray(dense.T)):
            sums[:, number] = _sums(self.rows, self.data * column[self.indices], self.shape[0])
        return sums

    def __rmatmul__(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the weighted sum of the rows; shape (columns,).

        Args:
            weights: The weight of each row; shape (rows,).
        """
        return _sums(self.indices, self.data * weights[self.rows], self.shape[1])

    def products(self, other: "SparseMatrix") -> NDArray[np.float64]:
        """Return the dot product of each row with each row of another matrix; shape (rows, rows of the other).

        Args:
            other: A matrix with as many columns and few rows.
        """
        columns = distinct(other.indices)
        places = np.searchsorted(columns, self.indices)
        shared = np.append(columns, -1)[places] == self.indices
        starts = np.concatenate([[0], np.cumsum(shared)])[self.starts]
        only = SparseMatrix(self.data[shared], places[shared], starts, (self.shape[0], len(columns)))
        return only @ other.columns(columns).T

    def compact(self) -> tuple[NDArray[np.intp], "SparseMatrix"]:
        """Return the nonempty columns, ascending, and the matrix with only these columns."""
        columns, places = np.unique(self.indices, return_inverse=True)
        return columns, SparseMatrix(self.data, places, self.starts, (self.shape[0], len(columns)))

    def columns(self, numbers: NDArray[np.integer]) -> NDArray[np.float64]:
        """Return some columns as an array; shape (rows, numbers)."""
        places = np.full(self.shape[1], -1)
        places[numbers] = np.arange(len(numbers))
        found, wanted = np.zeros((self.shape[0], len(numbers))), places[self.indices]
        found[self.rows[wanted >= 0], wanted[wanted >= 0]] = self.data[wanted >= 0]
        return found


def distinct(numbers: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return the numbers of an array in ascending order, each once, as ``numpy.unique`` does in more time.

    Example:
        >>> distinct(np.array([3, 1, 3])).tolist()
        [1, 3]
    """
    ordered = np.sort(numbers)
    found: NDArray[np.integer] = ordered[np.diff(ordered, prepend=ordered[:1] - 1) != 0]
    return found


def _sums(places: NDArray[np.integer], values: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    return np.bincount(places, values, size).astype(np.float64, copy=False)


def conjugate_gradient(
    product: Callable[[NDArray[np.float64]], NDArray[np.float64]], wanted: NDArray[np.float64], precision: float
) -> NDArray[np.float64]:
    """Return the solution of a symmetric positive-definite linear system (Hestenes and Stiefel 1952).

    Args:
        product: The product of the matrix of the system with a vector of shape (unknowns,).
        wanted: The right-hand side; shape (unknowns,).
        precision: Norm of the residual at which to stop, as a share of that of the right-hand side.

    Example:
        >>> conjugate_gradient(lambda vector: np.array([[2.0, 0.0], [0.0, 4.0]]) @ vector, np.array([2.0, 2.0]), 1e-12)
        array([1. , 0.5])
    """
    found, residual = np.zeros_like(wanted), wanted.copy()
    direction = np.zeros_like(wanted)
    enough, before = precision * np.linalg.norm(wanted), np.inf
    for _ in range(_ROUNDS * len(wanted)):
        size = float(residual @ residual)
        if math.sqrt(size) <= enough:
            break
        direction *= size / before
        direction += residual
        along = product(direction)
        step = size / float(direction @ along)
        found += step * direction
        residual -= step * along
        before = size
    return found
