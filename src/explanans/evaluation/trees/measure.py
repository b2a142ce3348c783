"""Measure one predicted tree against its gold tree."""

from dataclasses import dataclass, replace
from typing import Any

from explanans.errors import FormatError
from explanans.evaluation.measure import Measure
from explanans.evaluation.trees import corrected, official
from explanans.evaluation.trees.corrected import restructured
from explanans.evaluation.trees.errors import StructuralErrors, structural_errors
from explanans.evaluation.trees.nodes import leaf_key, nodes
from explanans.evaluation.trees.scored import Counts, Scored
from explanans.evaluation.trees.similarity import Similarity
from explanans.formats import proof
from explanans.structures.problems import Prediction, Problem
from explanans.structures.trees import EntailmentTree

OFFICIAL, CORRECTED = "official", "corrected"


@dataclass(frozen=True, slots=True)
class Rules:
    """By which rules trees are measured.

    Attributes:
        mode: ``official``, as the released scorer counts, or ``corrected``.
        by_provenance: Whether leaves that are the same row of WorldTree are the same, whatever their words; in the
            corrected mode alone.
        lenient: Whether to count what there is of proofs that name unknown sentences, go in circles, have two roots or
            cannot be read, rather than to refuse them; a proof of more than ``proof.MOST_STEPS`` steps is empty.
        similarities: Similarity measures of conclusions; the first is also used for breakdowns and errors. Those of
            ``similarity.DEFAULT`` if there is none.
        measures: Further measures of the family ``trees``, such as ``evaluate.measure.named_measures`` finds.
    """

    mode: str = OFFICIAL
    by_provenance: bool = False
    lenient: bool = False
    similarities: tuple[Similarity, ...] = ()
    measures: tuple[Measure[Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Measured:
    """One tree, measured.

    Attributes:
        problem: The id of the problem.
        scored: Its counts in the requested mode.
        restructured: Its steps when steps that split or merge gold ones count.
        errors: The errors of its structure.
        steps: Number of steps of the gold tree.
        depth: Maximum number of steps between a leaf and the hypothesis.
        empty: Whether there is no proof.
        faults: The faults that keep it from being a tree.
        line: The line of the prediction.
    """

    problem: str
    scored: Scored
    restructured: Counts
    errors: StructuralErrors
    steps: int
    depth: int
    empty: bool
    faults: tuple[str, ...]
    line: int


def measure(problem: Problem, prediction: Prediction, rules: Rules, *, by_ids: bool) -> Measured:
    """Measure a tree.

    Args:
        problem: The problem, with its gold tree.
        rules: The rules of the measures.
        by_ids: Whether the official mode tells leaves apart by their ids, as in tasks 1 and 2, or by their words.

    Raises:
        FormatError: The proof is none, and ``rules`` are not lenient.
    """
    gold = problem.tree or EntailmentTree(problem.hypothesis, (), ())
    tree, faults = _read(problem, prediction, lenient=rules.lenient)
    key = leaf_key(gold.leaves, by_provenance=rules.by_provenance)
    found, wanted = nodes(tree, key), nodes(gold, key)
    corrects = rules.mode == CORRECTED
    return Measured(
        problem=problem.id,
        scored=corrected.score(found, wanted) if corrects else _official(gold, prediction, by_ids=by_ids),
        restructured=restructured(found, wanted),
        errors=structural_errors(found, wanted, problem.hypothesis),
        steps=len(wanted),
        depth=max((node.depth for node in wanted), default=0),
        empty=not official.proof_slot(prediction.proof),
        faults=faults,
        line=prediction.line,
    )


def _read(problem: Problem, prediction: Prediction, *, lenient: bool) -> tuple[EntailmentTree, tuple[str, ...]]:
    """Return the predicted tree, and what keeps it from being one."""
    sentences = replace(problem, premises=prediction.premises)
    try:
        tree = proof.decode_tree(prediction.proof, sentences, prediction.source, prediction.line, lenient=lenient)
    except FormatError as error:
        if not lenient:
            raise
        return EntailmentTree(problem.hypothesis, (), (), problem.id), (error.found,)
    return tree, tree.faults()


def _official(gold: EntailmentTree, prediction: Prediction, *, by_ids: bool) -> Scored:
    written = proof.encode(gold.steps)
    if prediction.proof.count("->") > proof.MOST_STEPS:
        prediction = replace(prediction, proof="")
    if by_ids:
        return official.score_by_ids(prediction.proof, written, gold.hypothesis)
    sentences, others = ({fact.id: fact.text for fact in facts} for facts in (prediction.premises, gold.leaves))
    return official.score_by_text(prediction.proof, sentences, written, others, gold.hypothesis)
