"""Judged claims as numbers, and the training of boosted trees that judge by two questions."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.judge.combination import TwoQuestions
from explanans.errors import InputError
from explanans.lab.boosting import Growth, Rows, grow
from explanans.learning.model import Origin
from explanans.structures.verdicts import Status

_KINDS = 2

Model = TypeVar("Model", bound=TwoQuestions)


class Row(NamedTuple):
    """A judged claim.

    Attributes:
        features: Its features; shape (features,).
        statuses: What it may be; see ``LabelledPair``.
        weight: What it counts for.
        group: The number of what keeps claims together that were made from one text.
    """

    features: NDArray[np.float32]
    statuses: Collection[Status]
    weight: float
    group: int


class Table(NamedTuple):
    """Claims as numbers.

    Attributes:
        columns: Their features; shape (claims, features).
        supported: 1 where a claim is supported, else 0; shape (claims,).
        contradicted: 1 if it is contradicted, 0 if it is unknown, -1 if that is not known; shape (claims,).
        weights: What each counts for; shape (claims,).
        groups: The number of the group of each; shape (claims,).
    """

    columns: NDArray[np.float32]
    supported: NDArray[np.int32]
    contradicted: NDArray[np.int32]
    weights: NDArray[np.float64]
    groups: NDArray[np.intp]

    @classmethod
    def of(cls, rows: Iterable[Row]) -> "Table":
        """Return judged claims as one table.

        Args:
            rows: The claims; at least one.
        """
        kept = list(rows)
        contradicted = [int(Status.CONTRADICTED in row.statuses) if len(row.statuses) == 1 else -1 for row in kept]
        return cls(
            np.stack([row.features for row in kept]),
            np.array([int(Status.SUPPORTED in row.statuses) for row in kept], dtype=np.int32),
            np.array(contradicted, dtype=np.int32),
            np.array([row.weight for row in kept]),
            np.array([row.group for row in kept], dtype=np.intp),
        )

    def where(self, chosen: NDArray[np.bool_]) -> "Table":
        """Return some of the claims.

        Args:
            chosen: Which; shape (claims,).
        """
        columns, supported, contradicted, weights, groups = self
        return Table(columns[chosen], supported[chosen], contradicted[chosen], weights[chosen], groups[chosen])


_TRENDS = "monotone_constraints"


def teach(model: type[Model], table: Table, growth: Growth, data: Mapping[str, int | str], seed: int) -> Model:
    """Return boosted trees that judge claims like those of a table.

    Args:
        model: The kind of model.
        growth: How to grow the trees.
        data: What the claims are, for the manifest.
        seed: Seeds the choice of rows and features of each tree.

    Raises:
        InputError: The claims are not of all three kinds.
    """
    unsupported = table.where((table.supported == 0) & (table.contradicted >= 0))
    if len(set(table.supported.tolist())) < _KINDS or len(set(unsupported.contradicted.tolist())) < _KINDS:
        raise InputError("the claims are not of all kinds; accepted: supported, contradicted and unknown ones")
    names = model.names()
    supported = grow(Rows(table.columns, table.supported, _balanced(table)), names, growth, seed)
    # What speaks for support does not tell a contradicted claim from an unknown one.
    free = replace(growth, options=tuple(item for item in growth.options if item[0] != _TRENDS))
    contradicted = grow(Rows(unsupported.columns, unsupported.contradicted, unsupported.weights), names, free, seed)
    return model(supported, contradicted, Origin({"rows": len(table.supported), **data}, seed))


def _balanced(table: Table) -> NDArray[np.float64]:
    """Return weights by which supported claims and all others count alike, since their shares in use are unknown."""
    held = table.supported == 1
    share = table.weights[held].sum() / table.weights.sum()
    balanced: NDArray[np.float64] = table.weights * np.where(held, 0.5 / share, 0.5 / (1 - share))
    return balanced


def trends(names: Sequence[str], rising: Mapping[str, int]) -> tuple[str, list[int]]:
    """Return the option of boosted trees that holds features to what they can speak for.

    Args:
        rising: 1 for features that never speak against support, -1 for those that never speak for it.

    Example:
        >>> trends(["words", "read"], {"read": 1})
        ('monotone_constraints', [0, 1])
    """
    return _TRENDS, [rising.get(name, 0) for name in names]
