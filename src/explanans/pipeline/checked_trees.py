"""Trees with the verdicts of their steps, by a checker and by the critic of conclusions."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict

from explanans.entailment.judge.aggregation import PremiseAssessment
from explanans.entailment.steps.word_checker import CHECKERS, Checker, WordChecker, check
from explanans.errors import InputError
from explanans.pipeline.assessment import AssessedComposition
from explanans.pipeline.conclusion_worth import JudgeSteps
from explanans.registry import name_of
from explanans.structures.explanations import Alternative
from explanans.structures.trees import EntailmentTree
from explanans.structures.verdicts import StepVerdict


def open_checker(checker: str | Checker) -> Checker:
    """Return a checker.

    Args:
        checker: The checker or its name.

    Raises:
        InputError: There is no such checker.
    """
    return CHECKERS.open(checker) if isinstance(checker, str) else checker


def checker_label(checker: Checker) -> str:
    """Return a checker's part of signatures; empty for the default one."""
    return "" if isinstance(checker, WordChecker) else name_of(checker)


class CheckedTrees(TypedDict):
    """The part of an explanation that its trees and their verdicts make up; see ``Explanation``."""

    tree: EntailmentTree | None
    verdicts: tuple[StepVerdict, ...]
    alternatives: tuple[Alternative, ...]


def checked_trees(
    trees: Sequence[EntailmentTree], checker: Checker, judged: AssessedComposition, judge_steps: JudgeSteps
) -> CheckedTrees:
    """Return the first tree with its verdicts, and the alternatives with theirs."""
    checked = [Alternative(tree, _verdicts(tree, checker, judged.weighed, judge_steps)) for tree in trees]
    tree, verdicts = checked[0] if checked else (None, ())
    return {"tree": tree, "verdicts": verdicts, "alternatives": tuple(checked[1:])}


def _verdicts(
    tree: EntailmentTree, checker: Checker, weighed: PremiseAssessment | None, judge_steps: JudgeSteps
) -> tuple[StepVerdict, ...]:
    """Return one verdict a step; a step from a single fact keeps the judge's verdict."""
    if tree.single and weighed and tree.single.id in weighed.supporting:
        follows = weighed.supporting[tree.single.id].supported
        if isinstance(checker, WordChecker):
            return (StepVerdict(tree.steps[0].conclusion, supported=True, follows=follows),)
        return tuple(replace(verdict, follows=follows) for verdict in check(checker, tree))
    return judge_steps(tree, check(checker, tree))


def check_tree_count(alternatives: int) -> None:
    """Complain of a number of trees.

    Raises:
        InputError: It is below one.
    """
    if alternatives < 1:
        raise InputError(f"{alternatives} trees are asked for; accepted: 1 or more")
