"""Rank facts by a linear combination of tf.idf cosines, learned from pairs of facts."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.retrieval.baselines.tfidf import WordIndex
from explanans.retrieval.leakage import GoldExplanations, evenly
from explanans.structures.questions import Question

_QUESTIONS = 500
_NEGATIVES = 10
"""Numbers of training questions, and of evenly spread negative facts per question; more change the ratio of the weights
by a few hundredths at most."""

_COST = 100.0
_STEPS = 50


class SvmRank:
    """A linear ranking support vector machine over cosines of facts with parts of a question.

    The weights are fitted on the gold explanations of the knowledge base at first use, in about a second; for a
    training question, on those outside its fold.

    Raises:
        InputError: The knowledge base has no gold explanations to learn from.
    """

    def __init__(self, knowledge: KnowledgeBase, name: str) -> None:
        self._training = GoldExplanations(knowledge, name)
        self._weights: dict[frozenset[int], NDArray[np.float64]] = {}

    def cosines(self, question: Question) -> NDArray[np.float64]:
        """Return the cosines of each fact; shape (facts, features)."""
        raise NotImplementedError

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score per fact; shape (facts,).

        Raises:
            InputError: The question's key names no choice.
        """
        return self.cosines(question) @ self.weights(question)

    def weights(self, question: Question) -> NDArray[np.float64]:
        """Return one weight per feature; shape (features,)."""
        hidden = self._training.held_out_folds(question)
        if hidden not in self._weights:
            self._weights[hidden] = fit_pairs(self._pairs(self._training.seen(hidden)))
        return self._weights[hidden]

    def _pairs(self, seen: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the differences between cosines of gold facts and of other facts; shape (pairs, features)."""
        pairs = []
        for number in evenly(seen, _QUESTIONS).tolist():
            cosines, gold = self.cosines(self._training.questions[number]), self._training.explanations[number]
            # Each question has a different offset, so that all facts are sampled.
            drawn = (number + evenly(np.arange(len(cosines)), _NEGATIVES)) % len(cosines)
            others = np.setdiff1d(drawn, gold)
            pairs.append((cosines[gold][:, None] - cosines[others][None]).reshape(-1, cosines.shape[1]))
        return np.concatenate(pairs or [np.empty((0, self.cosines(self._training.questions[0]).shape[1]))])


class SvmRankTfIdf(SvmRank):
    """The second baseline of the TextGraphs 2019 shared task (Jansen & Ustalov 2019, section 6).

    It uses the tf.idf cosines of a fact with the question and with the answer.

    Raises:
        InputError: The knowledge base has no gold explanations to learn from.
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        super().__init__(knowledge, "svmrank-tfidf")
        self._facts = WordIndex.of(fact.text for fact in knowledge.facts)

    def cosines(self, question: Question) -> NDArray[np.float64]:
        """Return the cosines of each fact with the question and with the answer; shape (facts, 2)."""
        return np.column_stack((self._facts.cosines(question.text), self._facts.cosines(question.answer)))


def fit_pairs(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights that rank the better item of each pair first by a margin.

    They minimise half their squared norm plus ``100`` times the mean, over pairs, of the squared hinge loss
    max(0, 1 - weights · difference)². SVM-rank (Joachims 2006) uses the hinge loss; with its square, Newton's method
    converges in a few steps (Chapelle & Keerthi 2010).

    Args:
        differences: Features of the better item minus those of the other; shape (pairs, features).

    Returns:
        One weight per feature; all 0 without pairs; shape (features,).

    Example:
        >>> fit_pairs(np.array([[1.0, 0.0], [1.0, 0.0]])).round(3).tolist()
        [0.995, 0.0]
    """
    size = differences.shape[1]
    weights = np.zeros(size)
    violating = np.ones(len(differences), dtype=np.bool_)
    for _ in range(_STEPS):
        pairs = differences[violating]
        share = 2 * _COST / max(len(differences), 1)
        weights = np.linalg.solve(np.eye(size) + share * pairs.T @ pairs, share * pairs.sum(axis=0))
        still = differences @ weights < 1
        if np.array_equal(still, violating):
            break
        violating = still
    return weights
