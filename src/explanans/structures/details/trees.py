"""Details of the entailment-tree report."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Overlap:
    """The overlap of predicted and gold items; all values from 0 to 1.

    Attributes:
        precision: The share of the predicted items that are gold.
        recall: The share of the gold items that were predicted.
        f1: Their harmonic mean.
        exact: 1 if F1 is 1, else 0.
    """

    precision: float
    recall: float
    f1: float
    exact: float


@dataclass(frozen=True, slots=True)
class Errors:
    """Numbers of trees with each kind of error (Dalvi et al. 2021, section 6.3); a tree may have several.

    Attributes:
        repetition: A conclusion has the words of one of its premises.
        repetition_steps: Number of steps with such a conclusion.
        disconnected: A conclusion does not lead to the hypothesis, or nothing does.
        missing_leaves: A gold leaf is not used.
        extra_leaves: A leaf is used that is not gold.
        wrong_steps: The leaves are right, the steps are not.
        restructured: Those of ``wrong_steps`` that only split steps of the gold tree.
        wrong_conclusions: Leaves and steps are right, a conclusion is not, by the first similarity.
        premature_hypothesis: An intermediate conclusion has the words of the hypothesis.
        malformed: It is no tree; see ``TreeDetails.malformed``.
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
class MalformedTree:
    """A prediction that is no tree.

    Attributes:
        problem: The id of the problem.
        line: The line of the prediction in its file.
        faults: One sentence for each violation.
    """

    problem: str
    line: int
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TreeDetails:
    """Details of the entailment-tree report; ``docs/measures.md`` defines the measures.

    Attributes:
        mode: ``official`` or ``corrected``.
        leaves_by: The identity of leaves: ``ids``, ``text`` or ``provenance``.
        thresholds: Minimum similarity for two conclusions to count as the same, by the name of the similarity.
        micro: Micro-averaged precision, recall and F1 by part; empty in the official mode, which is macro-averaged.
        errors: Numbers of trees with each kind of error.
        malformed: The predictions that are no trees.
    """

    mode: str
    leaves_by: str
    thresholds: Mapping[str, float]
    micro: Mapping[str, Overlap]
    errors: Errors
    malformed: tuple[MalformedTree, ...]
