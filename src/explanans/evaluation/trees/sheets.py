"""Sheets of steps and trees of wrong predictions for manual judgment (Dalvi et al. 2021, section 6.3)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from explanans.evaluation.similarity import content
from explanans.evaluation.trees import official
from explanans.evaluation.trees.measure import Rules, ScoredTree, measure
from explanans.evaluation.trees.scored import DEFAULT, similarity
from explanans.formats import proof
from explanans.structures.labels import SheetRow
from explanans.structures.trees import ROOT, EntailmentTree, Prediction, Problem

_LENIENT = Rules(lenient=True)


def steps_to_label(
    problems: Sequence[Problem], predictions: Sequence[Prediction], number: int = 100, seed: int = 0
) -> list[SheetRow]:
    """Sample steps of trees that are not all correct.

    Without people it is known which conclusions repeat a premise (``repetition``), and which steps have the premises of
    the gold step that they are aligned to (``correct``); of the others nothing is.

    Args:
        problems: The problems of task 1 or 2, with their gold trees.
        predictions: One per problem, in the same order.
        number: Maximum number of steps.
    """
    rows = [row for problem, prediction in _wrong(problems, predictions) for row in _steps(problem, prediction)]
    return _sample(rows, number, seed)


def trees_to_label(
    problems: Sequence[Problem], predictions: Sequence[Prediction], number: int = 50, seed: int = 0
) -> list[SheetRow]:
    """Sample trees that are not all correct, each with its error class if determined automatically.

    In this order: ``leaves`` are wrong or missing; the tree is ``disconnected``; its ``steps`` are wrong; or they only
    split or merge gold ones, and it may be ``valid``; its ``conclusions`` are.

    Args:
        predictions: One per problem, in the same order.
        number: Maximum number of trees.
    """
    rows = [
        SheetRow("tree", problem.id, _tree_text(_tree(problem, prediction)), _error(problem, prediction))
        for problem, prediction in _wrong(problems, predictions)
    ]
    return _sample(rows, number, seed)


def _sample(rows: Sequence[SheetRow], number: int, seed: int) -> list[SheetRow]:
    return Random(seed).sample(rows, min(number, len(rows)))  # noqa: S311 - nothing secret is drawn


def _wrong(problems: Sequence[Problem], predictions: Sequence[Prediction]) -> Iterator[tuple[Problem, Prediction]]:
    compared = (similarity(DEFAULT[0]),)
    for problem, prediction in zip(problems, predictions, strict=True):
        tree = _scored(problem, prediction)
        if not tree.structure * ScoredTree.of(tree.measured, compared).intermediates[DEFAULT[0]].exact:
            yield problem, prediction


def _scored(problem: Problem, prediction: Prediction) -> ScoredTree:
    by_ids = bool(problem.tree and {*problem.tree.leaves} <= {*prediction.premises})
    return ScoredTree.of(measure(problem, prediction, _LENIENT, by_ids=by_ids), (similarity(DEFAULT[0]),))


def _tree(problem: Problem, prediction: Prediction) -> EntailmentTree:
    sentences = replace(problem, premises=prediction.premises)
    return proof.decode_tree(prediction.proof, sentences, prediction.source, prediction.line, lenient=True)


def _steps(problem: Problem, prediction: Prediction) -> Iterator[SheetRow]:
    tree = _tree(problem, prediction)
    gold = proof.encode(problem.tree.steps) if problem.tree else ""
    right = {
        step.conclusion: step.is_right for step in official.judged_steps(prediction.proof, gold, problem.hypothesis)
    }
    texts = tree.texts()
    for step in tree.steps:
        premises = [texts.get(premise, premise) for premise in step.premises]
        repeats = any(content(premise) == content(step.text) for premise in premises)
        known = "repetition" if repeats else "correct" if right.get(step.conclusion) else ""
        yield SheetRow("step", f"{problem.id}#{step.conclusion}", f"{' & '.join(premises)} -> {step.text}", known)


def _tree_text(tree: EntailmentTree) -> str:
    texts = tree.texts()
    steps = (
        f"{' & '.join(texts.get(premise, premise) for premise in step.premises)} -> {step.text}"
        for step in sorted(tree.steps, key=lambda step: step.conclusion == ROOT)
    )
    return "; ".join(steps) or "no tree"


def _error(problem: Problem, prediction: Prediction) -> str:
    tree = _scored(problem, prediction)
    if not tree.leaves.exact:
        return "leaves"
    if tree.measured.errors.disconnected:
        return "disconnected"
    if not tree.steps.exact:
        return "valid" if tree.restructured.exact else "steps"
    return "conclusions"
