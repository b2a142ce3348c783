"""Tell which questions of a knowledge base are the question asked: they must not vote on it."""

from collections import defaultdict
from collections.abc import Iterable

from explanans.question import Question


class OwnNumbers:
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
            >>> own = OwnNumbers([Question.asked("Is ice cold?", "yes")])
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
