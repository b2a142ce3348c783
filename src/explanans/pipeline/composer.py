"""Composers: what they share, and the one that builds trees."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from explanans.retrieval.ranker import RankedFacts
from explanans.structures.explanations import Method, Schema, ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.questions import Question
from explanans.structures.trees import EntailmentTree, Problem
from explanans.trees.composition import choose, compose
from explanans.trees.conclusions.deduction import is_deduced
from explanans.trees.prover import Prover
from explanans.trees.pruning import Accept
from explanans.trees.relevance import MOST

FACTS = 12
"""Default number of the best facts that are shown, besides further leaves: these are chosen among more."""


@dataclass(frozen=True, slots=True)
class Composition:
    """An explanation of an answer before its steps are checked.

    Attributes:
        facts: The facts, best first; all leaves of the trees are among them.
        trees: Distinct trees, the best first; none for a set of facts.
        missing: One sentence for each link that the facts do not supply.
        schemas: The patterns that chose facts, the best first.
        unweighed: Message if some facts were skipped; empty if none.
    """

    facts: tuple[ScoredFact, ...]
    trees: tuple[EntailmentTree, ...]
    missing: tuple[str, ...]
    schemas: tuple[Schema, ...] = ()
    unweighed: str = ""


class Composer(Protocol):
    """Makes an explanation of the ranked facts of a knowledge base."""

    @property
    def method(self) -> Method:
        """Return whether it makes a tree, or which kind of set."""
        ...

    @property
    def name(self) -> str:
        """Its part of the signature of explanations; empty if the version suffices."""
        ...

    @property
    def facts(self) -> int | None:
        """Default number of facts of an explanation; None if the composer chooses the number."""
        ...

    def compose(
        self, question: Question, hypothesis: str, ranked: RankedFacts, facts: int | None, alternatives: int
    ) -> Composition:
        """Return a composition that explains an answer.

        Args:
            question: The question with its right answer.
            hypothesis: Both as one statement.
            ranked: The facts, ranked for the question.
            facts: The maximum number of them to show, and to build from.
            alternatives: How many distinct trees are wanted; there may be fewer.

        Raises:
            InputError: Several trees are wanted of what makes none, or a part of it returns what is of no use.
        """
        ...


class Critic(Protocol):
    """Decides which conclusions are kept."""

    def accepts(
        self, premises: Sequence[str], conclusion: str, at_hand: Sequence[str] = (), *, by_form: bool = False
    ) -> bool:
        """Return whether a conclusion may be said.

        Args:
            premises: Its premises; one or more.
            at_hand: Facts that it may not contradict.
            by_form: Whether the form of its premises warrants it.
        """
        ...


def conclusion_filter(critic: Critic | None, facts: Iterable[Fact]) -> Accept | None:
    """Return a filter of conclusions, given the facts at hand; None without a critic."""
    if critic is None:
        return None
    at_hand = [fact.text for fact in facts]

    def accept(premises: tuple[str, ...], conclusion: str) -> bool:
        return critic.accepts(premises, conclusion, at_hand, by_form=is_deduced(conclusion, premises))

    return accept


class TreeComposer:
    """Builds trees: chooses the facts that bear on the hypothesis, and has a prover join them.

    Args:
        name: The name of the prover in signatures; empty for the default one.
        critic: Decides which conclusions are kept, given the facts at hand; all are if None.
    """

    method = Method.TREE
    facts = FACTS

    def __init__(self, prover: Prover, name: str = "", critic: Critic | None = None) -> None:
        self.name = name
        self._prover = prover
        self._critic = critic

    def compose(
        self,
        question: Question,
        hypothesis: str,
        ranked: RankedFacts,
        facts: int | None,
        alternatives: int,
    ) -> Composition:
        """Return trees and their facts; see ``Composer``."""
        pool = ranked.best(facts or MOST)
        best = pool[: facts or self.facts]
        problem = Problem(question.id, hypothesis, (), question=question.text, answer=question.answer)
        chosen = choose(problem, pool)
        accept = conclusion_filter(self._critic, [item.fact for item in best])
        found = compose(hypothesis, best, chosen, alternatives, self._prover, accept)
        known = {item.fact.id for item in best}
        further = sorted((leaf for leaf in found.leaves if leaf.fact.id not in known), key=lambda leaf: -leaf.score)
        return Composition((*best, *further), found.trees, found.missing)
