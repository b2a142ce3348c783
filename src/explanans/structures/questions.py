"""Questions with their answers and gold explanations."""

import re
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


_LABEL = re.compile(r"\(([A-H]|[1-8])\)")
_LABEL_SERIES = ("ABCDEFGH", "12345678")
_SECOND_LABEL = {series[0]: series[1] for series in _LABEL_SERIES}
_LISTED = re.compile(r"(?:(?<=\s)|^)([A-Ha-h1-8])\)\s|^[ \t]*([A-H])\.\s", re.MULTILINE)


def split_choices(text: str) -> tuple[str, tuple[Choice, ...]]:
    """Return a question's text and the choices that follow it.

    Args:
        text: The question with its choices, such as ``What is ice? (A) a gas (B) a solid``.

    Example:
        >>> split_choices("What is ice? (A) a gas (B) a solid")
        ('What is ice?', (Choice(label='A', text='a gas'), Choice(label='B', text='a solid')))
    """
    labels = list(_LABEL.finditer(text))
    starts = [i for i, label in enumerate(labels) if label[1] in _SECOND_LABEL]
    if not starts:
        return " ".join(text.split()), ()
    # The choices start at the last first label that a second one follows: a single (1) may stand within a choice.
    last = {label[1]: i for i, label in enumerate(labels)}
    start = next((i for i in reversed(starts) if i < last.get(_SECOND_LABEL[labels[i][1]], 0)), starts[-1])
    chain = _chain(labels[start:])
    ends = [label.start() for label in chain[1:]] + [len(text)]
    choices = tuple(
        Choice(label[1], " ".join(text[label.end() : end].split())) for label, end in zip(chain, ends, strict=True)
    )
    return " ".join(text[: chain[0].start()].split()), choices


def _chain(labels: list[re.Match[str]]) -> list[re.Match[str]]:
    """Return the first label and those that count on from it."""
    series = next(letters for letters in _LABEL_SERIES if labels[0][1] in letters)
    chain: list[re.Match[str]] = []
    for label in labels:
        if label[1] == series[len(chain) : len(chain) + 1]:
            chain.append(label)
    return chain


def listed_choices(text: str) -> tuple[str, tuple[Choice, ...]]:
    """Return a question's text and the choices that its author lists after it, as in tests; none if there are none.

    Example:
        >>> listed_choices("What melts ice? A) heat B) cold")
        ('What melts ice?', (Choice(label='A', text='heat'), Choice(label='B', text='cold')))
        >>> listed_choices("Given (1) ice and (2) heat, what melts?")
        ('Given (1) ice and (2) heat, what melts?', ())
    """
    asked, choices = split_choices(_LISTED.sub(lambda label: f" ({(label[1] or label[2]).upper()}) ", text))
    # If the last one asks, what is listed is part of the question.
    is_list = len(choices) > 1 and not choices[-1].text.endswith("?")
    return (asked, choices) if is_list else (text.strip(), ())


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
        """Return a question of the user with its answer, the only choice unless the question lists others.

        Raises:
            InputError: The question or the answer is blank, or the answer is none of the choices that are listed.

        Example:
            >>> Question.asked("What melts ice?", "heat").answer
            'heat'
            >>> Question.asked("What melts ice? (A) heat (B) cold", "A").answer
            'heat'
        """
        _check_filled("the question", text)
        _check_filled("the answer", answer)
        asked, choices = listed_choices(text)
        if not choices:
            return cls(id="question", text=asked, choices=(Choice("A", answer.strip()),), key="A")
        wanted = answer.strip(" .()").casefold()
        for label, choice in choices:
            if wanted in {label.casefold(), choice.strip(" .()").casefold()}:
                return cls(id="question", text=asked, choices=choices, key=label)
        accepted = ", ".join(f"{label} ({choice})" for label, choice in choices)
        raise InputError(f"the answer {answer!r} is none of the choices within the question; accepted: {accepted}")

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
