"""Leakage control: duplicates of a question in the training questions."""

from collections import defaultdict
from collections.abc import Iterable

from explanans.structures.questions import Question


class DuplicateQuestions:
    """Index of training questions that duplicate a question."""

    def __init__(self, questions: Iterable[Question]) -> None:
        self._numbers: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number, question in enumerate(questions):
            for name in names(question):
                self._numbers[name].append(number)

    def of(self, question: Question) -> list[int]:
        """Return the indices of the training questions with the id or the words of a question, ascending.

        Example:
            >>> from explanans.structures.questions import Choice
            >>> own = DuplicateQuestions([Question.asked("Is ice cold?", "yes")])
            >>> own.of(Question("q2", "Is ICE cold", (Choice("B", "yes"),), "B"))
            [0]
        """
        return sorted({number for name in names(question) for number in self._numbers.get(name, ())})


def names(question: Question) -> tuple[tuple[str, str], ...]:
    """Return the keys that identify duplicates: the id, and the words without case, spaces and punctuation.

    Raises:
        InputError: The question's key names no choice.
    """
    words = "".join(filter(str.isalnum, f"{question.text} {question.answer}".lower()))
    return ("id", question.id.lower()), ("words", words)
