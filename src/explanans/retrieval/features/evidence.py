"""Scores of all facts before the selection of candidates, and spreading from the best of them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.lexicon import Vocabulary, top
from explanans.language.statements.hypothesis import hypothesis
from explanans.language.tokens import content_lemmas
from explanans.learning.boosted_trees import Column, Columns, Feature
from explanans.learning.sparse import conjugate_gradient, distinct
from explanans.retrieval.features.facts import Candidates, Explanations, FactMatrix, Group, Visible, row_sums
from explanans.retrieval.features.nearness import Nearness
from explanans.retrieval.features.precedents import Precedents
from explanans.retrieval.features.sparse_scores import SparseScores, matching
from explanans.structures.questions import Question

_SENTENCE_END = re.compile(r"(?<=[.?!])\s+")

VIEWS = ("both", "question", "answer", "hypothesis", "others", "asking")
"""Question and right answer; either alone; their statement; the wrong choices; the last sentence of the question."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question and its answer as vectors.

    Attributes:
        cosines: One unit vector per view in ``VIEWS``, each contiguous; shape (lemmas, views).
        asked: 1 if the question holds a lemma; shape (lemmas,).
        answered: 1 if the right answer does; shape (lemmas,).
        rejected: 1 if a wrong choice does and neither question nor answer; shape (lemmas,).
        either: 1 if question or answer does; shape (lemmas,).
    """

    question: Question
    cosines: NDArray[np.float64]
    asked: NDArray[np.float64]
    answered: NDArray[np.float64]
    rejected: NDArray[np.float64]
    either: NDArray[np.float64]

    @classmethod
    def of(cls, question: Question, vocabulary: Vocabulary) -> "Query":
        """Return a question as vectors over a vocabulary.

        Raises:
            InputError: The question's key names no choice.
        """
        answer = question.answer
        others = chain.from_iterable(
            content_lemmas(item.text) for item in question.choices if item.label != question.key
        )
        views = (
            content_lemmas(f"{question.text} {answer}"),
            content_lemmas(question.text),
            content_lemmas(answer),
            content_lemmas(hypothesis(question.text, answer)),
            tuple(others),
            content_lemmas(f"{_SENTENCE_END.split(question.text.strip())[-1]} {answer}"),
        )
        cosines = np.zeros((len(views), len(vocabulary.numbers))).T
        held = np.zeros((len(views), len(vocabulary.numbers)))
        for number, view in enumerate(views):
            terms, weights = vocabulary.vector(view)
            cosines[terms, number] = weights
            held[number, terms] = weights > 0
        either = held[0]
        return cls(question, cosines, held[1], held[2], held[4] * (1 - either), either)


_SHARPNESS = 2
_WEIGHT = 0.7
_NEIGHBOURS = 128
_RIDGE = 0.5
_EXACT = 1e-12
_LEADING = 120
"""Number of first facts of each kind of evidence that may be compared by vectors in a large knowledge base."""
_SOURCES, _VOTED = 20, 40
"""Number of first facts by ``prior`` and by votes from which paths continue."""


@dataclass(frozen=True, slots=True)
class Trail:
    """Spreading from some facts along shared words.

    Attributes:
        mean: Weighted mean of the facts as a vector of lemmas; shape (lemmas,).
        shares: Their weights, which sum to 1.
        reached: Cosines of facts with the mean over lemmas outside question and answer.
    """

    mean: NDArray[np.float64]
    sources: NDArray[np.intp]
    shares: NDArray[np.float64]
    reached: SparseScores

    @classmethod
    def of(cls, facts: FactMatrix, query: Query, scores: SparseScores, count: int) -> "Trail":
        """Spread from the first facts by some score, weighted by it."""
        sources = scores.first(count)
        shares = np.maximum(scores.at(sources), 0)
        shares = shares / max(float(shares.sum()), 1e-9)
        mean = shares @ facts.unit[sources]
        return cls(mean, sources, shares, matching(facts, mean * (1 - query.either)))

    def shares_of(self, numbers: NDArray[np.intp]) -> Column:
        """Return the weights of some facts, 0 for facts that are no sources; shape (numbers,)."""
        order = np.argsort(self.sources)
        return SparseScores(self.sources[order], self.shares[order], 0).at(numbers)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Scores of all facts for one question.

    Attributes:
        similarities: Cosine of each visible question; shape (questions,).
        weights: Weights from kernel ridge regression over the nearest questions; shape (questions,).
        relevance: Cosines of BM25 vectors.
        prior: Relevance plus explanatory power, the initial order of the first stage.
        broad: Sums of the similarities of the questions that facts explain.
        hops: Spreading from the first facts by ``prior``.
        spread: Spreading from the facts with the highest sums of ``weights``.
        nearness: Cosines of sentence vectors; None if not used.
        precedents: The nearest questions by sentence vectors; None if not used.
    """

    visible: Visible
    similarities: NDArray[np.float64]
    weights: NDArray[np.float64]
    relevance: SparseScores
    prior: SparseScores
    broad: SparseScores
    hops: Trail
    spread: Trail
    nearness: Nearness | None = None
    precedents: Precedents | None = None

    @classmethod
    def of(
        cls,
        query: Query,
        facts: FactMatrix,
        explanations: Explanations | None,
        visible: Visible,
    ) -> "Evidence":
        """Compute the scores for a question.

        Args:
            explanations: The gold explanations; None if not used.
        """
        both = query.cosines[:, 0]
        similarities = weights = np.zeros_like(visible)
        if explanations is None:
            prior = relevance = matching(facts, both)
            predicted = broad = SparseScores.none(facts.size)
        else:
            similarities = (explanations.both @ both) * visible
            weights = ridge_weights(explanations, similarities)
            votes = explanations.votes(np.stack((similarities**_SHARPNESS, weights, similarities)).T)
            power, predicted, broad = (SparseScores(explanations.facts, column, facts.size) for column in votes.T)
            relevance = matching(facts, both, explanations.facts[power.values > 0])
            prior = relevance.plus(power, _WEIGHT)
        hops, spread = Trail.of(facts, query, prior, _SOURCES), Trail.of(facts, query, predicted, _VOTED)
        return cls(visible, similarities, weights, relevance, prior, broad, hops, spread)

    def leading(self, deprecated: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Return the indices of the first facts of each kind of evidence by words, ascending.

        Args:
            deprecated: Mask of superseded facts; shape (facts,).
        """
        kinds = (self.relevance, self.prior, self.hops.reached, self.spread.reached)
        return distinct(np.concatenate([scores.best(_LEADING, deprecated) for scores in kinds])).astype(np.intp)


def ridge_weights(explanations: Explanations, similarities: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the kernel ridge regression weights of the nearest questions for a new question.

    Similar questions share their weight, in contrast to explanatory power (Saunders et al. 1998, eq. 7, over the
    nearest neighbours only).

    Args:
        similarities: Cosine of each usable question, else 0; shape (questions,).
    """
    weights = np.zeros_like(similarities)
    near = top(similarities, _NEIGHBOURS)
    near = near[similarities[near] > 0]
    if near.size:
        _, vectors = explanations.both[near].compact()
        # The kernel matrix is not materialized: dense algebra of this size would start threads, at a net cost.
        weights[near] = conjugate_gradient(
            lambda shares: vectors @ (shares @ vectors) + _RIDGE * shares, similarities[near], _EXACT
        )
    return weights


HOPS = (
    Feature("hops", "mean cosine with the first facts by relevance and power, itself left out", Group.HOPS),
    Feature("hops_new", "hops over lemmas that neither question nor answer holds", Group.HOPS),
    Feature("hops_old", "hops over lemmas of question and answer", Group.HOPS),
)

SPREAD = (
    Feature("spread", "mean cosine with the facts that ridge regression votes for, but itself", Group.POWER),
    Feature("spread_new", "spread over lemmas that neither question nor answer holds", Group.POWER),
    Feature("spread_old", "spread over lemmas of question and answer", Group.POWER),
)


def followed(trails: Mapping[str, Trail], query: Query, candidates: Candidates) -> Columns:
    """Return the features ``HOPS`` or ``SPREAD`` of some facts.

    Args:
        trails: The trail of each name; that of ``spread`` needs explanations.
    """
    unit, count = candidates.unit, len(candidates)
    inside = query.either[unit.indices]
    parts = (1 - inside, inside)
    own = [row_sums(unit.data**2 * part, unit.rows, count) for part in parts]
    columns: Columns = {}
    for name, trail in trails.items():
        shares, mean = trail.shares_of(candidates.numbers), trail.mean[unit.indices]
        new, old = (
            row_sums(unit.data * (mean * part), unit.rows, count) - shares * itself
            for part, itself in zip(parts, own, strict=True)
        )
        columns |= {name: new + old, f"{name}_new": new, f"{name}_old": old}
    return columns
