"""From a question and its answer, or a hypothesis and premises, to an explanation: here all stages meet."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from explanans import __version__
from explanans.compose.composer import compose
from explanans.compose.missing import missing_links
from explanans.compose.search.composer import MOST_PREMISES, tree_search
from explanans.exceptions import InputError
from explanans.explanation import Alternative, Explanation, ScoredFact
from explanans.fact import Fact
from explanans.knowledge.base import KnowledgeBase
from explanans.problem import Problem
from explanans.question import Question
from explanans.rank.ranker import default_ranker, open_ranker, order
from explanans.text.hypothesis import hypothesis
from explanans.tree import EntailmentTree
from explanans.verdict import StepVerdict
from explanans.verify.words import check_tree

FACTS = 12
"""How many of the best facts an explanation shows and its tree is built from, unless told otherwise."""


class Explainer:
    """Explains answers from one knowledge base.

    Args:
        knowledge: The knowledge base.
        model: The name of the ranker that finds facts; that of ``default_ranker`` where None.

    Raises:
        InputError: No ranker has that name.
    """

    def __init__(self, knowledge: KnowledgeBase, model: str | None = None) -> None:
        self.knowledge = knowledge
        self.model = model or default_ranker(knowledge)
        self._ranker = open_ranker(self.model, knowledge)
        tree_search()  # read the model now rather than at the first question

    @classmethod
    def open(cls, knowledge: str | Path = "starter", model: str | None = None) -> "Explainer":
        """Open a knowledge base and explain from it.

        Args:
            knowledge: ``starter`` or the path of a knowledge base; see ``KnowledgeBase.open``.
            model: The name of the ranker that finds facts; that of ``default_ranker`` where None.

        Raises:
            InputError: There is no such knowledge base or ranker.
        """
        return cls(KnowledgeBase.open(knowledge), model)

    def explain(self, question: str, answer: str, *, facts: int = FACTS, alternatives: int = 1) -> Explanation:
        """Explain why an answer is right.

        Args:
            question: The question.
            answer: Its answer.
            facts: How many of the best facts to show and to build the tree from.
            alternatives: How many distinct trees to look for.

        Raises:
            InputError: The question or the answer is empty, or fewer than one fact or tree is asked for.

        Example:
            >>> explanation = Explainer.open("starter").explain("What is ice made of?", "water")
            >>> explanation.hypothesis
            'ice is made of water'
        """
        return self.explain_question(Question.asked(question, answer), facts=facts, alternatives=alternatives)

    def explain_question(self, question: Question, *, facts: int = FACTS, alternatives: int = 1) -> Explanation:
        """Explain why the right choice of a question is right.

        A question that is among the knowledge base's own does not profit from its gold explanation.

        Args:
            question: The question.
            facts: How many of the best facts to show and to build the tree from.
            alternatives: How many distinct trees to look for.

        Raises:
            InputError: The question's key names no choice, or fewer than one fact or tree is asked for.
        """
        if facts < 1:
            raise InputError(f"{facts} facts are asked for; accepted: 1 or more")
        _check_count(alternatives)
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
            alternatives,
        )
        explanation = Explanation(
            question=question.text,
            answer=question.answer,
            hypothesis=statement,
            facts=_with_leaves(found, composition.leaves),
            **_checked([replace(tree, question=question.id) for tree in composition.trees]),
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


def prove(hypothesis: str, premises: Sequence[Fact], *, alternatives: int = 1) -> Explanation:
    """Show a hypothesis from premises: choose those that it follows from and join them step by step.

    Args:
        hypothesis: The hypothesis.
        premises: The premises, each id once; of many, those that share most with the hypothesis are weighed.
        alternatives: How many distinct trees to look for.

    Returns:
        An explanation without question and answer, whose facts are the premises that were weighed, the likeliest
        leaves first.

    Raises:
        InputError: The hypothesis is empty, or fewer than one tree is asked for.

    Example:
        >>> texts = "a frog is a kind of amphibian", "amphibians have moist skin", "a rock is hard"
        >>> premises = [Fact(f"p{number}", text) for number, text in enumerate(texts, 1)]
        >>> explanation = prove("a frog has moist skin", premises)
        >>> sorted(leaf.id for leaf in explanation.tree.leaves)
        ['p1', 'p2']
    """
    if not hypothesis.strip():
        raise InputError("the hypothesis is empty; give a sentence")
    _check_count(alternatives)
    started = time.perf_counter()
    problem = Problem("", hypothesis.strip(), tuple(premises))
    search, facts = tree_search(), tuple(ScoredFact(premise, 1.0) for premise in premises)
    trees: tuple[EntailmentTree, ...] = ()
    if len(premises) > 1:
        choices = search.choices(problem)
        trees = tuple(item.tree for item in search.trees_from(problem, choices.leaves(), alternatives))
        scored = (ScoredFact(*item) for item in zip(choices.premises, choices.belief.tolist(), strict=True))
        facts = tuple(sorted(scored, key=lambda item: -item.score))
    chosen = trees[0].leaves if trees else tuple(premises)
    missing = list(missing_links(problem.hypothesis, chosen))
    if len(premises) > MOST_PREMISES:
        missing.append(
            f"Only {MOST_PREMISES} of the {len(premises):,} premises were weighed: those that share most words with "
            "the hypothesis."
        )
    explanation = Explanation(
        question="",
        answer="",
        hypothesis=problem.hypothesis,
        facts=facts,
        **_checked(trees),
        missing=tuple(missing),
        signature=f"premises:{len(premises)}|version:{__version__}",
    )
    return replace(explanation, milliseconds=(time.perf_counter() - started) * 1000)


class _Checked(TypedDict):
    tree: EntailmentTree | None
    verdicts: tuple[StepVerdict, ...]
    alternatives: tuple[Alternative, ...]


def _checked(trees: Sequence[EntailmentTree]) -> _Checked:
    """Return what an explanation says of trees: the first, its verdicts, and the others with theirs."""
    checked = [Alternative(tree, check_tree(tree)) for tree in trees]
    tree, verdicts = checked[0] if checked else (None, ())
    return {"tree": tree, "verdicts": verdicts, "alternatives": tuple(checked[1:])}


def _check_count(alternatives: int) -> None:
    if alternatives < 1:
        raise InputError(f"{alternatives} trees are asked for; accepted: 1 or more")
