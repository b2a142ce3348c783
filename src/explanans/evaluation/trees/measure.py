"""Measure one predicted tree against its gold tree (Dalvi et al. 2021, section 6), with its error class."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from explanans.errors import FormatError
from explanans.evaluation.measure import Measure
from explanans.evaluation.similarity import content
from explanans.evaluation.trees import corrected, official
from explanans.evaluation.trees.corrected import Node, leaf_key, leaf_keys, nodes, restructured
from explanans.evaluation.trees.scored import Counts, Scored, Similarity
from explanans.formats import proof
from explanans.structures.trees import EntailmentTree, Overlap, Prediction, Problem


@dataclass(frozen=True, slots=True)
class StructuralErrors:
    """Structural errors of a tree.

    Attributes:
        repetition_steps: Number of conclusions that have the same words as one of their premises.
        disconnected: Whether a conclusion does not lead to the hypothesis, or nothing does.
        missing_leaves: Whether a gold leaf is not used.
        extra_leaves: Whether a leaf is used that is not gold.
        premature_hypothesis: Whether an intermediate conclusion has the words of the hypothesis.
    """

    repetition_steps: int
    disconnected: bool
    missing_leaves: bool
    extra_leaves: bool
    premature_hypothesis: bool


def structural_errors(found: Sequence[Node], wanted: Sequence[Node], hypothesis: str) -> StructuralErrors:
    """Return the errors of a tree. Texts are equal if they differ in articles, case, signs or order only."""
    leaves, gold = leaf_keys(found), leaf_keys(wanted)
    return StructuralErrors(
        repetition_steps=sum(_repeats(found, node) for node in found),
        disconnected=_disconnected(found),
        missing_leaves=bool(gold - leaves),
        extra_leaves=bool(leaves - gold),
        premature_hypothesis=any(not node.is_root and content(node.text) == content(hypothesis) for node in found),
    )


def _repeats(side: Sequence[Node], node: Node) -> bool:
    words = content(node.text)
    # The key of a leaf has all its words.
    texts = (side[premise].text if isinstance(premise, int) else premise for premise in node.premises)
    return any(content(text) == words for text in texts)


def _disconnected(side: Sequence[Node]) -> bool:
    reached: set[int] = set()
    waiting = [number for number, node in enumerate(side) if node.is_root]
    while waiting:
        number = waiting.pop()
        if number not in reached:
            reached.add(number)
            waiting.extend(premise for premise in side[number].premises if isinstance(premise, int))
    return bool(side) and len(reached) < len(side)


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
        scored: Its counts in the requested mode.
        restructured: Its steps when steps that split or merge gold ones count.
        steps: Number of steps of the gold tree.
        depth: Maximum number of steps between a leaf and the hypothesis.
        faults: The faults that keep it from being a tree.
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


_FAMILY = "trees"
_SOURCE = "Dalvi et al. 2021, section 6.1"
_RESTRUCTURED = "docs/measures.md: steps that split or merge gold ones count"
_FIELDS = ("precision", "recall", "f1", "exact")


@dataclass(frozen=True, slots=True)
class ScoredTree:
    """One tree and how far it is right; what the measures of the family ``trees`` look at.

    Attributes:
        leaves: The overlap of its leaves with the gold ones.
        restructured: That of its steps when steps that split or merge gold ones count.
        intermediates: That of its intermediate conclusions, by the name of the similarity that compares them.
        all_predicted: Whether all predicted conclusions pass, whatever else is missing, 1 or 0, by the same: what the
            paper's tables call AllCorrect.
    """

    measured: Measured
    leaves: Overlap
    steps: Overlap
    restructured: Overlap
    intermediates: Mapping[str, Overlap]
    all_predicted: Mapping[str, float]

    @classmethod
    def of(cls, measured: Measured, similarities: Sequence[Similarity]) -> "ScoredTree":
        """Compare the conclusions of a tree."""
        scored = measured.scored
        passing = {item.name: item.passes(scored.conclusions.pairs) for item in similarities}
        return cls(
            measured,
            scored.leaves.overlap(),
            scored.steps.overlap(),
            measured.restructured.overlap(),
            {name: scored.conclusions.counts(passed).overlap() for name, passed in passing.items()},
            {name: float(bool(scored.steps.predicted) and all(passed)) for name, passed in passing.items()},
        )

    @property
    def structure(self) -> float:
        """Return whether leaves and steps are exactly the gold ones, 1 or 0."""
        return self.leaves.exact * self.steps.exact


def tree_measures(similarities: Sequence[str]) -> tuple[Measure[ScoredTree], ...]:
    """Return the measures of trees, in the order of reports."""
    return tuple(_measures(similarities))


def _measures(similarities: Sequence[str]) -> Iterator[Measure[ScoredTree]]:
    for part, source in (("leaves", _SOURCE), ("steps", _SOURCE), ("restructured", _RESTRUCTURED)):
        for field in _FIELDS:
            yield Measure(f"{part}.{field}", _FAMILY, source, attrgetter(f"{part}.{field}"), percent=True)
    for name in similarities:
        yield from _of_similarity(name)


def _of_similarity(name: str) -> Iterator[Measure[ScoredTree]]:
    for field in _FIELDS:

        def value(tree: ScoredTree, field: str = field) -> float:
            return float(getattr(tree.intermediates[name], field))

        yield Measure(f"intermediates.{name}.{field}", _FAMILY, _SOURCE, value, percent=True)
    for measure, of_one in (
        (f"intermediates.{name}.all_predicted", lambda tree: tree.all_predicted[name]),
        (f"overall.{name}.exact", lambda tree: tree.structure * tree.intermediates[name].exact),
        (f"overall.{name}.all_predicted", lambda tree: tree.structure * tree.all_predicted[name]),
    ):
        yield Measure(measure, _FAMILY, _SOURCE, of_one, percent=True)
