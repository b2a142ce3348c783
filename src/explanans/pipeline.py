"""From a question and its answer to an explanation: the only module that knows every stage."""

import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explanans import __version__
from explanans.compose.composer import compose
from explanans.exceptions import InputError
from explanans.explanation import Explanation, ScoredFact
from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.rank.ranker import DEFAULT, open_ranker, order
from explanans.text.hypothesis import hypothesis
from explanans.verify.words import check_tree

FACTS = 12
"""How many of the best facts an explanation shows and its tree is built from, unless told otherwise."""


class Explainer:
    """Explains answers from one knowledge base.

    Args:
        knowledge: The knowledge base.
        model: The name of the ranker that finds facts.

    Raises:
        InputError: No ranker has that name.
    """

    def __init__(self, knowledge: KnowledgeBase, model: str = DEFAULT) -> None:
        self.knowledge = knowledge
        self.model = model
        self._ranker = open_ranker(model, knowledge)

    @classmethod
    def open(cls, knowledge: str | Path = "starter", model: str = DEFAULT) -> "Explainer":
        """Open a knowledge base and explain from it.

        Args:
            knowledge: ``starter`` or the path of a knowledge base; see ``KnowledgeBase.open``.
            model: The name of the ranker that finds facts.

        Raises:
            InputError: There is no such knowledge base or ranker.
        """
        return cls(KnowledgeBase.open(knowledge), model)

    def explain(self, question: str, answer: str, *, facts: int = FACTS) -> Explanation:
        """Explain why an answer is right.

        Args:
            question: The question.
            answer: Its answer.
            facts: How many of the best facts to show and to build the tree from.

        Raises:
            InputError: The question or the answer is empty, or fewer than one fact is asked for.

        Example:
            >>> explanation = Explainer.open("starter").explain("What is ice made of?", "water")
            >>> explanation.hypothesis
            'ice is made of water'
        """
        return self.explain_question(Question.asked(question, answer), facts=facts)

    def explain_question(self, question: Question, *, facts: int = FACTS) -> Explanation:
        """Explain why the right choice of a question is right.

        A question that is among the knowledge base's own does not profit from its gold explanation.

        Args:
            question: The question.
            facts: How many of the best facts to show and to build the tree from.

        Raises:
            InputError: The question's key names no choice, or fewer than one fact is asked for.
        """
        if facts < 1:
            raise InputError(f"{facts} facts are asked for; accepted: 1 or more")
        started = time.perf_counter()
        statement = hypothesis(question.text, question.answer)
        scores = self._ranker.scores(question)
        best = order(self.knowledge, scores, facts)
        found = self._scored((number for number in best.tolist() if scores[number] > 0), scores)
        composition = compose(
            statement,
            found,
            self.knowledge.vocabulary.weight,
            lambda phrase: self._scored(self.knowledge.about(phrase).tolist(), scores),
            question.id,
        )
        explanation = Explanation(
            question=question.text,
            answer=question.answer,
            hypothesis=statement,
            facts=_with_leaves(found, composition.leaves),
            tree=composition.tree,
            verdicts=check_tree(composition.tree) if composition.tree else (),
            missing=composition.missing,
            signature=f"knowledge:{self._knowledge_name}|ranker:{self.model}|facts:{facts}|version:{__version__}",
        )
        return replace(explanation, milliseconds=(time.perf_counter() - started) * 1000)

    def _scored(self, numbers: Iterable[int], scores: NDArray[np.float64]) -> tuple[ScoredFact, ...]:
        return tuple(ScoredFact(self.knowledge.facts[number], float(scores[number])) for number in numbers)

    @property
    def _knowledge_name(self) -> str:
        # The folder a user keeps a knowledge base in says nothing about its content.
        return f"{Path(self.knowledge.name).resolve().name}({len(self.knowledge.facts)})"


def _with_leaves(found: tuple[ScoredFact, ...], leaves: tuple[ScoredFact, ...]) -> tuple[ScoredFact, ...]:
    """Return the facts found and those leaves that were found on the way, best first."""
    known = {item.fact.id for item in found}
    return (*found, *sorted((leaf for leaf in leaves if leaf.fact.id not in known), key=lambda leaf: -leaf.score))
