"""Tell which questions of a knowledge base are the question asked: they must not vote on it."""

from collections import defaultdict
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from explanans.exceptions import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question


class SameQuestions:
    """Which training questions are the question asked.

    Args:
        questions: The training questions.
    """

    def __init__(self, questions: Iterable[Question]) -> None:
        self._numbers: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number, question in enumerate(questions):
            for name in names(question):
                self._numbers[name].append(number)

    def of(self, question: Question) -> list[int]:
        """Return the numbers of the training questions that have the id or the words of a question, rising.

        Args:
            question: The question asked.

        Example:
            >>> from explanans.question import Choice
            >>> own = SameQuestions([Question.asked("Is ice cold?", "yes")])
            >>> own.of(Question("q2", "Is ICE cold", (Choice("B", "yes"),), "B"))
            [0]
        """
        return sorted({number for name in names(question) for number in self._numbers.get(name, ())})


def names(question: Question) -> tuple[tuple[str, str], ...]:
    """Return what two questions must not share: the id, or the words, whatever their case, spaces and punctuation.

    Args:
        question: A question with its right answer.

    Raises:
        InputError: The question's key names no choice.
    """
    words = "".join(filter(str.isalnum, f"{question.text} {question.answer}".lower()))
    return ("id", question.id.lower()), ("words", words)


FOLDS = 5


class ExplainedQuestions:
    """The gold explanations of a knowledge base, and which of them a question asked must not see.

    Training question i belongs to fold i mod ``FOLDS``. What is learnt for a question asked is learnt without the folds
    of all training questions that have its id or its words.

    Args:
        knowledge: The knowledge base.
        learner: The name of the ranker that learns, for the complaint.

    Attributes:
        questions: The training questions.
        explanations: The numbers of the facts that explain each of them, rising.

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
        self._numbers = SameQuestions(self.questions)

    def hidden_from(self, question: Question) -> frozenset[int]:
        """Return the folds that what is learnt for a question must not have seen.

        Args:
            question: The question asked; none of the knowledge base's own hides nothing.
        """
        return frozenset(number % FOLDS for number in self._numbers.of(question))

    def seen(self, hidden: frozenset[int]) -> NDArray[np.intp]:
        """Return the numbers of the training questions outside folds, rising.

        Args:
            hidden: The folds.
        """
        return np.array([i for i in range(len(self.questions)) if i % FOLDS not in hidden], dtype=np.intp)


def evenly(numbers: NDArray[np.intp], limit: int) -> NDArray[np.intp]:
    """Return at most so many of some numbers, evenly spread over them.

    Args:
        numbers: The numbers.
        limit: How many to return at most.

    Example:
        >>> evenly(np.arange(10), 4).tolist()
        [0, 2, 5, 7]
    """
    count = len(numbers)
    return numbers if count <= limit else numbers[np.arange(limit) * count // limit]
