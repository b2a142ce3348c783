"""The facts of a knowledge base as sparse matrices."""

import re
from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array

from explanans.fact import Fact
from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.lexicon import Lexicon
from explanans.text.lemmas import content_lemmas

_KIND = re.compile(r" (?:is|are) an? (?:kind|type|form|example) of ")
_SYNONYM = re.compile(r" (?:means?|(?:is|are) (?:similar to|the same as|another (?:name|word) for)) ")
_LONGEST_SIDE = 3
"""Content lemmas; what has more is a description rather than a name."""


class FactMatrix:
    """The facts of a knowledge base by lemma, and what of them does not depend on the question.

    Args:
        knowledge: The knowledge base.

    Attributes:
        unit: The facts as unit vectors of BM25 weights; shape (facts, lemmas).
        held: 1 where a fact holds a lemma; shape (facts, lemmas).
        subject: 1 where the part before the relation holds a lemma; shape (facts, lemmas).
        object: 1 where the part after it does; shape (facts, lemmas).
        subject_shares: The share of each lemma in the idf of the part before the relation; shape (facts, lemmas).
        object_shares: The same for the part after it; shape (facts, lemmas).
        broader: 1 from a lemma of a kind to a lemma of what it is a kind of; shape (lemmas, lemmas).
        narrower: The reverse of ``broader``; shape (lemmas, lemmas).
        alike: 1 between lemmas of two wordings of the same; shape (lemmas, lemmas).
        idf: How telling each lemma is; shape (lemmas,).
        mass: The sum of ``idf`` over a fact's lemmas; shape (facts,).
        sizes: How many different lemmas a fact holds; shape (facts,).
        tables: The number of the table of each fact; shape (facts,).
        table_sizes: How many facts each table has; shape (tables,).
        degree: The mean, over a fact's lemmas, of how many facts hold each, as a logarithm; shape (facts,).
        relation: 1 for a kind-of fact, 2 for a synonymy, else 0; shape (facts,).
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        facts = tuple(knowledge.facts)
        lemmas = len(knowledge.vocabulary.numbers)
        self.idf = knowledge.vocabulary.idf.astype(np.float64)
        self.unit = rows(knowledge.fact_lexicon, lemmas)
        self.held = csr_array((np.ones_like(self.unit.data), self.unit.indices, self.unit.indptr), self.unit.shape)
        self.mass: NDArray[np.float64] = self.held @ self.idf
        self.sizes: NDArray[np.float64] = np.diff(self.unit.indptr).astype(np.float64)
        self.degree = self.held @ np.log1p(np.bincount(self.unit.indices, minlength=lemmas)) / np.maximum(self.sizes, 1)
        names, tables = np.unique([fact.table for fact in facts] or [""], return_inverse=True)
        self.tables: NDArray[np.intp] = tables[: len(facts)]
        self.table_sizes = np.bincount(self.tables, minlength=len(names)).astype(np.float64)
        numbers = knowledge.vocabulary.numbers
        sides = [
            tuple([numbers[lemma] for lemma in side if lemma in numbers] for side in _sides(fact)) for fact in facts
        ]
        self.subject = _binary([side[0] for side in sides], lemmas)
        self.object = _binary([side[1] for side in sides], lemmas)
        self.subject_shares, self.object_shares = (_shares(side, self.idf) for side in (self.subject, self.object))
        self.relation = np.array([_relation(fact.text) for fact in facts], dtype=np.float64)
        self.broader = _pairs(sides, self.relation == 1, lemmas)
        self.narrower = csr_array(self.broader.T)
        alike = _pairs(sides, self.relation == 2, lemmas)
        self.alike = csr_array(alike + alike.T)


def rows(lexicon: Lexicon, lemmas: int) -> csr_array:
    """Return the documents of an inverted index as the rows of a matrix.

    Args:
        lexicon: The index.
        lemmas: How many lemmas its vocabulary has.

    Returns:
        Unit vectors; shape (documents, lemmas).
    """
    weights, documents = np.asarray(lexicon.weights, dtype=np.float64), np.asarray(lexicon.documents, dtype=np.int32)
    starts = np.asarray(lexicon.starts, dtype=np.int32)
    return csr_array(csc_array((weights, documents, starts), shape=(lexicon.size, lemmas)))


def _sides(fact: Fact) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the content lemmas before and after the relation that a fact states.

    In a table that is the first filled column and the rest. Elsewhere the words *is a kind of* or *means* part a fact;
    where they do not occur, its first lemma stands for the part before.
    """
    cells = [content_lemmas(cell.text) for cell in fact.cells if not cell.column.startswith(("[SKIP]", "[FILL]"))]
    filled = [cell for cell in cells if cell]
    if len(filled) > 1:
        return filled[0], tuple(chain.from_iterable(filled[1:]))
    match = _KIND.search(fact.text) or _SYNONYM.search(fact.text)
    if match:
        return content_lemmas(fact.text[: match.start()]), content_lemmas(fact.text[match.end() :])
    lemmas = content_lemmas(fact.text)
    return lemmas[:1], lemmas[1:]


def _relation(text: str) -> int:
    return 1 if _KIND.search(text) else 2 if _SYNONYM.search(text) else 0


def _binary(documents: Sequence[Iterable[int]], lemmas: int) -> csr_array:
    distinct = [sorted(set(document)) for document in documents]
    starts = np.cumsum([0, *map(len, distinct)])
    columns = np.fromiter(chain.from_iterable(distinct), dtype=np.int32, count=int(starts[-1]))
    return csr_array((np.ones(len(columns)), columns, starts), shape=(len(documents), lemmas))


def _shares(side: csr_array, idf: NDArray[np.float64]) -> csr_array:
    """Return the share of each lemma in the idf of its row."""
    totals = np.repeat(np.maximum(side @ idf, 1e-9), np.diff(side.indptr))
    return csr_array((idf[side.indices] / totals, side.indices, side.indptr), shape=side.shape)


def _pairs(sides: Sequence[tuple[list[int], ...]], wanted: NDArray[np.bool_], lemmas: int) -> csr_array:
    """Return which lemmas of short subjects stand with which lemmas of short objects."""
    pairs = {
        (before, after)
        for (first, second), is_wanted in zip(sides, wanted.tolist(), strict=True)
        if is_wanted and max(len(first), len(second)) <= _LONGEST_SIDE
        for before in first
        for after in second
        if before != after
    }
    first, second = np.array(sorted(pairs), dtype=np.int32).reshape(-1, 2).T
    return csr_array((np.ones(len(first)), (first, second)), shape=(lemmas, lemmas))
