"""Explanations: facts, entailment tree, verdicts and missing links; and candidate answers with their explanations."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from explanans.structures.facts import Fact
from explanans.structures.presentable import Presentable
from explanans.structures.trees import EntailmentTree
from explanans.structures.verdicts import Status, StepVerdict, Verdict


class ScoredFact(NamedTuple):
    """A fact and its relevance score for the question; higher is better."""

    fact: Fact
    score: float


class Alternative(NamedTuple):
    """Another tree for the same hypothesis, with one verdict per step."""

    tree: EntailmentTree
    verdicts: tuple[StepVerdict, ...]


class Method(StrEnum):
    """The method of explanation: a tree, or a fact set chosen by patterns, a ranking, a network or several of them."""

    TREE = "tree"
    SCHEMA = "schema"
    RANKING = "ranking"
    GENERATOR = "generator"
    ENSEMBLE = "ensemble"


class Style(StrEnum):
    """The format of an explanation: tree and facts, or a paragraph."""

    FULL = "full"
    PROSE = "prose"


class Schema(NamedTuple):
    """A pattern matched by facts of an explanation.

    Attributes:
        facts: The ids of the matching facts.
        filtered: Other matching facts, left out because of their low probability.
    """

    pattern: str
    facts: tuple[str, ...]
    filtered: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation(Presentable):
    """An explanation of an answer by facts of a knowledge base.

    Attributes:
        question: The question; empty if a hypothesis was to be proved.
        answer: Its answer; empty if there is no question.
        hypothesis: Question and answer as one statement.
        facts: The best facts, best first; all leaves of the tree are among them.
        tree: The entailment tree of the hypothesis; None if too few facts were found.
        verdicts: One per step of the tree, in order.
        missing: One sentence for each missing link; empty for a complete explanation.
        signature: Knowledge base, ranker, composer and version, which reproduce the explanation.
        milliseconds: Run time; None in files of several explanations, so that these are reproducible.
        alternatives: Further trees if requested, the best first.
        method: The method; only ``Method.TREE`` builds trees, the others choose a set of facts.
        schemas: The patterns that were chosen, the best first; only by ``Method.SCHEMA`` and ``Method.ENSEMBLE``.
        id: The id of its question; empty if it has none.
        verdict: The verdict of the facts on the hypothesis; None if it was not judged.
        contradicted_by: The ids of the facts that contradict the hypothesis, the clearest first. None of them is a
            leaf.
    """

    question: str
    answer: str
    hypothesis: str
    facts: tuple[ScoredFact, ...]
    tree: EntailmentTree | None
    verdicts: tuple[StepVerdict, ...]
    missing: tuple[str, ...]
    signature: str
    milliseconds: float | None = None
    alternatives: tuple[Alternative, ...] = ()
    method: Method = Method.TREE
    schemas: tuple[Schema, ...] = ()
    id: str = ""
    verdict: Verdict | None = None
    contradicted_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate answer.

    Attributes:
        key: The label of the choice; empty if the candidate was generated.
        verdict: The verdict of the facts.
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
        answers: Its choices, the best first.
    """

    question: str
    answers: tuple[JudgedAnswer, ...]


@dataclass(frozen=True, slots=True)
class AnswerDetails:
    """Details of the answer report, in addition to its measures.

    The breakdowns are by ``choices``, the number of choices of a question, and by ``share``: the share of questions
    with the largest margin between the first and the second answer.

    Attributes:
        missing: Number of questions without answers.
    """

    missing: int
