import numpy as np

from explanans.pipeline.proposals.features import NAMES, Fit


def test_chances_are_probabilities() -> None:
    chances = Fit.shipped().chances(np.zeros((3, len(NAMES)), dtype=np.float32))
    assert chances.shape == (3,)
    assert ((chances > 0) & (chances < 1)).all()
