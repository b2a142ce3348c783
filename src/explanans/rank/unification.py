"""Rank facts by relevance and by explanatory power: how often a fact explains similar questions."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.text.lemmas import content_lemmas

_SHARPNESS = 2.0
_WEIGHT = 0.7
"""Chosen on WorldTree's training questions, each ranked without its own explanation."""


class Unification:
    """Relevance plus explanatory power, the unification score of Valentino et al. 2021 (section 3).

    Relevance is the cosine of BM25 vectors. Explanatory power is the sum, over the training questions that a fact
    explains, of how similar each is to the question asked. A question among the training questions, whether by its id
    or its words, does not vote on itself.

    Args:
        knowledge: The knowledge base to rank.
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._knowledge = knowledge

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score a fact; shape (facts,).

        Args:
            question: A question with its right answer.

        Raises:
            InputError: The question's key names no choice.
        """
        query = self._knowledge.vocabulary.vector(content_lemmas(f"{question.text} {question.answer}"))
        return self._knowledge.fact_lexicon.similarities(*query) + _WEIGHT * self._power(question, query)

    def _power(self, question: Question, query: tuple[NDArray[np.uint32], NDArray[np.float32]]) -> NDArray[np.float64]:
        similarities = self._knowledge.question_lexicon.similarities(*query)
        # A training question has the same words only where its cosine is 1, up to rounding.
        for number in np.flatnonzero(similarities > 0.999).tolist():
            if _same(self._knowledge.questions[number], question):
                similarities[number] = 0.0
        return self._knowledge.votes(similarities**_SHARPNESS)


def _same(one: Question, other: Question) -> bool:
    return one.id == other.id or (one.text, one.answer) == (other.text, other.answer)
