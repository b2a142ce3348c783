"""The space of sentence vectors in which a ranker compares questions and facts."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Self

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.sharded import AnyVectors
from explanans.knowledge.vectors import Vectors
from explanans.language.statements.hypothesis import hypothesis
from explanans.learning.embedder import Embedder
from explanans.retrieval.dual_encoder import DualEncoder, format_query
from explanans.retrieval.ranker import query_text
from explanans.structures.questions import Question


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """The vectors of the facts and of the questions of a knowledge base.

    Attributes:
        embedder: The shipped network or a dual encoder.
        facts: Vectors of the facts.
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

        Args:
            facts: The texts of the facts.

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
