"""Feature groups by kind of evidence."""

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from explanans.learning.boosted_trees import Column


def row_sums(weights: Column, rows: NDArray[np.intp], count: int) -> Column:
    """Return the sum of the weights of each row.

    Args:
        weights: One weight per entry of a sparse matrix; shape (entries,).
        rows: The row of each entry; shape (entries,).
    """
    return np.bincount(rows, weights=weights, minlength=count).astype(np.float64)


class Group(StrEnum):
    """Kind of evidence of a feature."""

    RELEVANCE = "relevance"
    """Word overlap of a fact with question and answer."""
    SIDES = "sides"
    """Side of the fact on which the overlap occurs."""
    EXPANSION = "expansion"
    """Overlap with words that other facts relate to those of the question."""
    HOPS = "hops"
    """Overlap with relevant facts."""
    SHAPE = "shape"
    """Question-independent properties of the fact."""
    MEANING = "meaning"
    """Similarity of sentence vectors of the fact and of question and answer."""
    NEARNESS = "nearness"
    """Similarity of sentence vectors of the fact, of parts of the question, and of other facts."""
    PRECEDENTS = "precedents"
    """Frequency of the fact in explanations of similar questions by sentence vectors."""
    POWER = "power"
    """Frequency of the fact in explanations of similar questions by words."""
    PRIOR = "prior"
    """Frequency of the fact in all explanations."""
    STANDING = "standing"
    """Score of the previous stage."""
    CONTEXT = "context"
    """Relation to the best facts of the previous stage."""
    ONWARD = "onward"
    """Similarity by the dual encoder of the fact and of the question with the best facts of the previous stage."""


NEEDS_EXPLANATIONS = frozenset({Group.POWER, Group.PRIOR, Group.PRECEDENTS})
"""Groups that need gold explanations."""
NEEDS_VECTORS = frozenset({Group.MEANING, Group.NEARNESS, Group.PRECEDENTS})
"""Groups that need sentence vectors of the facts."""
