"""Candidate answers to a question, each with its verdict and explanation."""

from dataclasses import dataclass
from typing import NamedTuple

from explanans.structures.explanations import Explanation
from explanans.structures.presentable import Presentable
from explanans.structures.verdicts import Status, Verdict


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate answer.

    Attributes:
        key: The label of the choice; empty if the candidate was generated.
        answer: The answer.
        verdict: The verdict of the facts.
        explanation: Its explanation.
        falls: One sentence with the reason why it ranks below the first; empty for the first.
        chance: The probability that it is the right choice; None if the choices were not scored.
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
        answers: Its candidates, the best first; empty if none was given and none was found.
        signature: The versions and settings that reproduce them.
        id: The id of the question; empty if it has none.
    """

    question: str
    answers: tuple[Candidate, ...]
    signature: str
    id: str = ""


class JudgedAnswer(NamedTuple):
    """The verdict and scores of one choice of a question.

    Attributes:
        key: The label of the choice.
        answer: Its text.
        status: The verdict of the facts.
        support: The probability that the facts support it.
        chance: The probability that it is the right choice; None if the choices were not scored.
    """

    key: str
    answer: str
    status: Status
    support: float
    chance: float | None = None

    @property
    def worth(self) -> float:
        """The sort key of the choices: ``chance``, or ``support`` if it is None."""
        return self.support if self.chance is None else self.chance


class JudgedAnswers(NamedTuple):
    """The scored choices of a question.

    Attributes:
        question: The id of the question.
        answers: Its choices, the best first.
    """

    question: str
    answers: tuple[JudgedAnswer, ...]
