"""Measure predicted entailment trees against gold trees, and sheets of wrong predictions for manual judgment."""

from collections.abc import Iterator, Mapping, Sequence, Sized
from dataclasses import replace
from random import Random

from explanans.errors import InputError, amount
from explanans.evaluation.measure import break_down, evaluate
from explanans.evaluation.significance import RESAMPLES
from explanans.evaluation.similarity import content
from explanans.evaluation.trees import official
from explanans.evaluation.trees.measure import CORRECTED, OFFICIAL, Rules, ScoredTree, measure, tree_measures
from explanans.evaluation.trees.scored import DEFAULT, Counts, Similarity, similarity
from explanans.formats import proof
from explanans.runtime.version import __version__
from explanans.structures.labels import SheetRow
from explanans.structures.reports import Part, Report
from explanans.structures.trees import (
    ROOT,
    EntailmentTree,
    Errors,
    MalformedTree,
    Overlap,
    Prediction,
    Problem,
    TreeDetails,
)

MODES = (OFFICIAL, CORRECTED)
_OFFICIALLY = Rules()
_LARGEST = 6


def evaluate_trees(
    problems: Sequence[Problem],
    predictions: Sequence[Prediction],
    rules: Rules = _OFFICIALLY,
    *,
    seed: int = 0,
) -> Report:
    """Measure entailment trees.

    Leaves are compared by their ids if the predictions name the sentences of the gold trees, and by their text if they
    name others, as in task 3; so does the released scorer. The corrected mode compares texts in both cases.

    Args:
        problems: The problems, with their gold trees; those of task 3 have the trees of task 1.
        predictions: One a problem, in the same order.

    Raises:
        InputError: There is no problem, one has no gold tree, there is not one prediction for each, or the mode is
            none.
        FormatError: A proof is none, and ``rules`` are not lenient.

    Example:
        >>> from explanans.structures.facts import Fact
        >>> from explanans.structures.trees import ROOT, Step
        >>> leaves = (Fact("sent1", "ice is a solid"), Fact("sent2", "heat melts a solid"))
        >>> tree = EntailmentTree("heat melts ice", leaves, (Step(("sent1", "sent2"), ROOT, "heat melts ice"),))
        >>> problem = Problem("q1", "heat melts ice", leaves, tree)
        >>> report = evaluate_trees([problem], [Prediction("q1", "sent1 & sent2 -> hypothesis;", leaves)])
        >>> report["leaves.f1"], report["steps.f1"], report["overall.chrf++.exact"]
        (1.0, 1.0, 1.0)
    """
    _check(problems, predictions, rules)
    compared = rules.similarities or tuple(map(similarity, DEFAULT))
    names = [item.name for item in compared]
    pairs = tuple(zip(problems, predictions, strict=True))
    by_ids = all(problem.tree and {*problem.tree.leaves} <= {*prediction.premises} for problem, prediction in pairs)
    trees = [
        ScoredTree.of(measure(problem, prediction, rules, by_ids=by_ids), compared) for problem, prediction in pairs
    ]
    scores, values = evaluate(
        {f"tree {number}": tree for number, tree in enumerate(trees, 1)}, (*tree_measures(names), *rules.measures), seed
    )
    leaves_by = "provenance" if rules.by_provenance else "ids" if by_ids and rules.mode != CORRECTED else "text"
    shown = {name: values[name] for name in _of_parts(names[0])}
    return Report(
        "trees",
        tuple(tree.measured.problem for tree in trees),
        scores,
        values,
        {
            "steps": _by_size(shown, [tree.measured.steps for tree in trees]),
            "depth": _by_size(shown, [tree.measured.depth for tree in trees]),
        },
        _details(trees, compared, rules.mode, leaves_by),
        signature=f"trees:{len(trees)}|mode:{rules.mode}|leaves:{leaves_by}|"
        f"similarity:{','.join(f'{item.name}>={item.threshold:g}' for item in compared)}|"
        f"lenient:{'yes' if rules.lenient else 'no'}|resamples:{RESAMPLES}|seed:{seed}|version:{__version__}",
        way=f"{rules.mode}, leaves by {leaves_by}",
    )


def _details(trees: list[ScoredTree], compared: Sequence[Similarity], mode: str, leaves_by: str) -> TreeDetails:
    malformed = (tree.measured for tree in trees if tree.measured.faults and not tree.measured.empty)
    return TreeDetails(
        mode,
        leaves_by,
        {item.name: item.threshold for item in compared},
        _micro(trees, compared)
        if mode == CORRECTED
        else {"restructured": _together([tree.measured.restructured for tree in trees])},
        _errors(trees, compared[0].name),
        tuple(MalformedTree(tree.problem, tree.line, tree.faults) for tree in malformed),
    )


def _of_parts(similarity_name: str) -> list[str]:
    """Return the measures that trees of one size are shown by."""
    parts = ("leaves", "steps", f"intermediates.{similarity_name}")
    return [f"{part}.{field}" for part in parts for field in ("f1", "exact")] + [f"overall.{similarity_name}.exact"]


