"""Rank facts by the cosine of sentence vectors, so that a fact that shares no word with the question can be found."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.vectors import UNRELATED
from explanans.meaning.embedder import Embedder
from explanans.question import Question
from explanans.rank.ranker import query_text


class Meaning:
    """The cosine between the vector of a fact and that of question and answer, by the network of the package.

    It is told by how far it exceeds ``UNRELATED``, so that a score of 0 or less says that nothing speaks for a fact.

    Args:
        knowledge: The knowledge base to rank.
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._vectors = knowledge.vectors

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one cosine a fact, less ``UNRELATED``; shape (facts,).

        Args:
            question: A question with its right answer.

        Raises:
            InputError: The question's key names no choice.
        """
        return self._vectors.cosines(Embedder.shipped().embed([query_text(question)]))[:, 0] - UNRELATED
