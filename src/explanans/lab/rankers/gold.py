"""Gold explanations to learn from, without those of a question and its duplicates."""

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.structures.questions import DuplicateQuestions, Question

FOLDS = 5


class GoldExplanations:
    """The gold explanations of a knowledge base, with the folds to hold out for a question.

    Training question i belongs to fold i mod ``FOLDS``. A model for a question is fitted without the folds of all
    training questions with its id or words.

    Attributes:
        explanations: Indices of the facts that explain each of them, ascending.

    Raises:
        InputError: No fact of the knowledge base explains a question of it.
    """

    def __init__(self, knowledge: KnowledgeBase, learner: str) -> None:
        self.questions: tuple[Question, ...] = tuple(knowledge.questions)
        facts, questions = knowledge.gold.pairs
        starts = np.searchsorted(questions, np.arange(1, len(self.questions)))
        self.explanations: tuple[NDArray[np.intp], ...] = tuple(np.split(facts, starts)) if self.questions else ()
        if not any(len(explanation) for explanation in self.explanations):
            raise InputError(
                f"the ranker {learner!r} learns from explained questions, of which {knowledge.name} has none; "
                "accepted: a WorldTree folder with questions/questions.train.tsv, or 'starter'"
            )
        self._numbers = DuplicateQuestions(self.questions)

    def held_out_folds(self, question: Question) -> frozenset[int]:
        """Return the folds to hold out for a question.

        Args:
            question: The question; no fold is held out if it is not a training question.
        """
        return frozenset(number % FOLDS for number in self._numbers.of(question))

    def seen(self, hidden: frozenset[int]) -> NDArray[np.intp]:
        """Return the indices of the training questions outside folds, ascending."""
        return np.array([i for i in range(len(self.questions)) if i % FOLDS not in hidden], dtype=np.intp)


def evenly(numbers: NDArray[np.intp], limit: int) -> NDArray[np.intp]:
    """Return evenly spaced numbers, at most a limit.

    Example:
        >>> evenly(np.arange(10), 4).tolist()
        [0, 2, 5, 7]
    """
    count = len(numbers)
    return numbers if count <= limit else numbers[np.arange(limit) * count // limit]
