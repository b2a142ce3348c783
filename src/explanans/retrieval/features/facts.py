"""The facts and gold explanations of a knowledge base as sparse matrices, and the groups of features."""

from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.index_writer import ROLES as ALL_ROLES
from explanans.knowledge.lexicon import Lexicon
from explanans.knowledge.reading import ReadVectors
from explanans.knowledge.sharded import AnyVectors
from explanans.language.tokens import content_lemmas
from explanans.learning.boosted_trees import Column
from explanans.learning.sparse import SparseMatrix
from explanans.structures.facts import Role
from explanans.structures.questions import DuplicateQuestions, Question


class FactMatrix:
    """The facts of a knowledge base by lemma, with question-independent properties.

    It opens in constant time and reads only the requested facts.

    Attributes:
        unit: The facts as unit vectors of BM25 weights; shape (facts, lemmas).
        subject: 1 if the part before the relation has a lemma; shape (facts, lemmas).
        object: 1 if the part after the relation has a lemma; shape (facts, lemmas).
        broader: From a lemma of a hyponym to a lemma of its hypernym.
        narrower: The reverse of ``broader``.
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
        """Return 1 for each lemma of some facts; shape (numbers, lemmas)."""
        return held_of(self.unit[numbers])

    def shares(self, side: SparseMatrix) -> SparseMatrix:
        """Return the share of each lemma in the idf of its row.

        Args:
            side: Rows of ``subject`` or ``object``; shape (rows, lemmas).
        """
        totals = np.maximum(side @ self.idf, 1e-9)[side.rows]
        return SparseMatrix(self.idf[side.indices] / totals, side.indices, side.starts, side.shape)

    def degree(self, held: SparseMatrix) -> Column:
        """Return the log of the mean document frequency of a fact's lemmas; shape (facts,).

        Args:
            held: 1 for each lemma of some facts; shape (facts, lemmas).
        """
        lemmas, only = held.compact()
        holders = np.log1p(self.knowledge.fact_lexicon.frequencies(lemmas).astype(np.float64))
        return (only @ holders) / np.maximum(held.lengths.astype(np.float64), 1)


class Candidates:
    """Some facts of a knowledge base: what several groups of features use of them is read once.

    Args:
        numbers: Fact indices; shape (candidates,).
        vectors: The sentence vectors of all facts; None if not used.
    """

    def __init__(
        self, facts: FactMatrix, numbers: NDArray[np.intp], vectors: AnyVectors | ReadVectors | None = None
    ) -> None:
        self.numbers = numbers
        self._facts, self._vectors = facts, vectors

    def __len__(self) -> int:
        return len(self.numbers)

    @cached_property
    def unit(self) -> SparseMatrix:
        """Their unit vectors of BM25 weights; shape (candidates, lemmas)."""
        return self._facts.unit[self.numbers]

    @cached_property
    def held(self) -> SparseMatrix:
        """1 for each of their lemmas; shape (candidates, lemmas)."""
        return held_of(self.unit)

    @cached_property
    def subject(self) -> SparseMatrix:
        """1 if the part before the relation has a lemma; shape (candidates, lemmas)."""
        return self._facts.subject[self.numbers]

    @cached_property
    def object(self) -> SparseMatrix:
        """1 if the part after the relation has a lemma; shape (candidates, lemmas)."""
        return self._facts.object[self.numbers]

    @cached_property
    def tables(self) -> NDArray[np.uint32]:
        """The table index of each; shape (candidates,)."""
        return self._facts.tables[self.numbers]

    @cached_property
    def rows(self) -> NDArray[np.float64]:
        """Their sentence vectors; shape (candidates, width), with a width of 0 if not used."""
        return np.zeros((len(self), 0)) if self._vectors is None else self._vectors.rows(self.numbers)


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


def held_of(unit: SparseMatrix) -> SparseMatrix:
    """Return a matrix with 1 for each entry."""
    return SparseMatrix(np.ones_like(unit.data), unit.indices, unit.starts, unit.shape)


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


ROLES = (Role.CENTRAL, Role.GROUNDING, Role.LEXGLUE)

Visible = NDArray[np.float64]
"""1 for each question whose gold explanation may be used, else 0; shape (questions,)."""


class FactRows:
    """A matrix with a row per fact, most of them empty.

    Args:
        numbers: Indices of the facts with nonempty rows, ascending; shape (known,).
        known: The nonempty rows; shape (known, columns).
    """

    def __init__(self, numbers: NDArray[np.intp], known: SparseMatrix) -> None:
        self._numbers, self.known = numbers, known
        ends = np.append(known.starts, known.starts[-1:])
        self._padded = SparseMatrix(known.data, known.indices, ends, (len(numbers) + 1, known.shape[1]))

    def __getitem__(self, numbers: NDArray[np.integer]) -> SparseMatrix:
        """Return the rows of some facts; shape (numbers, columns)."""
        places = np.searchsorted(self._numbers, numbers)
        known = np.append(self._numbers, -1)[places] == numbers
        return self._padded[np.where(known, places, len(self._numbers))]


class Explained(NamedTuple):
    """The questions that some facts explain.

    Attributes:
        all: 1 if a fact explains a question; shape (facts, questions).
        roles: The same for each role in ``ROLES`` alone.
    """

    all: SparseMatrix
    roles: tuple[SparseMatrix, ...]


class Explanations:
    """The relation between facts and the questions that they explain.

    Attributes:
        facts: Indices of the facts that explain any question, ascending; shape (explaining,).
        explains: 1 if a fact explains a question; shape (facts, questions).
        explained_by: 1 if a question is explained by one of ``facts``; shape (questions, explaining).
        roles: The same for each role in ``ROLES`` alone.
        both: The questions, each with its right answer, as unit vectors; shape (questions, lemmas).
        question: The questions alone as unit vectors; shape (questions, lemmas).
        answer: The right answers alone as unit vectors; shape (questions, lemmas).
        words: 1 if the explanation of a question has a lemma; shape (questions, lemmas).
        tables: Number of facts of a table that explain each question; shape (tables, questions).
    """

    def __init__(self, knowledge: KnowledgeBase, facts: FactMatrix) -> None:
        questions = tuple(knowledge.questions)
        lemmas = len(knowledge.vocabulary.numbers)
        self.both = rows(knowledge.question_lexicon, lemmas)
        self.question = _unit(knowledge, [content_lemmas(question.text) for question in questions])
        self.answer = _unit(knowledge, [content_lemmas(question.answer) for question in questions])
        gold = knowledge.gold
        self.facts = np.unique(gold.facts)
        places = np.searchsorted(self.facts, gold.facts)
        shape = (len(self.facts), len(questions))
        explains = _binary(places, gold.questions, shape)
        self.explains, self.explained_by = FactRows(self.facts, explains), explains.T
        self.roles = tuple(
            FactRows(self.facts, _binary(places[of_role], gold.questions[of_role], shape))
            for of_role in (gold.roles == ALL_ROLES.index(role) for role in ROLES)
        )
        held = facts.held(self.facts).T
        explained = explains[held.indices]
        lemma = np.repeat(held.rows, explained.lengths)
        self.words = _binary(explained.indices, lemma, (len(questions), lemmas))
        table = facts.tables[self.facts][explains.rows].astype(np.intp)
        self.tables = _counts(table, explains.indices, (len(facts.table_sizes), len(questions)))
        self._own = DuplicateQuestions(questions)

    def votes(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return, for each of ``facts``, the sums of the weights of the questions that it explains.

        Args:
            weights: Weights of each question; shape (questions, kinds).

        Returns:
            Sums; shape (explaining, kinds).
        """
        return np.asarray(self.explains.known @ weights)

    def of(self, numbers: NDArray[np.integer]) -> Explained:
        """Return which questions some facts explain."""
        return Explained(self.explains[numbers], tuple(role[numbers] for role in self.roles))

    def asking(self, lemmas: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return 1 if a question or its right answer has a lemma, else 0; shape (questions, lemmas)."""
        return (self.both.columns(lemmas) > 0).astype(np.float64)

    def visible(self, question: Question) -> Visible:
        """Return the usable explanations for a question: all except those of questions with its id or words."""
        visible = np.ones(self.both.shape[0])
        visible[self._own.of(question)] = 0.0
        return visible


def _unit(knowledge: KnowledgeBase, documents: list[tuple[str, ...]]) -> SparseMatrix:
    vectors = [knowledge.vocabulary.vector(document) for document in documents]
    starts = np.cumsum([0, *(len(terms) for terms, _ in vectors)])
    columns = np.concatenate([terms for terms, _ in vectors] or [np.empty(0, np.uint32)]).astype(np.int32)
    weights = np.concatenate([weights for _, weights in vectors] or [np.empty(0, np.float32)]).astype(np.float64)
    return SparseMatrix(weights, columns, starts, (len(documents), len(knowledge.vocabulary.numbers)))


def _binary(rows: NDArray[np.integer], columns: NDArray[np.integer], shape: tuple[int, int]) -> SparseMatrix:
    counts = _counts(rows, columns, shape)
    return SparseMatrix(np.ones_like(counts.data), counts.indices, counts.starts, shape)


def _counts(rows: NDArray[np.integer], columns: NDArray[np.integer], shape: tuple[int, int]) -> SparseMatrix:
    """Return how often each row and column occur together."""
    places, counts = np.unique(rows * max(shape[1], 1) + columns, return_counts=True)
    row, column = np.divmod(places, max(shape[1], 1))
    starts = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=shape[0]))])
    return SparseMatrix(counts.astype(np.float64), column, starts, shape)


def row_sums(weights: Column, rows: NDArray[np.intp], count: int) -> Column:
    """Return the sum of the weights of each row.

    Args:
        weights: One weight per entry of a sparse matrix; shape (entries,).
        rows: The row of each entry; shape (entries,).
    """
    return np.bincount(rows, weights=weights, minlength=count).astype(np.float64)


class Group(StrEnum):
    """Kind of evidence of a feature."""

    RELEVANCE = "relevance"
    """Word overlap of a fact with question and answer."""
    SIDES = "sides"
    """Side of the fact on which the overlap occurs."""
    EXPANSION = "expansion"
    """Overlap with words that other facts relate to those of the question."""
    HOPS = "hops"
    """Overlap with relevant facts."""
    SHAPE = "shape"
    """Question-independent properties of the fact."""
    MEANING = "meaning"
    """Similarity of sentence vectors of the fact and of question and answer."""
    NEARNESS = "nearness"
    """Similarity of sentence vectors of the fact, of parts of the question, and of other facts."""
    PRECEDENTS = "precedents"
    """Frequency of the fact in explanations of similar questions by sentence vectors."""
    POWER = "power"
    """Frequency of the fact in explanations of similar questions by words."""
    PRIOR = "prior"
    """Frequency of the fact in all explanations."""
    STANDING = "standing"
    """Score of the previous stage."""
    CONTEXT = "context"
    """Relation to the best facts of the previous stage."""
    ONWARD = "onward"
    """Similarity by the dual encoder of the fact and of the question with the best facts of the previous stage."""


NEEDS_EXPLANATIONS = frozenset({Group.POWER, Group.PRIOR, Group.PRECEDENTS})
"""Groups that need gold explanations."""
NEEDS_VECTORS = frozenset({Group.MEANING, Group.NEARNESS, Group.PRECEDENTS})
"""Groups that need sentence vectors of the facts."""
