"""Show a hypothesis from premises: the pipeline of ``prove``."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from explanans.entailment.judge.aggregation import MOST
from explanans.entailment.judge.base import DEFAULT as DEFAULT_JUDGE
from explanans.entailment.judge.base import Judge
from explanans.entailment.judge.trained import reader_of
from explanans.entailment.steps.model import Critic
from explanans.entailment.steps.word_checker import Checker
from explanans.errors import InputError
from explanans.language.sentences import tidy, without_period
from explanans.learning.language_reader import PREMISES, LanguageReader
from explanans.pipeline.assessment import (
    FACTS,
    NOTES,
    AssessedComposition,
    Composition,
    English,
    assess_by,
    open_judge,
    writer_of,
)
from explanans.pipeline.checked_trees import check_tree_count, checked_trees, checker_label, open_checker
from explanans.pipeline.conclusion_worth import ConclusionOffers
from explanans.registry import name_of
from explanans.runtime.version import __version__
from explanans.structures.explanations import Explanation, ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.questions import check_length
from explanans.structures.trees import EntailmentTree, Problem
from explanans.trees.missing_links import missing_links
from explanans.trees.prover import PROVERS, Proof, Prover, last_steps, prune_trees, show, with_all_leaves
from explanans.trees.search import TreeSearch, tree_search


def prove(  # noqa: PLR0913 - what is shown, and by which parts
    hypothesis: str,
    premises: Sequence[Fact],
    *,
    question: str = "",
    answer: str = "",
    alternatives: int = 1,
    one_step: bool = False,
    prover: str | Path | Prover | None = None,
    checker: str | Checker = "words",
    judge: str | Path | Judge | None = DEFAULT_JUDGE,
) -> Explanation:
    """Show a hypothesis from premises: choose those that it follows from and join them step by step.

    Args:
        premises: The premises, each id once; repeated ones are left out. Of many, those that share most with the
            hypothesis are weighed. None for a writer that reads no context.
        question: The question that the hypothesis answers, which helps to find the premises; empty if there is none.
        answer: Its answer; empty if there is none.
        alternatives: The number of distinct trees to look for.
        one_step: Whether to show the last step only. The conclusions that it rests on are then leaves, and hypotheses
            that may be shown in turn.
        prover: The prover that finds trees, such as a ``TreeSearch`` of the user or a ``Writer``, its name or its
            folder; the search that comes with the package if None.
        checker: The checker of the steps, or its name.
        judge: The judge of the hypothesis, given the premises; None for no verdict.

    Returns:
        An explanation whose facts are the premises that were weighed, the likeliest
        leaves first, after sentences that are leaves but no premises.

    Raises:
        InputError: The hypothesis is empty or too long, fewer than one tree is asked for, there is no such part, or the
            premises are too few for a writer.

    Example:
        >>> texts = "a frog is a kind of amphibian", "amphibians have moist skin", "a rock is hard"
        >>> premises = [Fact(f"p{number}", text) for number, text in enumerate(texts, 1)]
        >>> explanation = prove("a frog has moist skin", premises)
        >>> sorted(leaf.id for leaf in explanation.tree.leaves)
        ['p1', 'p2']
    """
    if not hypothesis.strip():
        raise InputError("the hypothesis is empty; give a sentence")
    check_length("the hypothesis", hypothesis)
    check_tree_count(alternatives)
    judge = open_judge(judge)
    reader = premise_reader(judge)
    prover, checker = open_prover(prover, reader), open_checker(checker)
    offers = ConclusionOffers(Critic(judge), (lambda: reader) if reader else None)
    started = time.perf_counter()
    first: dict[str, Fact] = {}
    for premise in premises:
        first.setdefault(without_period(tidy(premise.text)).casefold(), premise)
    problem = Problem("", hypothesis.strip(), tuple(first.values()), None, question.strip(), answer.strip())
    judged = _prove_and_assess(prover, problem, alternatives, judge, offers)
    found = judged.composition
    if one_step:
        proof = with_all_leaves(Proof(last_steps(found.trees), found.facts))
        found = replace(found, trees=proof.trees, facts=proof.facts)
    parts = (f"premises:{len(premises)}", f"trees:{name_of(prover)}", f"version:{__version__}", checker_label(checker))
    explanation = Explanation(
        question=problem.question,
        answer=problem.answer,
        hypothesis=problem.hypothesis,
        facts=found.facts,
        **checked_trees(found.trees, checker, judged, offers.judging(problem, writer_of(prover))),
        missing=(*found.missing, *filter(None, [found.unweighed])),
        signature="|".join(filter(None, (*parts, name_of(judge) if judge else "judge:none"))),
        verdict=judged.verdict,
        contradicted_by=judged.contradicted_by,
    )
    return replace(explanation, milliseconds=(time.perf_counter() - started) * 1000)


def _prove_and_assess(
    prover: Prover, problem: Problem, alternatives: int, judge: Judge | None, offers: ConclusionOffers
) -> AssessedComposition:
    """Prove a hypothesis from premises none of which contradicts it, and assess all premises."""
    given = [ScoredFact(premise, 0.0) for premise in problem.premises]

    @cache
    def compose(without: frozenset[str]) -> Composition:
        left = tuple(premise for premise in problem.premises if premise.id not in without)
        return _proved(prover, replace(problem, premises=left), alternatives, offers)

    # Of many premises, those are judged that the prover finds likeliest to be leaves.
    looked = given if len(given) <= MOST else compose(frozenset()).facts
    English().expect(problem.hypothesis, looked)
    assess = assess_by(judge, problem.premises if len(given) <= NOTES else [item.fact for item in looked])
    return AssessedComposition.compose(
        judge, problem.hypothesis, looked, compose, alternatives, problem.question, assess=assess
    )


def _proved(prover: Prover, problem: Problem, alternatives: int, offers: ConclusionOffers) -> Composition:
    proof = show(prover, problem, alternatives)

    def find(count: int) -> Sequence[EntailmentTree]:
        return (proof if count == alternatives else show(prover, problem, count)).trees

    writer = writer_of(prover)
    conclude = offers.of(problem, [item.fact for item in proof.facts[:FACTS]], writer)
    pairs = conclude if writer is not None else ()
    trees = prune_trees(find, alternatives, conclude[0], pairs, question=problem.question)
    said = with_all_leaves(proof._replace(trees=tuple(trees)))
    chosen = said.trees[0].leaves if said.trees else problem.premises
    missing = missing_links(problem.hypothesis, chosen, is_tree=bool(said.trees) or len(chosen) != 1)
    return Composition(said.facts, said.trees, missing, unweighed=said.unweighed)


def premise_reader(judge: Judge | None) -> LanguageReader | None:
    """Return the language model that reads premises and conclusions; None beside a judge without a language model."""
    return LanguageReader.available(PREMISES) if reader_of(judge) else None


def open_prover(prover: str | Path | Prover | None, reader: LanguageReader | None = None) -> Prover:
    """Return a prover.

    Args:
        prover: The prover, its name or its folder; the search that comes with the package if None.
        reader: A language model that reads premises for a search that is opened here; None for none.

    Raises:
        InputError: There is no such prover.
    """
    if prover is None:
        return tree_search(reader)
    if not isinstance(prover, str | Path):
        return prover
    opened = PROVERS.open(prover)
    return opened.reading(reader) if isinstance(opened, TreeSearch) else opened
