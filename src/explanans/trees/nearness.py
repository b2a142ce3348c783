"""How near ranked facts are to a question and to one another, by sentence vectors."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from explanans.learning.boosted_trees import Feature
from explanans.learning.embedder import Embedder
from explanans.structures.trees import Problem
from explanans.trees.problem_matrix import Matrix

NEARNESS = (
    Feature("near_hypothesis", "cosine of its vector with the hypothesis's"),
    Feature("near_question", "cosine with the question's; 0 if there is none"),
    Feature("near_answer", "cosine with the answer's; 0 if there is none"),
    Feature("near_gap", "how much nearer the nearest fact is to the hypothesis"),
    Feature("near_rank", "how many facts are nearer to the hypothesis"),
    Feature("near_question_rank", "how many facts are nearer to the question"),
    Feature("near_other", "cosine with the nearest other fact"),
    Feature("near_before", "cosine with the nearest fact that is ranked before it"),
    Feature("near_mean", "mean cosine with the other facts"),
)
"""Features of each fact by itself."""

NEAR_BELIEVED = (
    Feature("near_believed", "cosine with the nearest other fact, times its probability of the first pass"),
    Feature("near_believed_mean", "mean cosine with the other facts, weighted by these probabilities"),
)
"""Features of each fact beside those that the first pass finds probable."""


@dataclass(frozen=True)
class Nearness:
    """Cosines of facts, and their vectors.

    Attributes:
        asked: With the hypothesis, the question and the answer; shape (facts, 3).
        facts: The sentence vectors of the facts; shape (facts, width).
        stated: That of the hypothesis; shape (width,).
    """

    asked: Matrix
    facts: Matrix
    stated: Matrix

    @cached_property
    def mutual(self) -> Matrix:
        """The cosines with one another, 0 of a fact with itself; shape (facts, facts)."""
        cosines = self.facts @ self.facts.T
        np.fill_diagonal(cosines, 0.0)
        return cosines

    def columns(self) -> Matrix:
        """Return the features of ``NEARNESS``; shape (facts, features)."""
        count, stated = len(self.asked), self.asked[:, 0]
        return np.column_stack(
            [
                self.asked,
                stated.max(initial=-1.0) - stated,
                _rank(stated),
                _rank(self.asked[:, 1]),
                self.mutual.max(axis=1, initial=0.0),
                np.tril(self.mutual, -1).max(axis=1, initial=0.0),
                self.mutual.sum(axis=1) / max(1, count - 1),
            ]
        )

    def believed(self, belief: Matrix) -> Matrix:
        """Return the features of ``NEAR_BELIEVED``; shape (facts, features).

        Args:
            belief: The probabilities of the first pass; shape (facts,).
        """
        total = max(float(belief.sum()), 1e-6)
        return np.column_stack([(self.mutual * belief).max(axis=1, initial=0.0), self.mutual @ belief / total])


def nearness(problem: Problem) -> Nearness:
    """Return the cosines of the premises of a problem, in their order."""
    texts = [premise.text for premise in problem.premises]
    asked = [problem.hypothesis, problem.question, problem.answer]
    vectors = Embedder.shipped().embed([*asked, *texts]).astype(np.float64)
    given = vectors[: len(asked)] * np.array([[bool(text.strip())] for text in asked])
    facts = vectors[len(asked) :]
    return Nearness(facts @ given.T, facts, vectors[0])


def _rank(values: Matrix) -> NDArray[np.float64]:
    """Return how many values are greater than each, the first of equal ones counting as greater; shape (values,)."""
    return np.argsort(np.argsort(-values, kind="stable"), kind="stable").astype(np.float64)
