"""From a question and its answer, or a hypothesis and premises, to an explanation: here all stages meet."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from explanans import __version__
from explanans.compose.trees.composition import choose, compose
from explanans.compose.trees.prover import Prover, last_steps, with_all_leaves
from explanans.compose.trees.search import TreeSearch, tree_search
from explanans.compose.trees.selection import missing_links
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
from explanans.verify.arcs.checker import ArcChecker
from explanans.verify.checker import WordChecker
from explanans.verify.steps.model import judged

FACTS = 12
"""How many of the best facts an explanation shows and its tree is built from, unless told otherwise."""


class Explainer:
    """Explains answers from one knowledge base.

    Args:
        knowledge: The knowledge base.
        model: The name of the ranker that finds facts; that of ``default_ranker`` where None.
        search: What builds trees; the search that comes with the package where None.

    Raises:
        InputError: No ranker has that name.
    """

    def __init__(self, knowledge: KnowledgeBase, model: str | None = None, search: TreeSearch | None = None) -> None:
        self.knowledge = knowledge
        self.model = model or default_ranker(knowledge)
        self._ranker = open_ranker(self.model, knowledge)
        self._search = search or tree_search()

    @classmethod
    def open(
        cls, knowledge: str | Path = "starter", model: str | None = None, trees: Path | None = None
    ) -> "Explainer":
        """Open a knowledge base and explain from it.

        Args:
            knowledge: ``starter`` or the path of a knowledge base; see ``KnowledgeBase.open``.
            model: The name of the ranker that finds facts; that of ``default_ranker`` where None.
            trees: The folder of models that build trees, see ``TreeSearch.open``; those that come with the package
                where None.

        Raises:
            InputError: There is no such knowledge base or ranker, or the folder holds no such models.
        """
        search = TreeSearch.open(trees) if trees else None
        return cls(KnowledgeBase.open(knowledge), model, search)

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
        chosen = choose(
            statement,
            found,
            self.knowledge.vocabulary.weight,
            lambda phrase: self._scored(self.knowledge.about(phrase).tolist(), scores),
        )
        composition = compose(statement, found, chosen, alternatives, self._search)
        explanation = Explanation(
            question=question.text,
            answer=question.answer,
            hypothesis=statement,
            facts=_with_leaves(found, composition.leaves),
            **_checked([replace(tree, question=question.id) for tree in composition.trees]),
            missing=composition.missing,
            signature="|".join((*self._origin, f"facts:{facts}", f"version:{__version__}")),
        )
        return replace(explanation, milliseconds=(time.perf_counter() - started) * 1000)

    def _scored(self, numbers: Iterable[int], scores: NDArray[np.float64]) -> tuple[ScoredFact, ...]:
        return tuple(ScoredFact(self.knowledge.facts[number], float(scores[number])) for number in numbers)

    @property
    def _origin(self) -> tuple[str, ...]:
        # The folder a user keeps a knowledge base in says nothing about its content.
        knowledge = f"{Path(self.knowledge.name).resolve().name}({len(self.knowledge.facts)})"
        own = () if self._search is tree_search() else (f"trees:{self._search.name}",)
        return (f"knowledge:{knowledge}", f"ranker:{self.model}", *own)


def _with_leaves(found: tuple[ScoredFact, ...], leaves: tuple[ScoredFact, ...]) -> tuple[ScoredFact, ...]:
    """Return the facts found and those leaves that were found on the way, best first."""
    known = {item.fact.id for item in found}
    return (*found, *sorted((leaf for leaf in leaves if leaf.fact.id not in known), key=lambda leaf: -leaf.score))


def prove(
    hypothesis: str,
    premises: Sequence[Fact],
    *,
    alternatives: int = 1,
    one_step: bool = False,
    prover: Prover | None = None,
) -> Explanation:
    """Show a hypothesis from premises: choose those that it follows from and join them step by step.

    Args:
        hypothesis: The hypothesis.
        premises: The premises, each id once; of many, those that share most with the hypothesis are weighed.
        alternatives: How many distinct trees to look for.
        one_step: Whether to show the last step only. The conclusions that it rests on are then leaves, and hypotheses
            that may be shown in turn.
        prover: What finds trees, such as a ``TreeSearch`` of one's own or a ``Writer``; the search that comes with the
            package where None.

    Returns:
        An explanation without question and answer, whose facts are the premises that were weighed, the likeliest
        leaves first, after sentences that are leaves but no premises.

    Raises:
        InputError: The hypothesis is empty, fewer than one tree is asked for, or the premises are too few for a writer.

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
    prover = prover or tree_search()
    proof = prover.prove(problem, alternatives)
    if one_step:
        proof = proof._replace(trees=last_steps(proof.trees))
    proof = with_all_leaves(proof)
    chosen = proof.trees[0].leaves if proof.trees else problem.premises
    missing = (*missing_links(problem.hypothesis, chosen), *filter(None, [proof.unweighed]))
    explanation = Explanation(
        question="",
        answer="",
        hypothesis=problem.hypothesis,
        facts=proof.facts,
        **_checked(proof.trees),
        missing=missing,
        signature=f"premises:{len(premises)}|trees:{prover.name}|version:{__version__}",
    )
    return replace(explanation, milliseconds=(time.perf_counter() - started) * 1000)


def check_arcs(explanation: Explanation, checker: ArcChecker) -> Explanation:
    """Return an explanation whose steps are checked arc by arc instead of word by word, in all of its trees.

    This shows where a conclusion says what its premises do not say together; it does not prove that a step is valid.

    Args:
        explanation: The explanation.
        checker: What checks.
    """
    started = time.perf_counter()
    checked = replace(
        explanation,
        verdicts=_with_arcs(explanation.tree, explanation.verdicts, checker) if explanation.tree else (),
        alternatives=tuple(
            Alternative(tree, _with_arcs(tree, verdicts, checker)) for tree, verdicts in explanation.alternatives
        ),
        signature=f"{explanation.signature}|{checker.name}",
    )
    if checked.milliseconds is None:
        return checked
    return replace(checked, milliseconds=checked.milliseconds + (time.perf_counter() - started) * 1000)


def _with_arcs(tree: EntailmentTree, verdicts: Sequence[StepVerdict], checker: ArcChecker) -> tuple[StepVerdict, ...]:
    """Return what a checker says of the steps of a tree, and of how likely they follow what was said before."""
    return tuple(
        replace(by_arcs, follows=by_words.follows)
        for by_arcs, by_words in zip(checker.check_tree(tree), verdicts, strict=True)
    )


class _Checked(TypedDict):
    tree: EntailmentTree | None
    verdicts: tuple[StepVerdict, ...]
    alternatives: tuple[Alternative, ...]


def _checked(trees: Sequence[EntailmentTree]) -> _Checked:
    """Return what an explanation says of trees: the first, its verdicts, and the others with theirs."""
    checked = [Alternative(tree, judged(tree, WordChecker().check_tree(tree))) for tree in trees]
    tree, verdicts = checked[0] if checked else (None, ())
    return {"tree": tree, "verdicts": verdicts, "alternatives": tuple(checked[1:])}


def _check_count(alternatives: int) -> None:
    if alternatives < 1:
        raise InputError(f"{alternatives} trees are asked for; accepted: 1 or more")
