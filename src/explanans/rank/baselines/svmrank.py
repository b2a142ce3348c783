"""Rank facts by a linear combination of tf.idf cosines that is learnt from pairs of facts."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.rank.baselines.tfidf import WordIndex
from explanans.rank.explained import ExplainedQuestions, evenly

_QUESTIONS = 500
_NEGATIVES = 10
"""On how many training questions, and on how many other facts of each, evenly spread, the weights are fitted; more of
either moves their ratio by a few hundredths at most."""

_COST = 100.0
_STEPS = 50


class SvmRank:
    """Weighs cosines of facts with parts of a question by a support vector machine for ranking.

    The weights are learnt from the knowledge base's own explanations when they are first needed, in about a
    second, so that they suit its wording; for a training question, from those outside its fold.

    Args:
        knowledge: The knowledge base to rank.
        name: What the ranker is called, for complaints.

    Raises:
        InputError: The knowledge base has no gold explanations to learn from.
    """

    def __init__(self, knowledge: KnowledgeBase, name: str) -> None:
        self._training = ExplainedQuestions(knowledge, name)
        self._weights: dict[frozenset[int], NDArray[np.float64]] = {}

    def cosines(self, question: Question) -> NDArray[np.float64]:
        """Return the cosines of each fact that are weighed; shape (facts, features).

        Args:
            question: A question with its right answer.
        """
        raise NotImplementedError

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score a fact; shape (facts,).

        Args:
            question: A question with its right answer.

        Raises:
            InputError: The question's key names no choice.
        """
        return self.cosines(question) @ self.weights(question)

    def weights(self, question: Question) -> NDArray[np.float64]:
        """Return one weight a feature; shape (features,).

        Args:
            question: The question asked, which they are not learnt from.
        """
        hidden = self._training.hidden_from(question)
        if hidden not in self._weights:
            self._weights[hidden] = fit_pairs(self._pairs(self._training.seen(hidden)))
        return self._weights[hidden]

    def _pairs(self, seen: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return by how much the cosines of gold facts exceed those of other facts; shape (pairs, features)."""
        pairs = []
        for number in evenly(seen, _QUESTIONS).tolist():
            cosines, gold = self.cosines(self._training.questions[number]), self._training.explanations[number]
            # Each question starts at another fact, so that together they draw from all of them.
            drawn = (number + evenly(np.arange(len(cosines)), _NEGATIVES)) % len(cosines)
            others = np.setdiff1d(drawn, gold)
            pairs.append((cosines[gold][:, None] - cosines[others][None]).reshape(-1, cosines.shape[1]))
        return np.concatenate(pairs or [np.empty((0, self.cosines(self._training.questions[0]).shape[1]))])


class SvmRankTfIdf(SvmRank):
    """The second baseline of the TextGraphs 2019 shared task (Jansen & Ustalov 2019, section 6).

    A fact's tf.idf cosines with the question and with the answer are weighed.

    Args:
        knowledge: The knowledge base to rank.

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
    """Return the weights that put the better item of each pair first by a margin.

    They minimise half their squared length plus ``100`` times the mean, over pairs, of the squared hinge
    max(0, 1 - weights · difference)². SVM-rank (Joachims 2006) has the hinge itself; squared, Newton's method ends
    after a few steps (Chapelle & Keerthi 2010).

    Args:
        differences: The features of the better item less those of the other; shape (pairs, features).

    Returns:
        One weight a feature; shape (features,); all 0 where there is no pair.

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
