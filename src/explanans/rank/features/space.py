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
from explanans.meaning.embedder import Embedder
from explanans.question import Question
from explanans.rank.pointer import Pointer, spelled
from explanans.rank.ranker import query_text
from explanans.text.hypothesis import hypothesis


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """The vectors of the facts and of the questions of a knowledge base.

    Attributes:
        embedder: What makes them: the network of the package, or a pointer.
        facts: Those of the facts.
        asked: Those of the questions, each with its right answer.
    """

    embedder: Embedder
    facts: AnyVectors
    asked: Vectors

    @classmethod
    def of(cls, knowledge: KnowledgeBase, embedder: Embedder) -> Self:
        """Return the space of a knowledge base; its vectors are made where they are not kept.

        Args:
            knowledge: The knowledge base.
            embedder: What makes the vectors.
        """
        asked = knowledge.question_vectors(embedder, partial(read_of, embedder))
        return cls(embedder, knowledge.vectors_by(embedder), asked)

    def query(self, question: Question) -> NDArray[np.float32]:
        """Return the vector of a question and its right answer; shape (width,).

        Args:
            question: A question with its right answer.

        Raises:
            InputError: The question's key names no choice.
        """
        vector: NDArray[np.float32] = self.embedder.embed([read_of(self.embedder, question)])[0]
        return vector

    def views(self, question: Question) -> NDArray[np.float32]:
        """Return the vectors of question and answer, the question, the answer and the statement made of both.

        Args:
            question: A question with its right answer.

        Returns:
            Unit vectors; shape (4, width).

        Raises:
            InputError: The question's key names no choice.
        """
        answer = question.answer
        parts = (question.text, answer, hypothesis(question.text, answer))
        return self.embedder.embed((read_of(self.embedder, question), *parts))

    def onward(self, question: Question, facts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vector of a question with facts beside it, which points to those that are lacking; shape (width,).

        Args:
            question: A question with its right answer.
            facts: The texts of the facts.

        Raises:
            InputError: The question's key names no choice.
        """
        vector: NDArray[np.float32] = self.embedder.embed([spelled(question, facts)])[0]
        return vector


def read_of(embedder: Embedder, question: Question) -> str:
    """Return what a network reads of a question and its right answer.

    Args:
        embedder: The network of the package, or a pointer.
        question: A question with its right answer.

    Raises:
        InputError: The question's key names no choice.
    """
    return spelled(question) if isinstance(embedder, Pointer) else query_text(question)
