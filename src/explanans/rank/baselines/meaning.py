"""Rank facts by the cosine of sentence vectors, so that a fact that shares no word with the question can be found."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.vectors import UNRELATED
from explanans.meaning.embedder import Embedder
from explanans.question import Question
from explanans.rank.ranker import query_text

_NEAR = 1_000
"""How many of very many facts are told from the rest."""


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

        Of very many facts only the cosines of the nearest are told; see ``knowledge.neighbours``.

        Args:
            question: A question with its right answer.

        Raises:
            InputError: The question's key names no choice.
        """
        query = Embedder.shipped().embed([query_text(question)])[0]
        numbers, cosines = self._vectors.nearest(query, _NEAR)
        # What is not among the nearest of very many is as far off as the farthest of these, or farther.
        scores = np.full(len(self._vectors), min(0.0, float(cosines.min(initial=0.0))) - UNRELATED)
        scores[numbers] = cosines - UNRELATED
        return scores
