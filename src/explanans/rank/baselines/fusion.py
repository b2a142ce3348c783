"""Rank facts by what several rankers say together."""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from explanans.exceptions import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.rank.ranker import open_ranker, order
from explanans.registry import takes

_DEFAULT = "zscore:paths+unification"
"""The best of the pairs of rankers without a trained model on WorldTree's training questions."""

_ACCEPTED = (
    "fusion:METHOD:RANKER+RANKER… with the method confidence, rrf, sum or zscore, as in fusion:rrf:bm25+unification"
)
_RANK_CONSTANT = 60


_CONFIDENCE = "confidence"
_BAR = 0.5
_AMONG = 10


@takes("METHOD:RANKER+RANKER")
class Fusion:
    """What several rankers say together.

    That is the sum of their scores, made comparable by ``reciprocal_ranks``, ``positives`` or ``zscores``. By the
    method ``confidence`` it is what the first ranker says that is confident (see ``confidence``), else what the last
    says, as in the ensemble of Das et al. 2019, of paths and single facts (Jansen & Ustalov 2019, section 6).

    Args:
        knowledge: The knowledge base to rank.
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
        """Return one score a fact; shape (facts,).

        Args:
            question: A question with its right answer.

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
    """Return how far the best fact of a ranking stands above the tenth: the share of its score that it has more.

    Args:
        scores: One score a fact, none of them negative; shape (facts,).

    Example:
        >>> confidence(np.array([4.0, 3.0, 1.0])), confidence(np.zeros(3))
        (0.75, 0.0)
    """
    best = np.sort(scores)[::-1][:_AMONG]
    return float((best[0] - best[-1]) / best[0]) if len(best) and best[0] > 0 else 0.0


def reciprocal_ranks(knowledge: KnowledgeBase, scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 / (60 + rank) for each fact, ranks counted from 1 (Cormack, Clarke & Büttcher 2009).

    Args:
        knowledge: The knowledge base, whose superseded facts rank last.
        scores: One score a fact; shape (facts,).
    """
    reciprocal = np.empty(len(scores))
    reciprocal[order(knowledge, scores)] = 1 / (_RANK_CONSTANT + np.arange(1, len(scores) + 1))
    return reciprocal


def zscores(_: KnowledgeBase, scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return by how many standard deviations each score exceeds their mean (Montague & Aslam 2001).

    Args:
        _: The knowledge base, which does not matter here.
        scores: One score a fact; shape (facts,).

    Returns:
        All 0 where all scores are the same; shape (facts,).
    """
    if np.ptp(scores) == 0:  # rounding may give even these a standard deviation
        return np.zeros(len(scores))
    return np.asarray((scores - scores.mean()) / scores.std())


def positives(_: KnowledgeBase, scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the scores as they are, but 0 where nothing speaks for a fact.

    Args:
        _: The knowledge base, which does not matter here.
        scores: One score a fact, of rankers whose scores are cosines or probabilities; shape (facts,).
    """
    return np.maximum(scores, 0)


_METHODS: Mapping[str, Callable[[KnowledgeBase, NDArray[np.float64]], NDArray[np.float64]]] = {
    "rrf": reciprocal_ranks,
    "sum": positives,
    "zscore": zscores,
}