def _by_size(values: Mapping[str, tuple[float | None, ...]], sizes: Sequence[int]) -> dict[str, Part]:
    """Return the means of the trees of each size, smallest first; those of six or more are one (table A3)."""
    kinds = [str(size) if size < _LARGEST else f"{_LARGEST}+" for size in sizes]
    return break_down(values, kinds, [*map(str, range(_LARGEST)), f"{_LARGEST}+"])


def _micro(trees: Sequence[ScoredTree], compared: Sequence[Similarity]) -> dict[str, Overlap]:
    """Return the overlap of each part with all that is in the trees counted together."""
    scored = [tree.measured.scored for tree in trees]
    parts = {
        "leaves": [item.leaves for item in scored],
        "steps": [item.steps for item in scored],
        "restructured": [tree.measured.restructured for tree in trees],
    }
    for name in compared:
        parts[f"intermediates.{name.name}"] = [
            item.conclusions.counts(name.passes(item.conclusions.pairs)) for item in scored
        ]
    return {name: _together(counts) for name, counts in parts.items()}


def _together(counts: Sequence[Counts]) -> Overlap:
    return Counts(
        sum(item.correct for item in counts),
        sum(item.predicted for item in counts),
        sum(item.recalled for item in counts),
        sum(item.gold for item in counts),
    ).overlap()


def _errors(trees: Sequence[ScoredTree], similarity_name: str) -> Errors:
    """Return how many trees have each kind of error."""
    wrong = [tree for tree in trees if tree.leaves.exact and not tree.steps.exact]
    found = [tree.measured.errors for tree in trees]
    return Errors(
        repetition=sum(bool(item.repetition_steps) for item in found),
        repetition_steps=sum(item.repetition_steps for item in found),
        disconnected=sum(item.disconnected for item in found),
        missing_leaves=sum(item.missing_leaves for item in found),
        extra_leaves=sum(item.extra_leaves for item in found),
        wrong_steps=len(wrong),
        restructured=sum(bool(tree.restructured.exact) for tree in wrong),
        wrong_conclusions=sum(bool(tree.structure and not tree.intermediates[similarity_name].exact) for tree in trees),
        premature_hypothesis=sum(item.premature_hypothesis for item in found),
        malformed=sum(bool(tree.measured.faults) and not tree.measured.empty for tree in trees),
        empty=sum(tree.measured.empty for tree in trees),
    )


def predicted(problem: Problem, tree: EntailmentTree) -> Prediction:
    """Return a tree that a system built as a prediction, to be measured as those of files are.

    Leaves that are none of the problem's premises, such as retrieved facts, are called ``sent1`` and so on, as the
    released scorer would have them.

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
        raise InputError("leaves are compared by provenance in the corrected mode alone; accepted: --mode corrected")
    if not problems:
        raise InputError("there is no problem to measure against; accepted: a task file of EntailmentBank")
    for problem in problems:
        if problem.tree is None:
            raise InputError(f"problem {problem.id} has no gold tree; accepted: problems with proofs, such as task 1's")
    if [problem.id for problem in problems] != [prediction.problem for prediction in predictions]:
        raise InputError(f"{_paired(problems, predictions)}; accepted: one a problem, in order")


def _paired(problems: Sized, predictions: Sized) -> str:
    return f"{amount(len(predictions), 'prediction')} for {amount(len(problems), 'problem')}"


def evaluate_several(
    problems: Sequence[Sequence[Problem]],
    predictions: Sequence[Prediction],
    rules: Rules | None = None,
    *,
    seed: int = 0,
) -> Report:
    """Measure trees whose problems have several gold trees (Dalvi et al. 2021, section 7).

    Of the gold trees of a problem the one counts that the prediction is most like: by whether all of it is correct,
    then by the F1 of its steps, then of its leaves; of equals the first.

    Args:
        predictions: One per problem, in the same order.
        rules: Settings; the official ones if None.

    Raises:
        InputError: There is not one prediction a problem, or a problem has no gold tree.
        FormatError: A proof is none, and ``rules`` are not lenient.
    """
    rules = rules or Rules()
    if len(problems) != len(predictions) or not all(problems):
        raise InputError(f"{_paired(problems, predictions)}; accepted: one each")
    compared = rules.similarities or tuple(map(similarity, DEFAULT))
    nearest = [_nearest(golds, found, rules, compared) for golds, found in zip(problems, predictions, strict=True)]
    return evaluate_trees(nearest, predictions, rules, seed=seed)


def _nearest(golds: Sequence[Problem], prediction: Prediction, rules: Rules, compared: Sequence[Similarity]) -> Problem:
    if len(golds) == 1:
        return golds[0]

    def worth(problem: Problem) -> tuple[float, float, float]:
        by_ids = bool(problem.tree and {*problem.tree.leaves} <= {*prediction.premises})
        scored = ScoredTree.of(measure(problem, prediction, rules, by_ids=by_ids), compared[:1])
        exact = scored.structure * scored.intermediates[compared[0].name].exact
        return exact, scored.steps.f1, scored.leaves.f1

    return max(golds, key=worth)


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
