"""Folds keep together what belongs together."""

import numpy as np

from explanans.lab.boosting import draw_folds


def test_folds_of_groups_are_even_and_keep_groups_together() -> None:
    numbers = draw_folds([f"Belief {number % 50}." for number in range(100)], 5, np.random.default_rng(3))
    assert (np.bincount(numbers, minlength=5) == 20).all()
    assert (numbers[:50] == numbers[50:]).all()
