"""Sparse matrices, against SciPy's."""

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.linalg import cg

from explanans.learning.sparse import SparseMatrix, conjugate_gradient

RANDOM = np.random.default_rng(7)


def pair(rows: int, columns: int) -> tuple[SparseMatrix, sparse.csr_array]:
    """Return the same random matrix twice."""
    theirs = sparse.csr_array(sparse.random_array((rows, columns), density=0.2, rng=RANDOM))
    theirs.sort_indices()
    return SparseMatrix(theirs.data, theirs.indices, theirs.indptr, theirs.shape), theirs


OURS, THEIRS = pair(40, 30)
OTHER, THEIR_OTHER = pair(5, 30)


@pytest.mark.parametrize("shape", [(30,), (30, 4)])
def test_product_has_the_same_bits(shape: tuple[int, ...]) -> None:
    dense = RANDOM.normal(size=shape)
    assert np.array_equal(OURS @ dense, THEIRS @ dense)


def test_weighted_sum_of_rows_has_the_same_bits() -> None:
    weights = RANDOM.normal(size=40)
    assert np.array_equal(weights @ OURS, weights @ THEIRS)


def test_products_of_rows_have_the_same_bits() -> None:
    assert np.array_equal(OURS.products(OTHER), (THEIRS @ THEIR_OTHER.T).toarray())


def test_rows_columns_and_transpose() -> None:
    every = np.arange(30)
    rows, columns = np.array([3, 3, 39, 0]), np.array([7, 2])
    assert np.array_equal(OURS.columns(every), THEIRS.toarray())
    assert np.array_equal(OURS[rows].columns(every), THEIRS[rows].toarray())
    assert np.array_equal(OURS.columns(columns), THEIRS.toarray()[:, columns])
    assert np.array_equal(OURS.T.columns(np.arange(40)), THEIRS.toarray().T)


def test_rows_of_no_matrix() -> None:
    none = OURS[np.empty(0, dtype=np.intp)]
    assert none.shape == (0, 30)
    assert (none @ np.ones(30)).tolist() == []
    assert np.array_equal(np.empty(0) @ none, np.zeros(30))
    assert none.products(OTHER).shape == (0, 5)
    assert OURS.products(OTHER[np.empty(0, dtype=np.intp)]).shape == (40, 0)


def test_conjugate_gradient_has_the_same_bits() -> None:
    kernel = THEIRS.toarray() @ THEIRS.toarray().T + np.eye(40)
    wanted = RANDOM.normal(size=40)
    theirs, _ = cg(kernel, wanted, rtol=1e-12, atol=0.0)
    assert np.array_equal(conjugate_gradient(lambda vector: kernel @ vector, wanted, 1e-12), theirs)


def test_conjugate_gradient_of_nothing_is_nothing() -> None:
    assert conjugate_gradient(lambda vector: vector, np.zeros(3), 1e-12).tolist() == [0, 0, 0]
