"""Choose the facts worth a closer look."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.top import top
from explanans.rank.features.evidence import Evidence

_RELEVANT, _POWERFUL, _REACHED, _MEANT = 110, 120, 90, 60
"""Chosen on WorldTree's training questions, by the share of the gold facts that are among the candidates."""


def candidates(evidence: Evidence, deprecated: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the numbers of the facts worth a closer look, rising.

    They are the first facts by relevance; by relevance and explanatory power; by explanatory power that even distant
    questions lend; and by what they share, outside the words of the question, with the facts of the second kind and
    with the facts that similar questions vote for. The last three reach facts without a word of the question, and so do
    the first facts by a sentence encoder where there is one. Superseded facts are left out.

    Args:
        evidence: What is known of all facts.
        deprecated: Which facts are superseded; shape (facts,).
    """
    sources = [
        (evidence.relevance, _RELEVANT),
        (evidence.prior, _POWERFUL),
        (evidence.broad, _REACHED),
        (evidence.hops.reached, _REACHED),
        (evidence.spread.reached, _REACHED),
    ]
    if evidence.meaning is not None:
        sources.append((evidence.meaning, _MEANT))
    return np.unique(np.concatenate([_first(scores, deprecated, count) for scores, count in sources]))


def _first(scores: NDArray[np.float64], deprecated: NDArray[np.bool_], count: int) -> NDArray[np.intp]:
    """Return the first facts that have any score and are not superseded."""
    found: NDArray[np.intp] = np.flatnonzero((scores > 0) & ~deprecated)
    return np.asarray(found[top(scores[found], count)])
