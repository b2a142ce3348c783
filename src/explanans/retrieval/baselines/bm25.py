"""Rank facts by the cosine of BM25 vectors over content lemmas."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.language.tokens import content_lemmas
from explanans.structures.questions import Question


class Bm25:
    """The cosine between a fact's BM25 vector and that of question and answer."""

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._knowledge = knowledge

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one cosine per fact, between 0 and 1; shape (facts,).

        Raises:
            InputError: The question's key names no choice.
        """
        return self._knowledge.fact_lexicon.similarities(*query_vector(self._knowledge, question))


def query_vector(knowledge: KnowledgeBase, question: Question) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
    """Return question and right answer as a unit vector over the vocabulary of a knowledge base.

    Returns:
        The numbers of its terms and their weights; shapes (terms,).

    Raises:
        InputError: The question's key names no choice.
    """
    return knowledge.vocabulary.vector(content_lemmas(f"{question.text} {question.answer}"))
