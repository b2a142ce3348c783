"""Graded steps as numbers, what is trained on them, and how good it is on steps that it has not seen."""

from collections.abc import Sequence
from typing import NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.entailment.judge.base import Judge, Pair, judged
from explanans.entailment.steps.features import GRADED_NAMES, Step, columns, graded_columns
from explanans.entailment.steps.step import TermStatistics
from explanans.errors import InputError
from explanans.evaluation.decisions import auc
from explanans.lab.boosting import Growth, Rows, grow
from explanans.lab.datasets.labels import GradedStep
from explanans.lab.decisions import calibration_error
from explanans.learning.boosted_trees import predict
from explanans.structures.verdicts import NliScores

GROWTH = Growth(trees=200, leaves=6, rate=0.04, least_rows=10, features=0.2, rows=0.7)
"""Chosen by cross-validation on the graded steps."""

FOLDS = 10
_UNJUDGED = 0.3
"""Weight of the copy of a step without the judge's features, for use without a judge; the other copy has the rest."""
_HELD_OUT = 0.5
"""Weight of gold steps and generated wrong steps; graded steps have weight 1."""
_BARS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0)


class GradedRows(NamedTuple):
    """Steps of which it is known whether they are good, as numbers.

    Attributes:
        columns: Their features; shape (steps, features).
        good: 1 for good ones, else 0; shape (steps,).
    """

    columns: NDArray[np.float32]
    good: NDArray[np.int32]


def rows(
    steps: Sequence[Step], good: Sequence[bool], trees: lightgbm.Booster, words: TermStatistics, judge: Judge | None
) -> GradedRows:
    """Return steps as numbers."""
    said: Sequence[NliScores | None] = [None] * len(steps)
    if judge is not None:
        said = judged(judge, [Pair(tuple(premises), conclusion) for premises, conclusion in steps])
    likeness = predict(trees, columns(steps, words))
    return GradedRows(graded_columns(steps, words, likeness, said), np.array(good, dtype=np.int32))


def composed_rows(
    graded: Sequence[GradedStep], trees: lightgbm.Booster, words: TermStatistics, judge: Judge | None
) -> GradedRows:
    """Return graded steps as numbers."""
    good = [not step.is_bad for step in graded]
    if len(set(good)) < 2:
        raise InputError(f"{len(good)} graded steps of one grade; accepted: good and bad ones")
    return rows([(step.premises, step.conclusion) for step in graded], good, trees, words, judge)


def train_graded(composed: GradedRows, held_out: GradedRows, seed: int) -> lightgbm.Booster:
    """Train on graded steps, and on steps that people drew or that were made wrong."""
    parts = [
        (part.columns if is_judged else _unjudged(part.columns), part.good, weight * share)
        for part, weight in ((composed, 1.0), (held_out, _HELD_OUT))
        for is_judged, share in ((True, 1 - _UNJUDGED), (False, _UNJUDGED))
    ]
    table = np.concatenate([columns for columns, _, _ in parts])
    labels = np.concatenate([good for _, good, _ in parts])
    weights = np.concatenate([np.full(len(good), weight) for _, good, weight in parts])
    return grow(Rows(table, labels, weights), GRADED_NAMES, GROWTH, seed)


def _unjudged(table: NDArray[np.float32]) -> NDArray[np.float32]:
    blind = table.copy()
    blind[:, -len(NliScores._fields) :] = np.nan
    return blind


def cross_validated(composed: GradedRows, held_out: GradedRows, seed: int) -> NDArray[np.float64]:
    """Return how likely each graded step is good by what was trained on the others; shape (steps,).

    Each is of a tree of its own, for a question of its own, so that steps need not be kept together.
    """
    folds = np.random.default_rng(seed).permutation(len(composed.good)) % FOLDS
    found = np.zeros(len(composed.good))
    for fold in range(FOLDS):
        inside = folds == fold
        others = GradedRows(composed.columns[~inside], composed.good[~inside])
        found[inside] = predict(train_graded(others, held_out, seed), composed.columns[inside])
    return found


def figures(composed: GradedRows, held_out: GradedRows, seed: int) -> dict[str, dict[str, object]]:
    """Return how good the probabilities of graded steps are: of what steps look like, and of what was trained.

    Returns:
        For ``likeness`` and for ``follows``, by cross-validation: ``auc``, how probable it is that a good step is put
        above a bad one; ``calibration_error``; ``reliability``, with the number of steps, their mean probability and
        the share of good ones for each range of probabilities.
    """
    odds = composed.columns[:, GRADED_NAMES.index("likeness")].astype(np.float64)
    estimates = {"likeness": 1 / (1 + np.exp(-odds)), "follows": cross_validated(composed, held_out, seed)}
    return {name: _quality(found, composed.good) for name, found in estimates.items()}


def _quality(found: NDArray[np.float64], good: NDArray[np.int32]) -> dict[str, object]:
    right = [bool(value) for value in good]
    places = np.searchsorted(_BARS[1:-1], found, side="right")
    return {
        "auc": auc(found.tolist(), right),
        "calibration_error": calibration_error(found.tolist(), right),
        "reliability": {
            f"{_BARS[place]:.1f}-{_BARS[place + 1]:.1f}": {
                "steps": int((places == place).sum()),
                "mean": float(found[places == place].mean()),
                "good": float(good[places == place].mean()),
            }
            for place in sorted(set(places.tolist()))
        },
    }
