"""Rank facts by the cosine of BM25 vectors over content lemmas, alone and with explanatory power."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.language.tokens import content_lemmas
from explanans.structures.questions import DuplicateQuestions, Question


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


_SHARPNESS = 2.0
_WEIGHT = 0.7
"""Chosen on WorldTree's training questions, each ranked without its gold explanation."""


class Unification:
    """Relevance plus explanatory power, the unification score of Valentino et al. 2021 (section 3).

    Relevance is the cosine of BM25 vectors. Explanatory power is the sum of the similarities between the question and
    the training questions that a fact explains. Training questions with the id or the words of the question are
    excluded.
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._knowledge = knowledge

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score per fact; shape (facts,).

        Raises:
            InputError: The question's key names no choice.
        """
        query = query_vector(self._knowledge, question)
        return self._knowledge.fact_lexicon.similarities(*query) + _WEIGHT * self._power(question, query)

    def _power(self, question: Question, query: tuple[NDArray[np.uint32], NDArray[np.float32]]) -> NDArray[np.float64]:
        similarities = self._knowledge.question_lexicon.similarities(*query)
        similarities[self._own.of(question)] = 0.0
        return self._knowledge.votes(similarities**_SHARPNESS)

    @cached_property
    def _own(self) -> DuplicateQuestions:
        return DuplicateQuestions(self._knowledge.questions)
