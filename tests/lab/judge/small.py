"""A combination that is trained in a moment, on claims whose label one feature tells."""

from functools import cache

import numpy as np

from explanans.entailment.judge.combination import NAMES, Combination
from explanans.lab.datasets.labels import UNSUPPORTED
from explanans.lab.judge.combination import GROWTH
from explanans.lab.judge.table import Row, Table, teach
from explanans.structures.verdicts import Status

_KINDS = [frozenset((status,)) for status in Status] + [UNSUPPORTED]


def rows(count: int = 240) -> list[Row]:
    """Return claims: the first feature tells which are supported, the second which are contradicted."""
    chance = np.random.default_rng(0)
    found = []
    for number in range(count):
        statuses = _KINDS[number % len(_KINDS)]
        columns = chance.normal(size=len(NAMES)).astype(np.float32)
        columns[0] = float(Status.SUPPORTED in statuses) + 0.1 * columns[0]
        columns[1] = float(Status.CONTRADICTED in statuses) + 0.1 * columns[1]
        found.append(Row(columns, statuses, 1.0, number // 4))
    return found


@cache
def combination() -> Combination:
    """Return the combination."""
    return teach(Combination, Table.of(rows()), GROWTH, {"made": "up"}, 0)
