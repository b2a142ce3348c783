"""The explanation that a person gets: facts, tree, verdicts and what is missing."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from explanans.fact import Fact
from explanans.presentable import Presentable
from explanans.tree import EntailmentTree
from explanans.verdict import StepVerdict, Verdict


class ScoredFact(NamedTuple):
    """A fact and how well it fits the question; a higher score fits better."""

    fact: Fact
    score: float


class Alternative(NamedTuple):
    """Another tree for the same hypothesis, and one verdict a step of it."""

    tree: EntailmentTree
    verdicts: tuple[StepVerdict, ...]


class Method(StrEnum):
    """How to explain: by a tree, or by a set of facts that patterns, a ranking, a network or several of them chose."""

    TREE = "tree"
    SCHEMA = "schema"
    RANKING = "ranking"
    GENERATOR = "generator"
    ENSEMBLE = "ensemble"


class Style(StrEnum):
    """How an explanation is written: with its tree and its facts, or as a paragraph."""

    FULL = "full"
    PROSE = "prose"


class Schema(NamedTuple):
    """A pattern that facts of an explanation meet together.

    Attributes:
        pattern: Its name.
        facts: The ids of those facts.
        filtered: Other facts that meet it with them, which were left out as improbable.
    """

    pattern: str
    facts: tuple[str, ...]
    filtered: tuple[Fact, ...] = ()


class Written(NamedTuple):
    """What a language model has put into words beside conclusions.

    Attributes:
        by: Its name in signatures.
        hypothesis: Whether the hypothesis is in its words; else it is in those of the rules, or was given.
        prose: The explanation as a paragraph in its words; empty where the rules write the paragraph.
    """

    by: str
    hypothesis: bool = False
    prose: str = ""


@dataclass(frozen=True, slots=True)
class Explanation(Presentable):
    """Why an answer is right, so far as the knowledge base can tell.

    Attributes:
        question: The question; empty where a hypothesis was to be shown.
        answer: Its answer; empty where there is no question.
        hypothesis: Question and answer as one statement.
        facts: The best facts, best first; all leaves of the tree are among them.
        tree: How the hypothesis follows from facts; None where too few facts were found to join.
        verdicts: One a step of the tree, in order.
        missing: One sentence for each link that the knowledge base does not supply; empty for a whole explanation.
        signature: What reproduces the explanation: knowledge base, ranker, composer and version.
        milliseconds: How long it took; None where the explanation is kept with others, so that files are reproducible.
        alternatives: Further trees, where they were asked for, the best first.
        method: How it explains; only ``Method.TREE`` makes trees, the others choose which facts there are.
        schemas: The patterns that were chosen, the best first; only by ``Method.SCHEMA`` and ``Method.ENSEMBLE``.
        id: The id of its question; empty where it has none.
        verdict: What the facts say of the hypothesis; None where it was not judged.
        contradicted_by: The ids of those of the facts that contradict the hypothesis, the clearest first. None of them
            is a leaf.
        written: What a language model has put into words beside conclusions; None where none may be asked.
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
    written: Written | None = None
