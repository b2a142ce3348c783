"""Candidate answers to a question, each judged and explained, side by side."""

from dataclasses import dataclass
from typing import NamedTuple

from explanans.explanation import Explanation
from explanans.presentable import Presentable
from explanans.verdict import Status, Verdict


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate answer.

    Attributes:
        key: The label of the choice; empty where nobody gave the candidate.
        answer: The answer.
        verdict: What the facts say of it.
        explanation: Why it is right, so far as it is.
        falls: One sentence that says why it stands behind the first; empty for the first.
        chance: How probable it is the right one of the choices given; None where they were not weighed.
    """

    key: str
    answer: str
    verdict: Verdict
    explanation: Explanation
    falls: str = ""
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class Candidates(Presentable):
    """A question and its candidate answers.

    Attributes:
        question: The question.
        answers: Its candidates, the best first; none where none was given and none was found.
        signature: What reproduces them.
        id: The id of the question; empty where it has none.
    """

    question: str
    answers: tuple[Candidate, ...]
    signature: str
    id: str = ""


class JudgedAnswer(NamedTuple):
    """What was said of one choice of a question.

    Attributes:
        key: The label of the choice.
        answer: Its text.
        status: What the facts say of it.
        support: How probable it is that they support it.
        chance: How probable it is the right one of the choices given; None where they were not weighed.
    """

    key: str
    answer: str
    status: Status
    support: float
    chance: float | None = None

    @property
    def worth(self) -> float:
        """What orders the choices of a question: the chance, or the support where there is none."""
        return self.support if self.chance is None else self.chance


class JudgedAnswers(NamedTuple):
    """What was said of the choices of a question.

    Attributes:
        question: The id of the question.
        answers: Its choices, the best first.
    """

    question: str
    answers: tuple[JudgedAnswer, ...]
