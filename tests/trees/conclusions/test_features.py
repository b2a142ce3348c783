import numpy as np
import pytest

from explanans.lab.training.conclusions import train_fluency
from explanans.trees.conclusions.concluder import candidates
from explanans.trees.conclusions.features import HYPOTHESIS_NAMES, NAMES, PROPOSERS, columns, nearness_to_joined

PREMISES = ("ice is a kind of solid", "heat melts a solid")


def test_features_of_the_hypothesis_come_last_and_only_with_one() -> None:
    fluency = train_fluency([*PREMISES, "heat melts ice"], seed=0)
    found = candidates(PREMISES)
    without = columns(found, PREMISES, "", fluency)
    with_one = columns(found, PREMISES, "heat melts ice", fluency)
    assert without.shape == (len(found), len(NAMES))
    assert with_one.shape == (len(found), len(NAMES) + len(HYPOTHESIS_NAMES))
    assert np.array_equal(without, with_one[:, : len(NAMES)])
    assert not np.isnan(with_one).any()


def test_each_candidate_is_of_a_known_proposer() -> None:
    assert {candidate.proposer for candidate in candidates(PREMISES)} <= set(PROPOSERS)


@pytest.mark.parametrize(
    ("text", "nearness"),
    [
        ("ice is a kind of solid heat melts a solid", 1.0),
        ("fish swim", 0.0),
        ("ice is a kind of solid", 0.75),
    ],
)
def test_nearness_to_the_joined_premises(text: str, nearness: float) -> None:
    assert nearness_to_joined(text, PREMISES) == pytest.approx(nearness)
