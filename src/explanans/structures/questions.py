"""Questions with their answers and gold explanations."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from explanans.errors import InputError
from explanans.structures.facts import Role

LONGEST = 1000
"""Maximum number of words of a question with its answer, or of a hypothesis: parsing longer ones takes minutes."""


def check_length(what: str, text: str) -> None:
    """Raise an error if a text is too long to be explained.

    Raises:
        InputError: The text has more than `LONGEST` words.

    Example:
        >>> check_length("the question", "why " * 2000)
        Traceback (most recent call last):
        explanans.errors.InputError: the question has 2000 words; accepted: at most 1000
    """
    words = len(text.split())
    if words > LONGEST:
        raise InputError(f"{what} has {words} words; accepted: at most {LONGEST}")


def check_words(what: str, text: str) -> None:
    """Raise an error if a text says nothing; see `says_something`.

    Raises:
        InputError: The text is empty, or holds only other signs.

    Example:
        >>> check_words("the answer", "12"), check_words("the answer", "≤")
        (None, None)
        >>> check_words("the answer", "?!")
        Traceback (most recent call last):
        explanans.errors.InputError: the answer '?!' holds no word; give a sentence, a phrase or a word
    """
    _check_filled(what, text)
    if not says_something(text):
        raise InputError(f"{what} {text[:40]!r} holds no word; give a sentence, a phrase or a word")


def says_something(text: str) -> bool:
    """Return whether a text has a letter, a number, or a sign that has a name, as those of mathematics and money have.

    Example:
        >>> says_something("π"), says_something("+"), says_something("?!")
        (True, True, False)
    """
    return any(letter.isalnum() or letter in _NAMED or unicodedata.category(letter) in _SIGNS for letter in text)


_SIGNS = frozenset({"Sm", "Sc"})
_NAMED = frozenset("-_%^°")


def _check_filled(what: str, text: str) -> None:
    if not text.strip():
        raise InputError(f"{what} is empty; give a sentence, a phrase or a word")


class Choice(NamedTuple):
    """One choice of a multiple-choice question."""

    label: str
    text: str


class GoldFact(NamedTuple):
    """One fact of a gold explanation, with its role."""

    fact: str
    role: Role


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its choices, the right one, and its gold explanation.

    Attributes:
        id: Names the question within its data set.
        text: The question without its choices.
        choices: The choices, in order.
        key: The label of the right choice.
        explanation: The facts of the gold explanation; empty if there is none.
        flags: Remarks of the annotators, such as ``SUCCESS``.
    """

    id: str
    text: str
    choices: tuple[Choice, ...] = ()
    key: str = ""
    explanation: tuple[GoldFact, ...] = ()
    flags: tuple[str, ...] = ()

    @classmethod
    def asked(cls, text: str, answer: str) -> "Question":
        """Return a question of the user, with its answer as the only choice.

        Raises:
            InputError: The question or the answer is blank.

        Example:
            >>> Question.asked("What melts ice?", "heat").answer
            'heat'
        """
        _check_filled("the question", text)
        _check_filled("the answer", answer)
        return cls(id="question", text=text.strip(), choices=(Choice("A", answer.strip()),), key="A")

    @property
    def answer(self) -> str:
        """The text of the right choice.

        Raises:
            InputError: The key names no choice.
        """
        for choice in self.choices:
            if choice.label == self.key:
                return choice.text
        labels = ", ".join(choice.label for choice in self.choices) or "none"
        raise InputError(f"question {self.id}: the answer key {self.key!r} names no choice; the choices are: {labels}")

    def check(self) -> None:
        """Raise an error if the question or its right answer is blank, or the key names no choice.

        Raises:
            InputError: See above.
        """
        _check_filled(f"question {self.id}: its text", self.text)
        _check_filled(f"question {self.id}: the answer", self.answer)


class DuplicateQuestions:
    """Index of training questions that duplicate a question."""

    def __init__(self, questions: Iterable[Question]) -> None:
        self._numbers: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number, question in enumerate(questions):
            for name in _duplicate_keys(question):
                self._numbers[name].append(number)

    def of(self, question: Question) -> list[int]:
        """Return the indices of the training questions with the id or the words of a question, ascending.

        Example:
            >>> own = DuplicateQuestions([Question.asked("Is ice cold?", "yes")])
            >>> own.of(Question("q2", "Is ICE cold", (Choice("B", "yes"),), "B"))
            [0]
        """
        return sorted({number for name in _duplicate_keys(question) for number in self._numbers.get(name, ())})


def _duplicate_keys(question: Question) -> tuple[tuple[str, str], ...]:
    """Return the keys that identify duplicates: the id, and the words without case, spaces and punctuation.

    Raises:
        InputError: The question's key names no choice.
    """
    words = "".join(filter(str.isalnum, f"{question.text} {question.answer}".lower()))
    return ("id", question.id.lower()), ("words", words)
