"""Reorder the first facts of a ranking."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.retrieval.ranker import order


def first_facts(knowledge: KnowledgeBase, scores: NDArray[np.float64], limit: int) -> NDArray[np.intp]:
    """Return the indices of the first facts of a ranking, best first.

    Superseded facts and facts with the lowest score are left out.

    Args:
        scores: One score per fact; shape (facts,).
        limit: Number of facts to return at most.
    """
    first = order(knowledge, scores, limit)
    worth_it = ~knowledge.deprecated[first] & (scores[first] > scores.min())
    return np.asarray(first[worth_it])


def reordered(scores: NDArray[np.float64], first: NDArray[np.intp], keys: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return scores that reorder the first facts of a ranking and keep all others in place.

    The scores of the first facts are permuted. Of two equal scores, the better fact is raised by a billionth of the
    range of all scores, and so is the last one.

    Args:
        scores: One score per fact; shape (facts,).
        first: Indices of the first facts, best first; shape (first,).
        keys: Sort keys, lowest first; the sort is stable; shape (first,).

    Example:
        >>> reordered(np.array([0.9, 0.5, 0.7, 0.1]), np.array([0, 2, 1]), np.array([2.0, 1.0, 3.0])).round(3).tolist()
        [0.7, 0.5, 0.9, 0.1]
    """
    changed, rising = scores.copy(), scores[first[::-1]]
    step = 1e-9 * float(np.ptp(scores))
    rising[:1] += step
    for lower, higher in pairwise(range(len(rising))):
        rising[higher] = max(rising[higher], rising[lower] + step)
    changed[first[np.argsort(keys, kind="stable")]] = rising[::-1]
    return changed
