"""Rank facts by the combined scores of several rankers."""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.registry import takes
from explanans.retrieval.ranker import open_ranker, order
from explanans.structures.questions import Question

_DEFAULT = "zscore:paths+unification"
"""The best pair of untrained rankers on WorldTree's training questions."""

_ACCEPTED = (
    "fusion:METHOD:RANKER+RANKER… with the method confidence, rrf, sum or zscore, as in fusion:rrf:bm25+unification"
)
_RANK_CONSTANT = 60


_CONFIDENCE = "confidence"
_BAR = 0.5
_AMONG = 10


@takes("METHOD:RANKER+RANKER")
class Fusion:
    """The combination of several rankers.

    The score is the sum of their scores, normalised by ``reciprocal_ranks``, ``positives`` or ``zscores``. The method
    ``confidence`` uses the first confident ranker (see ``confidence``), or the last one if none is, as in the ensemble
    of paths and single facts of Das et al. 2019 (Jansen & Ustalov 2019, section 6).

    Args:
        parts: The method and the rankers, such as ``rrf:bm25+unification``.

    Raises:
        InputError: The parts name no method, no ranker, or a fusion.
    """

    def __init__(self, knowledge: KnowledgeBase, parts: str = _DEFAULT) -> None:
        method, _, names = parts.partition(":")
        if method not in {*_METHODS, _CONFIDENCE} or not all(names.split("+")):
            raise InputError(f"'fusion:{parts}' names no fusion; accepted: {_ACCEPTED}")
        if "fusion" in {name.partition(":")[0] for name in names.split("+")}:
            raise InputError(f"'fusion:{parts}' fuses a fusion; accepted: {_ACCEPTED}, none of them a fusion")
        self._knowledge = knowledge
        self._comparable = _METHODS.get(method)
        self._rankers = tuple(open_ranker(name, knowledge) for name in names.split("+"))

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score per fact; shape (facts,).

        Raises:
            InputError: The question's key names no choice.
        """
        if self._comparable is None:
            *others, last = self._rankers
            for ranker in others:
                scores = ranker.scores(question)
                if confidence(scores) >= _BAR:
                    return scores
            return last.scores(question)
        fused = np.zeros(len(self._knowledge.facts))
        for ranker in self._rankers:
            fused += self._comparable(self._knowledge, ranker.scores(question))
        return fused


def confidence(scores: NDArray[np.float64]) -> float:
    """Return the relative score margin of the best fact over the tenth.

    Args:
        scores: One non-negative score per fact; shape (facts,).

    Example:
        >>> confidence(np.array([4.0, 3.0, 1.0])), confidence(np.zeros(3))
        (0.75, 0.0)
    """
    best = np.sort(scores)[::-1][:_AMONG]
    return float((best[0] - best[-1]) / best[0]) if len(best) and best[0] > 0 else 0.0


def reciprocal_ranks(knowledge: KnowledgeBase, scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 / (60 + rank) for each fact, ranks counted from 1 (Cormack, Clarke & Büttcher 2009).

    Args:
        scores: One score per fact; shape (facts,).
    """
    reciprocal = np.empty(len(scores))
    reciprocal[order(knowledge, scores)] = 1 / (_RANK_CONSTANT + np.arange(1, len(scores) + 1))
    return reciprocal


def zscores(_: KnowledgeBase, scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard score of each score (Montague & Aslam 2001).

    Args:
        scores: One score per fact; shape (facts,).

    Returns:
        Standard scores, all 0 if all scores are equal; shape (facts,).
    """
    if np.ptp(scores) == 0:  # rounding may give even equal scores a standard deviation
        return np.zeros(len(scores))
    return np.asarray((scores - scores.mean()) / scores.std())


def positives(_: KnowledgeBase, scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the scores with negative values replaced by 0.

    Args:
        scores: One cosine or probability per fact; shape (facts,).
    """
    return np.maximum(scores, 0)


_METHODS: Mapping[str, Callable[[KnowledgeBase, NDArray[np.float64]], NDArray[np.float64]]] = {
    "rrf": reciprocal_ranks,
    "sum": positives,
    "zscore": zscores,
}
