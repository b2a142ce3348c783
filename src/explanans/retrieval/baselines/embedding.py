"""Rank facts by the cosine of sentence vectors, which also finds facts without words of the question."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.vectors import UNRELATED
from explanans.learning.embedder import Embedder
from explanans.retrieval.ranker import query_text
from explanans.structures.questions import Question

_NEAR = 1_000
"""Number of nearest facts that are scored in a large knowledge base."""


class Meaning:
    """The cosine between the vectors of a fact and of question and answer, by the network of the package.

    The score is the cosine minus ``UNRELATED``, so that unrelated facts score at most 0.
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._vectors = knowledge.vectors

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one cosine per fact, minus ``UNRELATED``; shape (facts,).

        In large knowledge bases only the nearest facts are scored; see ``knowledge.reading``.

        Raises:
            InputError: The question's key names no choice.
        """
        query = Embedder.shipped().embed([query_text(question)])[0]
        numbers, cosines = self._vectors.nearest(query, _NEAR)
        # All other facts are at most as similar as the last of the nearest.
        scores = np.full(len(self._vectors), min(0.0, float(cosines.min(initial=0.0))) - UNRELATED)
        scores[numbers] = cosines - UNRELATED
        return scores
