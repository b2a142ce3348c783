"""Train what combines a network's readings with exact findings, on claims that the network has not seen."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.exceptions import InputError
from explanans.learn.model import Origin
from explanans.learn.trees import Growth, Rows, grow
from explanans.progress import track
from explanans.train.judge.lessons import Lesson
from explanans.verdict import Status
from explanans.verify.judge.combination import NAMES, RISING, Combination
from explanans.verify.judge.describer import Describer
from explanans.verify.judge.judge import Pair

_TRENDS = tuple(RISING.get(name, 0) for name in NAMES)
GROWTH = Growth(
    trees=150,
    leaves=7,
    rate=0.05,
    least_rows=30,
    features=0.5,
    rows=0.7,
    options=(("monotone_constraints", list(_TRENDS)),),
)
"""Chosen by cross-validation over the texts that the network did not see."""


class Table(NamedTuple):
    """Claims as numbers.

    Attributes:
        columns: Their features; shape (claims, features).
        supported: 1 where a claim is supported, else 0; shape (claims,).
        contradicted: 1 where it is contradicted, 0 where it is unknown, -1 where that is not known; shape (claims,).
        weights: What each counts for; shape (claims,).
        groups: The number of its lesson; shape (claims,).
    """

    columns: NDArray[np.float32]
    supported: NDArray[np.int32]
    contradicted: NDArray[np.int32]
    weights: NDArray[np.float64]
    groups: NDArray[np.intp]


def tabulate(describer: Describer, lessons: Sequence[Lesson]) -> Table:
    """Return the claims of lessons as numbers.

    Args:
        describer: What reads and compares.
        lessons: The lessons, which the network of the describer has not seen.
    """
    columns, supported, contradicted, weights, groups = [], [], [], [], []
    for number, lesson in enumerate(track(lessons, "Judging", len(lessons))):
        for claim in lesson.claims:
            columns.append(describer.describe(Pair(lesson.premises, claim.text)))
            supported.append(int(Status.SUPPORTED in claim.statuses))
            contradicted.append(int(Status.CONTRADICTED in claim.statuses) if len(claim.statuses) == 1 else -1)
            weights.append(lesson.weight)
            groups.append(number)
    return Table(
        np.stack(columns),
        np.array(supported, dtype=np.int32),
        np.array(contradicted, dtype=np.int32),
        np.array(weights),
        np.array(groups, dtype=np.intp),
    )


def train_combination(table: Table, data: dict[str, int | str], seed: int) -> Combination:
    """Train on claims as numbers.

    Args:
        table: The claims.
        data: What they are, for the manifest.
        seed: Seeds the choice of rows and features of each tree.

    Raises:
        InputError: There are no claims of one of the three kinds.
    """
    unsupported = (table.supported == 0) & (table.contradicted >= 0)
    if len(set(table.supported.tolist())) < 2 or len(set(table.contradicted[unsupported].tolist())) < 2:
        raise InputError("the claims are not of all kinds; accepted: supported, contradicted and unknown ones")
    supported = grow(Rows(table.columns, table.supported, table.weights), NAMES, GROWTH, seed)
    chosen = Rows(table.columns[unsupported], table.contradicted[unsupported], table.weights[unsupported])
    contradicted = grow(chosen, NAMES, GROWTH, seed)
    return Combination(supported, contradicted, Origin({"claims": len(table.supported), **data}, seed))
