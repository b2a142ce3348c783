"""Rankings of facts for a question, and judgments of their relevance."""

from dataclasses import dataclass
from typing import NamedTuple

from explanans.structures.facts import Role
from explanans.structures.presentable import Presentable


class RelevanceJudgment(NamedTuple):
    """The relevance grade of a fact for a question.

    Attributes:
        question: The question's id.
        fact: The fact's id.
        relevance: The grade; 0 is irrelevant, a fact of the gold explanation is 1, expert ratings go up to 6.
        role: The role of the fact; ``Role.ROLE`` if none was given.
    """

    question: str
    fact: str
    relevance: int = 1
    role: Role = Role.ROLE


@dataclass(frozen=True, slots=True)
class Ranking(Presentable):
    """The facts of a knowledge base, best first, for one question.

    Attributes:
        question: The question's id.
        facts: The ids of the facts, best first.
        scores: One score per fact, descending; empty if only the order is known, as in a TextGraphs run file.
    """

    question: str
    facts: tuple[str, ...]
    scores: tuple[float, ...] = ()
