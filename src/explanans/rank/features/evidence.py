"""What is known of all facts before candidates are chosen."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explanans.rank.features.explanations import Explanations, Visible
from explanans.rank.features.facts import FactMatrix
from explanans.rank.features.feature import Column
from explanans.rank.features.query import Query

_SHARPNESS = 2
_WEIGHT = 0.7
_NEIGHBOURS = 128
_RIDGE = 0.5
_SOURCES, _VOTED = 20, 40
"""How many of the first facts by ``prior`` and by votes the way leads on from."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of all facts for one question.

    Attributes:
        visible: The explanations that may be used.
        similarities: The cosine of each visible question; shape (questions,).
        weights: What kernel ridge regression over the nearest questions gives each of them; shape (questions,).
        relevance: The cosine of BM25 vectors; shape (facts,).
        prior: Relevance and explanatory power, the order that the first stage starts from; shape (facts,).
        predicted: The votes of ``weights``; shape (facts,).
        broad: The sum of the similarities of the questions that a fact explains; shape (facts,).
        spread: The cosines with the facts most voted for, over lemmas outside the question; shape (facts,).
        hops: The same with the first facts by ``prior``; shape (facts,).
        trail: The mean of the first facts by ``prior``, as a vector of lemmas; shape (lemmas,).
        sources: The numbers of those facts.
        shares: How much each of them counts; they sum to 1.
    """

    visible: Visible
    similarities: NDArray[np.float64]
    weights: NDArray[np.float64]
    relevance: Column
    prior: Column
    predicted: Column
    broad: Column
    spread: Column
    hops: Column
    trail: NDArray[np.float64]
    sources: NDArray[np.intp]
    shares: NDArray[np.float64]

    @classmethod
    def of(cls, query: Query, facts: FactMatrix, explanations: Explanations | None, visible: Visible) -> "Evidence":
        """Gather the evidence for a question.

        Args:
            query: The question.
            facts: All facts.
            explanations: The gold explanations; None where they are not to be used.
            visible: Which of them may be used.
        """
        relevance = np.asarray(facts.unit @ query.cosines[:, 0])
        prior, predicted, broad, spread = relevance, *np.zeros((3, len(relevance)))
        similarities = weights = np.zeros_like(visible)
        outside = 1 - query.either
        if explanations is not None:
            similarities = (explanations.both @ query.cosines[:, 0]) * visible
            weights = ridge_weights(explanations, similarities)
            votes = explanations.explains @ np.column_stack((similarities**_SHARPNESS, weights, similarities))
            prior, predicted, broad = relevance + _WEIGHT * votes[:, 0], votes[:, 1], votes[:, 2]
            spread = facts.unit @ (_mean(facts, predicted, _VOTED)[0] * outside)
        trail, sources, shares = _mean(facts, prior, _SOURCES)
        hops = facts.unit @ (trail * outside)
        return cls(
            visible, similarities, weights, relevance, prior, predicted, broad, spread, hops, trail, sources, shares
        )


def _mean(
    facts: FactMatrix, scores: Column, count: int
) -> tuple[NDArray[np.float64], NDArray[np.intp], NDArray[np.float64]]:
    """Return the mean vector of the first facts by some score, weighted by it; their numbers; and their weights."""
    first = best(scores, count)
    shares = np.maximum(scores[first], 0)
    shares = shares / max(float(shares.sum()), 1e-9)
    return shares @ facts.unit[first], first, shares


def best(scores: Column, count: int) -> NDArray[np.intp]:
    """Return where the highest scores are, best first; ties keep their order.

    Args:
        scores: Any scores.
        count: How many to return at most.
    """
    if count < len(scores):
        threshold = np.partition(scores, len(scores) - count)[len(scores) - count]
        chosen = np.flatnonzero(scores >= threshold)
        return chosen[np.argsort(-scores[chosen], kind="stable")][:count]
    return np.argsort(-scores, kind="stable")


def ridge_weights(explanations: Explanations, similarities: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what kernel ridge regression gives each of the nearest questions for the explanation of a new one.

    The votes of questions that resemble one another are shared among them, which explanatory power does not do
    (Saunders et al. 1998, eq. 7, over the nearest neighbours only).

    Args:
        explanations: The gold explanations.
        similarities: The cosine of each question that may vote, else 0; shape (questions,).
    """
    weights = np.zeros_like(similarities)
    near = best(similarities, _NEIGHBOURS)
    near = near[similarities[near] > 0]
    if near.size:
        vectors = explanations.both[near]
        kernel = (vectors @ vectors.T).toarray()
        weights[near] = np.linalg.solve(kernel + _RIDGE * np.eye(near.size), similarities[near])
    return weights
