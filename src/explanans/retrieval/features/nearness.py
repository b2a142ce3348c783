"""The space of sentence vectors, and similarities of a fact with the question, its parts and other facts."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Self

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.lexicon import top
from explanans.knowledge.reading import ReadVectors
from explanans.knowledge.sharded import AnyVectors
from explanans.knowledge.vectors import Vectors
from explanans.language.statements.hypothesis import hypothesis
from explanans.learning.boosted_trees import Column, Columns, Feature
from explanans.learning.embedder import Embedder
from explanans.retrieval.dual_encoder import DualEncoder, format_query
from explanans.retrieval.features.facts import Candidates, Group
from explanans.retrieval.features.sparse_scores import SparseScores
from explanans.retrieval.ranker import query_text
from explanans.structures.questions import Question


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """The vectors of the facts and of the questions of a knowledge base.

    Attributes:
        embedder: The shipped network or a dual encoder.
        facts: The vectors of all facts; in a large knowledge base those that the network has read or reads on request.
        asked: Vectors of the questions, each with its right answer.
    """

    embedder: Embedder
    facts: AnyVectors | ReadVectors
    asked: Vectors

    @classmethod
    def of(cls, knowledge: KnowledgeBase, embedder: Embedder) -> Self:
        """Return the space of a knowledge base; missing vectors are computed.

        In a large knowledge base these are the vectors of the facts with which gold explanations explain questions.
        """
        asked = knowledge.question_vectors(embedder, partial(read_of, embedder))
        if knowledge.has_all_vectors(embedder):
            return cls(embedder, knowledge.vectors_by(embedder), asked)
        return cls(embedder, knowledge.read_vectors(embedder, np.unique(knowledge.gold.facts)), asked)

    def query(self, question: Question) -> NDArray[np.float32]:
        """Return the vector of a question and its right answer; shape (width,).

        Raises:
            InputError: The question's key names no choice.
        """
        vector: NDArray[np.float32] = self.embedder.embed([read_of(self.embedder, question)])[0]
        return vector

    def views(self, question: Question) -> NDArray[np.float32]:
        """Return the vectors of question and answer, the question, the answer, and their statement.

        Returns:
            Unit vectors; shape (4, width).

        Raises:
            InputError: The question's key names no choice.
        """
        answer = question.answer
        parts = (question.text, answer, hypothesis(question.text, answer))
        return self.embedder.embed((read_of(self.embedder, question), *parts))

    def onward(self, question: Question, facts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vector of a question with facts, which is near to the missing facts; shape (width,).

        Raises:
            InputError: The question's key names no choice.
        """
        vector: NDArray[np.float32] = self.embedder.embed([format_query(question, facts)])[0]
        return vector


def read_of(embedder: Embedder, question: Question) -> str:
    """Return the encoder input for a question and its right answer.

    Raises:
        InputError: The question's key names no choice.
    """
    return format_query(question) if isinstance(embedder, DualEncoder) else query_text(question)


_FIRST = 10
"""Number of first facts by words and by sentence vectors from which to spread."""

NEARNESS = tuple(
    Feature(name, definition, Group.NEARNESS)
    for name, definition in (
        ("near_question", "cosine of sentence vectors with the question"),
        ("near_answer", "cosine of sentence vectors with the right answer"),
        ("near_hypothesis", "cosine of sentence vectors with the statement made of question and answer"),
        ("near_links", "smaller of the cosines of sentence vectors with question and answer"),
        ("near_hops", "mean cosine of sentence vectors with the first facts by relevance and power, itself left out"),
        ("near_found", "mean cosine of sentence vectors with the ten first facts by wording and meaning, but itself"),
    )
)


@dataclass(frozen=True, slots=True)
class Nearness:
    """Cosines of sentence vectors of facts with a question.

    Attributes:
        numbers: Indices of the compared facts, ascending; all facts unless the knowledge base is large.
        cosines: Their cosines with question and answer, the question, the answer, their statement; shape (numbers, 4).
        query: The vector of question and answer; shape (width,).
    """

    vectors: AnyVectors | ReadVectors
    numbers: NDArray[np.intp]
    cosines: NDArray[np.float64]
    query: NDArray[np.float32]

    @classmethod
    def of(cls, space: Space, question: Question, found: NDArray[np.intp]) -> "Nearness":
        """Compare facts with a question.

        Args:
            found: Indices of facts found by words; of a large knowledge base only facts among these are compared, and
                those with a known vector.

        Raises:
            InputError: The question's key names no choice.
        """
        embedded, vectors = space.views(question), space.facts
        if isinstance(vectors, ReadVectors):
            numbers = np.union1d(vectors.known, vectors.chosen(found, embedded[0]))
            return cls(vectors, numbers, vectors.cosines(numbers, embedded), embedded[0])
        return cls(vectors, np.arange(len(vectors)), vectors.cosines(embedded), embedded[0])

    @property
    def both(self) -> SparseScores:
        """The cosine of every compared fact with question and answer."""
        return SparseScores(self.numbers, self.cosines[:, 0], len(self.vectors))

    def with_vector(self, vector: NDArray[np.float32]) -> SparseScores:
        """Return the cosine of every compared fact with a unit vector of shape (width,)."""
        if isinstance(self.vectors, ReadVectors):
            cosines = self.vectors.cosines(self.numbers, vector[None])[:, 0]
        else:
            cosines = self.vectors.cosines(vector[None])[:, 0]
        return SparseScores(self.numbers, cosines, len(self.vectors))

    def first(self, relevance: SparseScores) -> NDArray[np.intp]:
        """Return the indices of the first facts by words and sentence vectors together.

        Args:
            relevance: Cosines of BM25 vectors.
        """
        words, near = relevance.at(self.numbers), self.cosines[:, 0]
        best = top(words / max(float(words.std()), 1e-9) + near / max(float(near.std()), 1e-9), _FIRST)
        return self.numbers[best]

    def columns(
        self, relevance: SparseScores, sources: NDArray[np.intp], shares: Column, candidates: Candidates
    ) -> Columns:
        """Return the features ``NEARNESS`` of some facts among ``numbers``.

        Args:
            relevance: Cosines of BM25 vectors.
        """
        question, answer, statement = self.cosines[np.searchsorted(self.numbers, candidates.numbers), 1:].T
        first = self.first(relevance)
        return {
            "near_question": question,
            "near_answer": answer,
            "near_hypothesis": statement,
            "near_links": np.minimum(question, answer),
            "near_hops": self._mean(sources, shares, candidates),
            "near_found": self._mean(first, np.full(len(first), 1 / max(len(first), 1)), candidates),
        }

    def _mean(self, sources: NDArray[np.intp], shares: Column, candidates: Candidates) -> Column:
        """Return the weighted mean cosine of facts with source facts other than themselves."""
        order = np.argsort(sources)
        own = SparseScores(sources[order], shares[order], len(self.vectors)).at(candidates.numbers)
        return np.asarray(candidates.rows @ (shares @ self.vectors.rows(sources)) - own)
