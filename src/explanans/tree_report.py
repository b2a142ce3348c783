"""What was measured of entailment trees: figures that a machine, a terminal or a page can show."""

from dataclasses import dataclass

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Overlap:
    """How far what was predicted is what is gold; all from 0 to 1.

    Attributes:
        precision: The share of what was predicted that is right.
        recall: The share of what is gold that was predicted.
        f1: Their harmonic mean.
        all_correct: 1 where F1 is 1, else 0; over many trees, the share of such trees.
    """

    precision: float
    recall: float
    f1: float
    all_correct: float


@dataclass(frozen=True, slots=True)
class Overlaps:
    """Overlaps of many trees.

    Attributes:
        macro: The means over the trees.
        micro: The same with all that is in the trees counted together; None in the official mode, which counts every
            tree by itself. Its ``all_correct`` is that of ``macro``.
        interval: The 95% bootstrap interval of the macro F1.
        all_correct_interval: That of the share of trees that are all correct.
    """

    macro: Overlap
    micro: Overlap | None
    interval: Interval
    all_correct_interval: Interval


@dataclass(frozen=True, slots=True)
class Conclusions:
    """How far the intermediate conclusions say what the gold ones say, by one similarity of texts.

    Attributes:
        threshold: The similarity from which on two conclusions count as the same.
        overlaps: How far they are the same.
        all_predicted: The share of trees of which every predicted conclusion passes, whatever else is missing: what the
            paper's tables call AllCorrect.
        overall: The share of trees of which leaves, steps and conclusions are all correct.
        overall_all_predicted: The same with ``all_predicted`` in place of all correct, as in the paper's tables.
        overall_interval: The 95% bootstrap interval of ``overall``.
    """

    threshold: float
    overlaps: Overlaps
    all_predicted: float
    overall: float
    overall_all_predicted: float
    overall_interval: Interval


@dataclass(frozen=True, slots=True)
class Part:
    """The trees whose gold tree has one size.

    Attributes:
        trees: How many there are.
        leaves: The overlap of their leaves.
        steps: The overlap of their steps.
        conclusions: The overlap of their conclusions, by the first similarity.
        overall: The share of them that are all correct, by the first similarity.
    """

    trees: int
    leaves: Overlap
    steps: Overlap
    conclusions: Overlap
    overall: float


@dataclass(frozen=True, slots=True)
class Errors:
    """How many trees have each kind of error (Dalvi et al. 2021, section 6.3); a tree may have several.

    Attributes:
        repetition: A conclusion has the words of one of its premises.
        repetition_steps: How many steps have such a conclusion.
        disconnected: A conclusion does not lead to the hypothesis, or nothing does.
        missing_leaves: A gold leaf is not used.
        extra_leaves: A leaf is used that is not gold.
        wrong_steps: The leaves are right, the steps are not.
        restructured: Those of ``wrong_steps`` that only split steps of the gold tree.
        wrong_conclusions: Leaves and steps are right, a conclusion is not, by the first similarity.
        premature_hypothesis: An intermediate conclusion has the words of the hypothesis.
        malformed: It is no tree; see ``TreeReport.malformed``.
        empty: There is no proof.
    """

    repetition: int
    repetition_steps: int
    disconnected: int
    missing_leaves: int
    extra_leaves: int
    wrong_steps: int
    restructured: int
    wrong_conclusions: int
    premature_hypothesis: int
    malformed: int
    empty: int


@dataclass(frozen=True, slots=True)
class TreeFigures:
    """What was measured of one tree.

    Attributes:
        problem: The id of the problem.
        leaves_f1: F1 of its leaves.
        leaves_all_correct: Whether they are all correct, 1 or 0.
        steps_f1: F1 of its steps.
        steps_all_correct: Whether they are all correct.
        restructured_f1: F1 of its steps when steps that split or merge gold ones count.
        restructured_all_correct: Whether it is the gold tree but for split steps.
        conclusions_f1: F1 of its conclusions, by the first similarity.
        conclusions_all_correct: Whether they are all correct.
        overall: Whether leaves, steps and conclusions are all correct.
    """

    problem: str
    leaves_f1: float
    leaves_all_correct: float
    steps_f1: float
    steps_all_correct: float
    restructured_f1: float
    restructured_all_correct: float
    conclusions_f1: float
    conclusions_all_correct: float
    overall: float


@dataclass(frozen=True, slots=True)
class MalformedTree:
    """A prediction that is no tree.

    Attributes:
        problem: The id of the problem.
        line: The line of the prediction in its file.
        faults: A sentence for each way in which it is no tree.
    """

    problem: str
    line: int
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeasureComparison:
    """How two systems differ in one measure of the same trees.

    Attributes:
        other: The mean of the other system.
        difference: How much higher that of the system is; below 0 where the other one's is higher.
        interval: The 95% bootstrap interval of the difference.
        p_value: How often systems that do not differ would differ at least as much, either way.
        exact: Whether that was counted over all assignments of signs, rather than over some drawn ones.
        wins: How many trees of the system are better.
        ties: How many are equally good.
        losses: How many are worse.
    """

    other: float
    difference: float
    interval: Interval
    p_value: float
    exact: bool
    wins: int
    ties: int
    losses: int


@dataclass(frozen=True, slots=True)
class TreeReport:
    """How well entailment trees were built. ``docs/measures.md`` defines all measures; they run from 0 to 1.

    Attributes:
        mode: ``official`` or ``corrected``.
        leaves_by: How leaves are told apart: by ``ids``, ``text`` or ``provenance``.
        leaves: The overlap of the leaves.
        steps: The overlap of the steps.
        conclusions: The overlap of the intermediate conclusions, by the name of the similarity of texts.
        restructured: The overlap of the steps when steps that split or merge gold ones count.
        by_steps: The trees by how many steps the gold tree has, from ``"1"`` to ``"6+"``.
        by_depth: The trees by how many steps lie between a leaf and the hypothesis, at most, in the gold tree.
        errors: How many trees have each kind of error.
        malformed: The predictions that are no trees.
        trees: How many trees there are.
        figures: What was measured of each.
        comparison: How the system differs from another, by the name of a field of ``TreeFigures``; empty where none was
            given.
        signature: What reproduces the report.
    """

    mode: str
    leaves_by: str
    leaves: Overlaps
    steps: Overlaps
    conclusions: dict[str, Conclusions]
    restructured: Overlaps
    by_steps: dict[str, Part]
    by_depth: dict[str, Part]
    errors: Errors
    malformed: tuple[MalformedTree, ...]
    trees: int
    figures: tuple[TreeFigures, ...]
    comparison: dict[str, MeasureComparison]
    signature: str
