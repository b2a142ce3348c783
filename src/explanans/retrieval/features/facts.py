"""The facts of a knowledge base as sparse matrices with rows read from disk on demand."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.lexicon import Lexicon
from explanans.learning.features import Column
from explanans.learning.sparse import SparseMatrix


class FactMatrix:
    """The facts of a knowledge base by lemma, with question-independent properties.

    It opens in constant time and reads only the requested facts.

    Attributes:
        size: Number of facts.
        unit: The facts as unit vectors of BM25 weights; shape (facts, lemmas).
        subject: 1 if the part before the relation has a lemma; shape (facts, lemmas).
        object: 1 if the part after the relation has a lemma; shape (facts, lemmas).
        broader: From a lemma of a hyponym to a lemma of its hypernym.
        narrower: The reverse of ``broader``.
        alike: Between lemmas of synonymous expressions.
        idf: Inverse document frequency of each lemma; shape (lemmas,).
        tables: Table index of each fact; shape (facts,).
        table_sizes: Number of facts of each table; shape (tables,).
        relation: 1 for a kind-of fact, 2 for a synonymy, else 0; shape (facts,).
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        segments = knowledge.segments
        self.knowledge = knowledge
        self.size = len(knowledge.facts)
        self.idf = knowledge.vocabulary.idf.astype(np.float64)
        self.unit, self.subject, self.object = segments.lemmas, segments.subjects, segments.objects
        self.tables, self.table_sizes, self.relation = segments.tables, segments.table_sizes, segments.relations
        self.broader, self.narrower, self.alike = segments.broader, segments.narrower, segments.alike

    def held(self, numbers: NDArray[np.integer]) -> SparseMatrix:
        """Return 1 for each lemma of some facts; shape (numbers, lemmas).

        Args:
            numbers: Fact indices.
        """
        unit = self.unit[numbers]
        return SparseMatrix(np.ones_like(unit.data), unit.indices, unit.starts, unit.shape)

    def subject_shares(self, numbers: NDArray[np.integer]) -> SparseMatrix:
        """Return the share of each lemma in the idf of the part before the relation; shape (numbers, lemmas).

        Args:
            numbers: Fact indices.
        """
        return _shares(self.subject[numbers], self.idf)

    def object_shares(self, numbers: NDArray[np.integer]) -> SparseMatrix:
        """Return the share of each lemma in the idf of the part after the relation; shape (numbers, lemmas).

        Args:
            numbers: Fact indices.
        """
        return _shares(self.object[numbers], self.idf)

    def degree(self, held: SparseMatrix) -> Column:
        """Return the log of the mean document frequency of a fact's lemmas; shape (facts,).

        Args:
            held: 1 for each lemma of some facts; shape (facts, lemmas).
        """
        lemmas, places = np.unique(held.indices, return_inverse=True)
        lexicon = self.knowledge.fact_lexicon
        holders = np.log1p(lexicon.frequencies(lemmas).astype(np.float64))
        sums = SparseMatrix(held.data, places, held.starts, (held.shape[0], len(lemmas))) @ holders
        return sums / np.maximum(held.lengths.astype(np.float64), 1)


def rows(lexicon: Lexicon, lemmas: int) -> SparseMatrix:
    """Return the documents of an inverted index as the rows of a matrix.

    Args:
        lemmas: Vocabulary size; lemmas newer than the index occur in none of its documents.

    Returns:
        Unit vectors; shape (documents, lemmas).
    """
    weights, documents = np.asarray(lexicon.weights, dtype=np.float64), np.asarray(lexicon.documents, dtype=np.int32)
    starts = np.asarray(lexicon.starts, dtype=np.intp)
    starts = np.concatenate([starts, np.full(lemmas + 1 - len(starts), starts[-1])])
    return SparseMatrix(weights, documents, starts, (lemmas, lexicon.size)).T


def _shares(side: SparseMatrix, idf: NDArray[np.float64]) -> SparseMatrix:
    """Return the share of each lemma in the idf of its row."""
    totals = np.maximum(side @ idf, 1e-9)[side.rows]
    return SparseMatrix(idf[side.indices] / totals, side.indices, side.starts, side.shape)


def row_maxima(matrix: SparseMatrix, weights: Column) -> Column:
    """Return the largest weight of the nonzero columns of each row, at least 0; shape (rows,).

    Args:
        matrix: A matrix; shape (rows, columns).
        weights: One weight per column; shape (columns,).

    Example:
        >>> matrix = SparseMatrix(np.ones(2), np.array([0, 1]), np.array([0, 2, 2]), (2, 3))
        >>> row_maxima(matrix, np.array([0.2, 0.5, 0.9])).tolist()
        [0.5, 0.0]
    """
    maxima = np.zeros(matrix.shape[0])
    filled = np.flatnonzero(matrix.lengths)
    if filled.size:
        maxima[filled] = np.maximum.reduceat(weights[matrix.indices], matrix.starts[filled])
    return maxima
