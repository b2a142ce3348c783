"""Features of how near a sentence encoder puts a fact to question and answer."""

import numpy as np
from numpy.typing import NDArray

from explanans.rank.features.feature import Column, Columns, Cost, Feature, Group

FEATURES = tuple(
    Feature(name, Group.MEANING, Cost.ENCODING, definition)
    for name, definition in (
        ("meaning", "cosine of the encoder's vectors"),
        ("meaning_standard", "the same in standard deviations above the mean of all facts"),
        ("meaning_place", "rank among all facts by it, as a logarithm"),
    )
)


def meaning(cosines: Column, candidates: NDArray[np.intp]) -> Columns:
    """Return the features above for some facts.

    Args:
        cosines: The cosine of every fact with the question; shape (facts,).
        candidates: The numbers of the facts; shape (candidates,).

    Example:
        >>> columns = meaning(np.array([0.1, 0.5, 0.3]), np.array([1, 2]))
        >>> np.expm1(columns["meaning_place"]).round(6).tolist()
        [0.0, 1.0]
    """
    chosen = cosines[candidates]
    above = len(cosines) - np.searchsorted(np.sort(cosines), chosen, side="right")
    return {
        "meaning": chosen,
        "meaning_standard": (chosen - cosines.mean()) / max(float(cosines.std()), 1e-9),
        "meaning_place": np.log1p(above),
    }
