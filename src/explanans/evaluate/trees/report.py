"""Measure predicted entailment trees against gold ones. What is undefined is decided in ``scored.Counts.overlap``."""

from collections.abc import Sequence
from dataclasses import replace

from explanans import __version__
from explanans.codecs import proof
from explanans.evaluate.significance import RESAMPLES
from explanans.evaluate.trees.measure import CORRECTED, OFFICIAL, Rules, measure
from explanans.evaluate.trees.similarity import DEFAULT, Similarity, similarity
from explanans.evaluate.trees.summary import by_size, conclusions, errors, figures, overlaps
from explanans.exceptions import InputError
from explanans.problem import Prediction, Problem
from explanans.tree import EntailmentTree
from explanans.tree_report import MalformedTree, TreeReport

MODES = (OFFICIAL, CORRECTED)
_OFFICIALLY = Rules()


def evaluate_trees(
    problems: Sequence[Problem],
    predictions: Sequence[Prediction],
    rules: Rules = _OFFICIALLY,
    similarities: Sequence[Similarity] = (),
    seed: int = 0,
) -> TreeReport:
    """Measure entailment trees.

    Leaves are told apart by their ids where the predictions name the sentences of the gold trees, and by their words
    where they name others, as in task 3; so does the released scorer. The corrected mode goes by words in both cases.

    Args:
        problems: The problems, with their gold trees; those of task 3 have the trees of task 1.
        predictions: One a problem, in the same order.
        rules: How to measure them.
        similarities: What compares conclusions; the first is also used for the breakdowns. ``similarity.DEFAULT`` where
            there is none.
        seed: Seeds the bootstrap.

    Raises:
        InputError: There is no problem, one has no gold tree, there is not one prediction for each, or the mode is
            none.
        FormatError: A proof is none, and ``rules`` are not lenient.

    Example:
        >>> from explanans.fact import Fact
        >>> from explanans.tree import ROOT, Step
        >>> leaves = (Fact("sent1", "ice is a solid"), Fact("sent2", "heat melts a solid"))
        >>> tree = EntailmentTree("heat melts ice", leaves, (Step(("sent1", "sent2"), ROOT, "heat melts ice"),))
        >>> problem = Problem("q1", "heat melts ice", leaves, tree)
        >>> report = evaluate_trees([problem], [Prediction("q1", "sent1 & sent2 -> hypothesis;", leaves)])
        >>> report.leaves.macro.f1, report.steps.macro.f1, report.conclusions["chrf++"].overall
        (1.0, 1.0, 1.0)
    """
    _check(problems, predictions, rules)
    compared = tuple(similarities) or tuple(map(similarity, DEFAULT))
    pairs = tuple(zip(problems, predictions, strict=True))
    by_ids = all(problem.tree and {*problem.tree.leaves} <= {*prediction.premises} for problem, prediction in pairs)
    measured = [measure(problem, prediction, rules, by_ids=by_ids) for problem, prediction in pairs]
    scored = [item.scored for item in measured]
    passing = [[name.passes(item.conclusions.pairs) for item in scored] for name in compared]
    trees = figures(measured, passing[0])
    malformed = tuple(
        MalformedTree(item.problem, item.line, item.faults) for item in measured if item.faults and not item.empty
    )
    micro = rules.mode == CORRECTED
    leaves_by = "provenance" if rules.by_provenance else "ids" if by_ids and not micro else "text"
    return TreeReport(
        mode=rules.mode,
        leaves_by=leaves_by,
        leaves=overlaps([item.leaves for item in scored], seed, micro=micro),
        steps=overlaps([item.steps for item in scored], seed, micro=micro),
        conclusions={
            name.name: conclusions(scored, similar, name.threshold, seed, micro=micro)
            for name, similar in zip(compared, passing, strict=True)
        },
        restructured=overlaps([item.restructured for item in measured], seed, micro=True),
        by_steps=by_size(scored, passing[0], [item.steps for item in measured]),
        by_depth=by_size(scored, passing[0], [item.depth for item in measured]),
        errors=errors(measured, trees),
        malformed=malformed,
        trees=len(measured),
        figures=trees,
        comparison={},
        signature=f"trees:{len(measured)}|mode:{rules.mode}|leaves:{leaves_by}|"
        f"similarity:{','.join(f'{item.name}>={item.threshold:g}' for item in compared)}|"
        f"lenient:{'yes' if rules.lenient else 'no'}|resamples:{RESAMPLES}|seed:{seed}|version:{__version__}",
    )


def predicted(problem: Problem, tree: EntailmentTree) -> Prediction:
    """Return a tree that a system built as a prediction, to be measured as those of files are.

    Leaves that are none of the problem's premises, such as retrieved facts, are called ``sent1`` and so on, as the
    released scorer would have them.

    Args:
        problem: The problem.
        tree: The tree.

    Raises:
        InputError: The tree cannot be written as a proof; see ``codecs.proof.encode``.
    """
    known = {premise.id: premise for premise in problem.premises}
    if all(known.get(leaf.id) == leaf for leaf in tree.leaves):
        return Prediction(problem.id, proof.encode(tree.steps), problem.premises)
    names = {leaf.id: f"sent{number}" for number, leaf in enumerate(tree.leaves, 1)}
    premises = tuple(replace(leaf, id=names[leaf.id]) for leaf in tree.leaves)
    steps = (replace(step, premises=tuple(names.get(name, name) for name in step.premises)) for step in tree.steps)
    return Prediction(problem.id, proof.encode(steps), premises)


def _check(problems: Sequence[Problem], predictions: Sequence[Prediction], rules: Rules) -> None:
    if rules.mode not in MODES:
        raise InputError(f"mode {rules.mode!r}: no such mode; accepted: {', '.join(MODES)}")
    if rules.by_provenance and rules.mode == OFFICIAL:
        raise InputError("leaves are told apart by provenance in the corrected mode alone; accepted: --mode corrected")
    if not problems:
        raise InputError("there is no problem to measure against; accepted: a task file of EntailmentBank")
    for problem in problems:
        if problem.tree is None:
            raise InputError(f"problem {problem.id} has no gold tree; accepted: problems with proofs, such as task 1's")
    if [problem.id for problem in problems] != [prediction.problem for prediction in predictions]:
        raise InputError(
            f"{len(predictions)} predictions for {len(problems)} problems; accepted: one a problem, in order"
        )
