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
    """How near sentence vectors put the fact to question and answer."""
    NEARNESS = "nearness"
    """How near sentence vectors put the fact to parts of the question and to other facts."""
    PRECEDENTS = "precedents"
    """How often the fact explains questions that sentence vectors put near."""
    POWER = "power"
    """How often the fact explains similar questions."""
    PRIOR = "prior"
    """How often the fact explains any question."""
    STANDING = "standing"
    """Where the stage before has put the fact."""
    CONTEXT = "context"
    """How the fact fits the best facts of the stage before."""
    ONWARD = "onward"
    """How near a pointer puts the fact to the question with the best facts of the stage before beside it."""


NEEDS_EXPLANATIONS = frozenset({Group.POWER, Group.PRIOR, Group.PRECEDENTS})
"""The groups that are empty where a knowledge base has no gold explanations to learn from."""
NEEDS_VECTORS = frozenset({Group.MEANING, Group.NEARNESS, Group.PRECEDENTS})
"""The groups that need sentence vectors of the facts."""
