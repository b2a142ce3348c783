"""Kinds of evidence that features of a fact draw on."""

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from explanans.learn.feature import Column


def row_sums(weights: Column, rows: NDArray[np.intp], count: int) -> Column:
    """Return the sum of the weights of each row.

    Args:
        weights: One weight an entry of a sparse matrix; shape (entries,).
        rows: The row of each entry; shape (entries,).
        count: How many rows there are.
    """
    return np.bincount(rows, weights=weights, minlength=count).astype(np.float64)


class Group(StrEnum):
    """What kind of evidence a feature draws on."""

    RELEVANCE = "relevance"
    """How much of its wording a fact shares with question and answer."""
    SIDES = "sides"
    """On which side of the fact that wording stands."""
    EXPANSION = "expansion"
    """What the fact shares with words that other facts tie to the question's."""
    HOPS = "hops"
    """What the fact shares with facts that are relevant themselves."""
    SHAPE = "shape"
    """What the fact is like, whatever the question."""
    MEANING = "meaning"
    """How near a sentence encoder puts the fact to question and answer."""
    ADAPTED = "adapted"
    """How near the fact is to the vector of the question that an adapter has turned towards facts that explain it."""
    NEARNESS = "nearness"
    """How near the sentence vectors of the package put the fact to parts of the question and to other facts."""
    PRECEDENTS = "precedents"
    """How often the fact explains questions that the sentence vectors of the package put near."""
    POWER = "power"
    """How often the fact explains similar questions."""
    PRIOR = "prior"
    """How often the fact explains any question."""
    STANDING = "standing"
    """Where the stage before has put the fact."""
    CONTEXT = "context"
    """How the fact fits the best facts of the stage before."""


NEEDS_EXPLANATIONS = frozenset({Group.POWER, Group.PRIOR, Group.PRECEDENTS})
"""The groups that are empty where a knowledge base has no gold explanations to learn from."""
NEEDS_ENCODER = frozenset({Group.MEANING})
"""The groups that need the cosines of a sentence encoder: one of one's own, or the one of the package."""
NEEDS_ADAPTER = frozenset({Group.ADAPTED})
"""The groups that need an adapter of question vectors."""
NEEDS_VECTORS = frozenset({Group.NEARNESS, Group.PRECEDENTS})
"""The groups that need the sentence vectors of the facts by the network of the package."""
