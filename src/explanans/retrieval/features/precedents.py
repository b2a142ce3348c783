"""Features from gold explanations of the nearest questions by sentence vectors, and from facts similar to those."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.lexicon import top
from explanans.knowledge.reading import ReadVectors
from explanans.knowledge.sharded import AnyVectors
from explanans.knowledge.vectors import Vectors
from explanans.learning.boosted_trees import Column, Columns, Feature
from explanans.learning.sparse import conjugate_gradient
from explanans.retrieval.features.facts import (
    ROLES,
    Candidates,
    Explained,
    Explanations,
    Group,
    Visible,
    row_maxima,
)
from explanans.retrieval.features.nearness import Nearness
from explanans.retrieval.features.sparse_scores import SparseScores

_SHARPNESSES = (2, 4, 8, 16)
_SHARP = 4
_NEIGHBOURHOODS = (3, 10, 40)
_SMOOTHING = 2.0
_NEIGHBOURS = 128
_RIDGE = 0.5
_EXACT = 1e-10
_VOTED = 40
_CLOSE = 10

PRECEDENTS = (
    *(
        Feature(name, f"cosines of sentence vectors of the questions that the fact explains: {what}", Group.PRECEDENTS)
        for name, what in (
            *((f"near_power_{n}", f"sum of their powers of {n}") for n in _SHARPNESSES),
            *((f"near_nearest_{n}", f"sum of powers of 4 among the {n} nearest questions") for n in _NEIGHBOURHOODS),
            *((f"near_{role.lower()}", f"sum of powers of 4, as {role} only") for role in ROLES),
            ("near_mean", "mean of powers of 4, smoothed"),
            ("near_precedent", "the largest"),
            ("near_table", "sum of powers of 4 over all facts of the fact's table, as a share of all tables"),
            ("twice_power_2", "sum of the squares of their products with the cosines of BM25 vectors"),
            ("twice_power_4", "sum of powers of 4 of their means with the cosines of BM25 vectors"),
            ("near_ridge", "votes by kernel ridge regression over both kinds of cosines"),
        )
    ),
    Feature("near_spread", "mean cosine of sentence vectors with the facts voted for so, but itself", Group.PRECEDENTS),
    Feature("near_reached", "cosine of sentence vectors with the mean of these facts", Group.PRECEDENTS),
    Feature("near_closest", "largest such cosine with one of the ten first of them, but itself", Group.PRECEDENTS),
)


@dataclass(frozen=True, slots=True)
class Precedents:
    """The nearest questions with gold explanations.

    Attributes:
        similarities: Cosine of the sentence vectors of each visible question, at least 0; shape (questions,).
        words: Cosine of its BM25 vector; shape (questions,).
        both: Mean of the two; shape (questions,).
        weights: Kernel ridge regression weights; shape (questions,).
        sources: Indices of the facts with the highest sums of ``weights``.
        shares: Their weights, which sum to 1.
        votes: Sums of ``weights`` for all facts.
        reached: Cosines of the compared facts with the mean of the sources.
    """

    similarities: Column
    words: Column
    both: Column
    weights: Column
    sources: NDArray[np.intp]
    shares: Column
    votes: SparseScores
    reached: SparseScores

    @classmethod
    def of(
        cls,
        explanations: Explanations,
        questions: Vectors,
        nearness: Nearness,
        words: Column,
        visible: Visible,
    ) -> "Precedents":
        """Compare all questions with one.

        Args:
            words: Cosine of the BM25 vector of each visible question; shape (questions,).
        """
        vectors = nearness.vectors
        similarities = np.maximum(questions.cosines(nearness.query[None])[:, 0], 0) * visible
        both = (similarities + words) / 2
        weights = _ridge(explanations, questions, both)
        votes = SparseScores(explanations.facts, explanations.votes(weights[:, None])[:, 0], len(vectors))
        sources = votes.first(_VOTED)
        shares = np.maximum(votes.at(sources), 0)
        shares /= max(float(shares.sum()), 1e-9)
        mean = (shares @ vectors.rows(sources)).astype(np.float32)
        mean /= max(float(np.linalg.norm(mean)), 1e-9)
        return cls(similarities, words, both, weights, sources, shares, votes, nearness.with_vector(mean))

    def columns(
        self,
        explanations: Explanations,
        vectors: AnyVectors | ReadVectors,
        visible: Visible,
        candidates: Candidates,
        explained: Explained,
    ) -> Columns:
        """Return the features ``PRECEDENTS`` of some facts.

        Args:
            explained: The questions that they explain.
        """
        sharp = self.similarities**_SHARP
        weights = {f"near_power_{n}": self.similarities**n for n in _SHARPNESSES}
        nearest = top(self.similarities, max(_NEIGHBOURHOODS))
        for count in _NEIGHBOURHOODS:
            weights[f"near_nearest_{count}"] = np.zeros_like(sharp)
            near = nearest[:count]
            weights[f"near_nearest_{count}"][near] = sharp[near]
        weights |= {
            "twice_power_2": (self.similarities * self.words) ** 2,
            "twice_power_4": self.both**4,
            "near_ridge": self.weights,
            "uses": visible,
        }
        columns = {name: explained.all @ weight for name, weight in weights.items()}
        uses = columns.pop("uses")
        for role, matrix in zip(ROLES, explained.roles, strict=True):
            columns[f"near_{role.lower()}"] = matrix @ sharp
        voted = explanations.tables @ sharp
        columns["near_mean"] = columns[f"near_power_{_SHARP}"] / (uses + _SMOOTHING)
        columns["near_table"] = (voted / max(float(voted.sum()), 1e-9))[candidates.tables]
        columns["near_precedent"] = row_maxima(explained.all, self.similarities)
        others = (candidates.numbers[:, None] != self.sources) * (self.shares > 0)
        alike = (candidates.rows @ vectors.rows(self.sources).T) * others
        columns["near_spread"] = alike @ self.shares
        columns["near_reached"] = self.reached.at(candidates.numbers)
        columns["near_closest"] = alike[:, :_CLOSE].max(axis=1, initial=0)
        return columns


def _ridge(explanations: Explanations, questions: Vectors, similarities: Column) -> Column:
    """Return kernel ridge regression weights of the nearest questions; see ``evidence.ridge_weights``."""
    weights = np.zeros_like(similarities)
    near = top(similarities, _NEIGHBOURS)
    near = near[similarities[near] > 0]
    if near.size:
        _, words = explanations.both[near].compact()
        rows = questions.rows(near)

        def product(shares: NDArray[np.float64]) -> NDArray[np.float64]:
            return np.asarray((words @ (shares @ words) + rows @ (rows.T @ shares)) / 2 + _RIDGE * shares)

        weights[near] = conjugate_gradient(product, similarities[near], _EXACT)
    return weights
