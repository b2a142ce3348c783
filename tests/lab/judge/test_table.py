"""What combines learns what one feature tells, from claims of all kinds."""

import numpy as np
import pytest

from explanans.entailment.judge.combination import NAMES, RISING, Combination
from explanans.errors import InputError
from explanans.lab.datasets.labels import UNSUPPORTED
from explanans.lab.judge.combination import GROWTH
from explanans.lab.judge.table import Table, teach
from explanans.structures.verdicts import Status
from tests.lab.judge.small import combination, rows


def test_a_table_says_what_is_known_of_each_claim() -> None:
    table = Table.of(rows(4))
    assert table.supported.tolist() == [1, 0, 0, 0]
    assert table.contradicted.tolist() == [0, 1, 0, -1]
    assert Table.of(rows(8)).where(np.array([False, True] * 4)).groups.tolist() == [0, 0, 1, 1]


def test_what_one_feature_tells_is_learnt() -> None:
    known = [row for row in rows() if len(row.statuses) == 1]
    judgements = combination().judge([row.features for row in known])
    right = [judgement.status in row.statuses for judgement, row in zip(judgements, known, strict=True)]
    assert sum(right) / len(right) > 0.95


def test_more_of_what_speaks_for_support_never_lowers_it() -> None:
    columns = rows(40)[1].features
    place = NAMES.index(next(name for name, trend in RISING.items() if trend == 1))
    raised = []
    for value in np.linspace(-3, 3, 25):
        columns = columns.copy()
        columns[place] = value
        raised.append(combination().judge([columns])[0].supported)
    assert raised == sorted(raised)


def test_the_same_seed_gives_the_same_trees() -> None:
    again = teach(Combination, Table.of(rows()), GROWTH, {}, 0)
    assert again.name == combination().name
    assert teach(Combination, Table.of(rows()), GROWTH, {}, 1).name != again.name


@pytest.mark.parametrize("kept", [{Status.SUPPORTED}, {Status.SUPPORTED, Status.UNKNOWN}, UNSUPPORTED])
def test_claims_of_all_kinds_are_needed(kept: set[Status]) -> None:
    chosen = [row for row in rows() if set(row.statuses) <= kept]
    with pytest.raises(InputError, match=r"^the claims are not of all kinds; accepted: supported, contradicted and"):
        teach(Combination, Table.of(chosen), GROWTH, {}, 0)
