"""Kappa by hand, distances, and what chance leaves undefined."""

import numpy as np
import pytest

from explanans.evaluation.agreement import Disagreement, alpha, kappa, linear, nominal, ordinal, quadratic


def test_kappa_by_hand() -> None:
    confusion = np.array([[2.0, 1, 0], [1, 2, 1], [0, 1, 2]])
    # Observed .4 throughout; expected (48 + 18) / 100, (48 + 2 * 18) / 100 and (48 + 4 * 18) / 100.
    assert kappa(confusion, nominal(2)).coefficient() == pytest.approx(1 - 0.4 / 0.66)
    assert kappa(confusion, linear(2)).coefficient() == pytest.approx(1 - 0.4 / 0.84)
    assert kappa(confusion, quadratic(2)).coefficient() == pytest.approx(1 - 0.4 / 1.2)


def test_raters_who_agree_less_than_by_chance() -> None:
    assert kappa(np.array([[0.0, 5], [5, 0]]), nominal(1)).coefficient() == -1


def test_ratings_that_do_not_occur_change_nothing() -> None:
    confusion = np.array([[2.0, 1], [1, 3]])
    wider = np.zeros((4, 4))
    wider[:2, :2] = confusion
    for apart in (nominal, linear, quadratic):
        assert kappa(wider, apart(3)).coefficient() == pytest.approx(kappa(confusion, apart(1)).coefficient())
    assert alpha(wider + wider.T, ordinal((wider + wider.T).sum(axis=-1))).coefficient() == pytest.approx(
        alpha(confusion + confusion.T, nominal(1)).coefficient()
    )


def test_where_chance_leaves_no_room_there_is_no_coefficient() -> None:
    same = np.array([[7.0, 0], [0, 0]])
    for found in (kappa(same, nominal(1)), alpha(same, nominal(1)), kappa(np.zeros((2, 2)), nominal(1))):
        assert found.coefficient() is None
        assert Disagreement(found.observed[None], found.expected[None]).interval() is None


def test_intervals_are_of_the_resamples_that_have_a_coefficient() -> None:
    found = Disagreement(np.array([0.0, 0.5, 0.0]), np.array([0.5, 0.5, 0.0]))
    assert found.interval() == pytest.approx((0.025, 0.975))


def test_ordinal_distance_as_published() -> None:
    # Krippendorff 2011, section D: ratings 1 to 5 occur 9, 13, 10, 5 and 3 times; for 1 and 2 that is 11 squared.
    table = ordinal(np.array([9.0, 13, 10, 5, 3]))
    assert table[0, 1] == ((9 + 13) / 2) ** 2
    assert table[0, 2] == (9 / 2 + 13 + 10 / 2) ** 2
    assert (table == table.T).all()


def test_many_tables_at_once_are_each_by_itself() -> None:
    tables = np.array([[[2.0, 1], [1, 3]], [[1, 0], [2, 2]]])
    together = kappa(tables, nominal(1))
    for place, table in enumerate(tables):
        alone = kappa(table, nominal(1))
        assert (together.observed[place], together.expected[place]) == (alone.observed, alone.expected)
