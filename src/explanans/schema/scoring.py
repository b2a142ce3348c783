"""Choose the solutions that explain a question, by the scores of their facts."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.schema.cache import Cache


class Choice(NamedTuple):
    """One chosen solution.

    Attributes:
        solution: Its number in the cache.
        gain: The clipped sum of the scores of its facts that no solution before it has.
    """

    solution: int
    gain: float


def fact_scores(cache: Cache, scores: Mapping[str, float], clip: float = 0.0) -> NDArray[np.float32]:
    """Return the clipped score of each fact of a cache.

    Args:
        cache: The cache.
        scores: The scores by fact; a fact without one has ``clip``.
        clip: The lowest score that counts: few irrelevant rows shall not weigh a solution down (Jansen et al. 2021,
            appendix A.4.3, where it is zero).

    Returns:
        One score a fact; shape (facts,).
    """
    found = (scores.get(uid, clip) for uid in cache.manifest.facts)
    return np.maximum(np.fromiter(found, dtype=np.float32, count=len(cache.manifest.facts)), np.float32(clip))


def solution_scores(cache: Cache, scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the sum of the scores of each solution's facts, as one sparse product.

    Args:
        cache: The cache.
        scores: The clipped scores of its facts; shape (facts,).

    Returns:
        One sum a solution; shape (solutions,).
    """
    sums: NDArray[np.float32] = cache.solutions @ scores
    return sums


def choose(cache: Cache, scores: NDArray[np.float32], most: int = 1) -> tuple[Choice, ...]:
    """Return solutions, each the one that adds most to those before it; of equals the first.

    Facts that a solution before it has add nothing. The choice ends where nothing is added.

    Args:
        cache: The cache.
        scores: The clipped scores of its facts; shape (facts,).
        most: How many solutions to choose at most.
    """
    left = scores.copy()
    chosen: list[Choice] = []
    while len(chosen) < most and cache.manifest.solutions:
        gains = solution_scores(cache, left)
        best = int(np.argmax(gains))
        if gains[best] <= 0:
            break
        chosen.append(Choice(best, float(gains[best])))
        first, last = cache.solutions.indptr[best : best + 2]
        left[cache.solutions.indices[first:last]] = 0
    return tuple(chosen)


def explanation(
    cache: Cache, scores: Mapping[str, float], most: int = 1, *, threshold: float = 0.0, clip: float = 0.0
) -> tuple[str, ...]:
    """Return the facts of the solutions that explain best, the highest score first.

    Args:
        cache: The cache.
        scores: The scores by fact.
        most: How many solutions to put together at most.
        threshold: Facts with this score or a lower one are left out (appendix A.4.3, where it is zero).
        clip: See ``fact_scores``.
    """
    chosen = choose(cache, fact_scores(cache, scores, clip), most)
    facts = dict.fromkeys(fact for choice in chosen for fact in cache.facts(choice.solution))
    kept = [fact for fact in facts if scores.get(fact, clip) > threshold]
    return tuple(sorted(kept, key=lambda fact: -scores.get(fact, clip)))
