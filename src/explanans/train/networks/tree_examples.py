"""What writers learn from: problems with the trees that solve them, cut into steps for the writer of single steps."""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from explanans.compose.neural.kind import Kind
from explanans.exceptions import InputError
from explanans.fact import Fact
from explanans.problem import Problem
from explanans.tree import ROOT, EntailmentTree

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Example:
    """What a writer is to learn.

    Attributes:
        problem: What it reads; the premises are those that it is given.
        tree: What it is to write.
    """

    problem: Problem
    tree: EntailmentTree


def gather_examples(problems: Iterable[Problem], kind: Kind) -> list[Example]:
    """Return what a writer of a kind learns from problems.

    Trees that are none (see ``EntailmentTree.faults``), or that rest on sentences other than the problem's premises,
    cannot be written; they are left out, and a warning says how many.

    Args:
        problems: Problems with gold trees.
        kind: The kind of writer.

    Raises:
        InputError: No problem has a tree that can be written.
    """
    given = list(problems)
    good = [(problem, problem.tree) for problem in given if problem.tree and _is_writable(problem, problem.tree)]
    if not good:
        raise InputError("none of the problems has a tree over its premises; accepted: problems with gold trees")
    if len(good) < len(given):
        _log.warning("%d of %d problems are not learnt: no valid tree", len(given) - len(good), len(given))
    return [example for problem, tree in good for example in _examples(problem, tree, kind)]


def _is_writable(problem: Problem, tree: EntailmentTree) -> bool:
    premises = {premise.text for premise in problem.premises}
    return not tree.faults() and all(leaf.text in premises for leaf in tree.leaves)


def _examples(problem: Problem, tree: EntailmentTree, kind: Kind) -> Iterator[Example]:
    match kind:
        case Kind.ALL_AT_ONCE:
            yield Example(problem, tree)
        case Kind.NO_CONTEXT:
            yield Example(replace(problem, premises=()), tree)
        case Kind.ONE_STEP:
            for shred in shreds(tree):
                own = replace(problem, hypothesis=shred.hypothesis)
                yield Example(own, shred)
                # So that it can be asked to show a premise from nothing.
                yield Example(replace(own, premises=()), shred)


def shreds(tree: EntailmentTree) -> Iterator[EntailmentTree]:
    """Yield a tree of one step for each step of a tree, its conclusion the hypothesis (Dalvi et al. 2021, section 7).

    Args:
        tree: The tree.

    Example:
        >>> from explanans.tree import Step
        >>> ice, heat, sun = Fact("f1", "ice is a solid"), Fact("f2", "heat melts solids"), Fact("f3", "the sun heats")
        >>> steps = Step(("f1", "f2"), "int1", "heat melts ice"), Step(("f3", "int1"), ROOT, "the sun melts ice")
        >>> for shred in shreds(EntailmentTree("the sun melts ice", (ice, heat, sun), steps)):
        ...     print([leaf.text for leaf in shred.leaves], "->", shred.hypothesis)
        ['ice is a solid', 'heat melts solids'] -> heat melts ice
        ['the sun heats', 'heat melts ice'] -> the sun melts ice
    """
    leaves, texts = {leaf.id: leaf for leaf in tree.leaves}, tree.texts()
    for step in tree.steps:
        facts = tuple(leaves.get(name) or Fact(name, texts[name]) for name in step.premises)
        yield EntailmentTree(step.text, facts, (replace(step, conclusion=ROOT),), tree.question)
