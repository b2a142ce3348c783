"""The space of sentence vectors, and similarities of a fact with the question, its parts and other facts."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Self

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.lexicon import top
from explanans.knowledge.sharded import AnyVectors
from explanans.knowledge.vectors import Vectors
from explanans.language.statements.hypothesis import hypothesis
from explanans.learning.boosted_trees import Column, Columns, Feature
from explanans.learning.embedder import Embedder
from explanans.retrieval.dual_encoder import DualEncoder, format_query
from explanans.retrieval.features.facts import Group
from explanans.retrieval.ranker import query_text
from explanans.structures.questions import Question


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """The vectors of the facts and of the questions of a knowledge base.

    Attributes:
        embedder: The shipped network or a dual encoder.
        asked: Vectors of the questions, each with its right answer.
    """

    embedder: Embedder
    facts: AnyVectors
    asked: Vectors

    @classmethod
    def of(cls, knowledge: KnowledgeBase, embedder: Embedder) -> Self:
        """Return the space of a knowledge base; missing vectors are computed."""
        asked = knowledge.question_vectors(embedder, partial(read_of, embedder))
        return cls(embedder, knowledge.vectors_by(embedder), asked)

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
    """Cosines of sentence vectors of all facts with a question.

    Attributes:
        cosines: Their cosines with question and answer, the question, the answer, their statement; shape (facts, 4).
        query: The vector of question and answer; shape (width,).
    """

    vectors: AnyVectors
    cosines: NDArray[np.float64]
    query: NDArray[np.float32]

    @classmethod
    def of(cls, space: Space, question: Question) -> "Nearness":
        """Compare all facts with a question.

        Raises:
            InputError: The question's key names no choice.
        """
        embedded = space.views(question)
        return cls(space.facts, space.facts.cosines(embedded), embedded[0])

    @property
    def both(self) -> Column:
        """The cosine of every fact with question and answer; shape (facts,)."""
        return self.cosines[:, 0]

    def first(self, relevance: Column) -> NDArray[np.intp]:
        """Return the indices of the first facts by words and sentence vectors together.

        Args:
            relevance: Cosines of BM25 vectors; shape (facts,).
        """
        return top(
            relevance / max(float(relevance.std()), 1e-9) + self.both / max(float(self.both.std()), 1e-9), _FIRST
        )

    def columns(
        self, relevance: Column, sources: NDArray[np.intp], shares: Column, candidates: NDArray[np.intp]
    ) -> Columns:
        """Return the features ``NEARNESS`` of some facts.

        Args:
            relevance: Cosines of BM25 vectors; shape (facts,).
            candidates: Fact indices; shape (candidates,).
        """
        question, answer, statement = self.cosines[candidates, 1:].T
        rows, first = self.vectors.rows(candidates), self.first(relevance)
        return {
            "near_question": question,
            "near_answer": answer,
            "near_hypothesis": statement,
            "near_links": np.minimum(question, answer),
            "near_hops": self._mean(rows, sources, shares, candidates),
            "near_found": self._mean(rows, first, np.full(len(first), 1 / max(len(first), 1)), candidates),
        }

    def _mean(
        self, rows: NDArray[np.float64], sources: NDArray[np.intp], shares: Column, candidates: NDArray[np.intp]
    ) -> Column:
        """Return the weighted mean cosine of facts with source facts other than themselves."""
        own = np.zeros(len(self.vectors))
        own[sources] = shares
        return np.asarray(rows @ (shares @ self.vectors.rows(sources)) - own[candidates])
