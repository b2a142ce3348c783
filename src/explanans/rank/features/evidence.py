"""Evidence: what is known of all facts before candidates are chosen, and where the likeliest of them lead on to."""

import re
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.linalg import LinearOperator, cg

from explanans.knowledge.lexicon import Vocabulary, top
from explanans.learn.feature import Column, Columns, Feature
from explanans.question import Question
from explanans.rank.features.explanations import Explanations, Visible
from explanans.rank.features.facts import FactMatrix
from explanans.rank.features.found import Found
from explanans.rank.features.groups import Group
from explanans.rank.features.nearness import Nearness
from explanans.rank.features.precedents import Precedents
from explanans.rank.features.retrieval import matching
from explanans.text.hypothesis import hypothesis
from explanans.text.lemmas import content_lemmas

_SENTENCE_END = re.compile(r"(?<=[.?!])\s+")

VIEWS = ("both", "question", "answer", "hypothesis", "others", "asking")
"""Question and right answer; either alone; the statement made of them; the wrong choices; the last sentence."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question and its answer as vectors.

    Attributes:
        question: The question.
        cosines: A unit vector a view in ``VIEWS``; shape (lemmas, views).
        asked: 1 where the question holds a lemma; shape (lemmas,).
        answered: 1 where the right answer does; shape (lemmas,).
        rejected: 1 where a wrong choice does and neither question nor answer; shape (lemmas,).
        either: 1 where question or answer does; shape (lemmas,).
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

        Args:
            question: A question with its right answer.
            vocabulary: The vocabulary.

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
        cosines = np.zeros((len(vocabulary.numbers), len(views)))
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
_SOURCES, _VOTED = 20, 40
"""How many of the first facts by ``prior`` and by votes the way leads on from."""


@dataclass(frozen=True, slots=True)
class Trail:
    """Where the words of some facts lead on to.

    Attributes:
        mean: The weighted mean of the facts, as a vector of lemmas; shape (lemmas,).
        sources: The numbers of the facts.
        shares: How much each of them counts; they sum to 1.
        reached: The cosines of facts with the mean over lemmas outside question and answer.
    """

    mean: NDArray[np.float64]
    sources: NDArray[np.intp]
    shares: NDArray[np.float64]
    reached: Found

    @classmethod
    def of(cls, facts: FactMatrix, query: Query, scores: Found, count: int) -> "Trail":
        """Lead on from the first facts by some score, weighted by it.

        Args:
            facts: All facts.
            query: The question.
            scores: The scores of facts.
            count: From how many to lead on.
        """
        sources = scores.first(count)
        shares = np.maximum(scores.at(sources), 0)
        shares = shares / max(float(shares.sum()), 1e-9)
        mean = shares @ facts.unit[sources]
        return cls(mean, sources, shares, matching(facts, mean * (1 - query.either)))

    def shares_of(self, numbers: NDArray[np.intp]) -> Column:
        """Return how much each of some facts counts: 0 where it is no source; shape (numbers,).

        Args:
            numbers: The numbers of the facts.
        """
        order = np.argsort(self.sources)
        return Found(self.sources[order], self.shares[order], 0).at(numbers)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of all facts for one question.

    Attributes:
        visible: The explanations that may be used.
        similarities: The cosine of each visible question; shape (questions,).
        weights: What kernel ridge regression over the nearest questions gives each of them; shape (questions,).
        relevance: The cosines of BM25 vectors.
        prior: Relevance and explanatory power, the order that the first stage starts from.
        broad: The sums of the similarities of the questions that facts explain.
        hops: Where the first facts by ``prior`` lead on to.
        spread: Where the facts that most of ``weights`` vote for lead on to.
        nearness: The cosines of sentence vectors; None where they are not to be used.
        precedents: The questions that these put near; None where they are not to be used.
    """

    visible: Visible
    similarities: NDArray[np.float64]
    weights: NDArray[np.float64]
    relevance: Found
    prior: Found
    broad: Found
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
        """Gather the evidence for a question.

        Args:
            query: The question.
            facts: All facts.
            explanations: The gold explanations; None where they are not to be used.
            visible: Which of them may be used.
        """
        both = np.ascontiguousarray(query.cosines[:, 0])
        similarities = weights = np.zeros_like(visible)
        if explanations is None:
            prior = relevance = matching(facts, both)
            predicted = broad = Found.none(facts.size)
        else:
            similarities = (explanations.both @ both) * visible
            weights = ridge_weights(explanations, similarities)
            votes = explanations.votes(np.column_stack((similarities**_SHARPNESS, weights, similarities)))
            power, predicted, broad = (Found(explanations.facts, column, facts.size) for column in votes.T)
            relevance = matching(facts, both, explanations.facts[power.values > 0])
            prior = relevance.plus(power, _WEIGHT)
        hops, spread = Trail.of(facts, query, prior, _SOURCES), Trail.of(facts, query, predicted, _VOTED)
        return cls(visible, similarities, weights, relevance, prior, broad, hops, spread)


def ridge_weights(explanations: Explanations, similarities: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what kernel ridge regression gives each of the nearest questions for the explanation of a new one.

    The votes of questions that resemble one another are shared among them, which explanatory power does not do
    (Saunders et al. 1998, eq. 7, over the nearest neighbours only).

    Args:
        explanations: The gold explanations.
        similarities: The cosine of each question that may vote, else 0; shape (questions,).
    """
    weights = np.zeros_like(similarities)
    near = top(similarities, _NEIGHBOURS)
    near = near[similarities[near] > 0]
    if near.size:
        vectors = explanations.both[near]
        back = vectors.T.tocsr()
        # The kernel is never made: dense algebra of this size would start threads, which take longer than they save.
        kernel = LinearOperator((near.size, near.size), lambda shares: vectors @ (back @ shares) + _RIDGE * shares)
        weights[near], _ = cg(kernel, similarities[near], rtol=_EXACT, atol=0.0)
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


def hops(facts: FactMatrix, query: Query, evidence: Evidence, candidates: NDArray[np.intp]) -> Columns:
    """Return the features ``HOPS`` of some facts, which need no explanations.

    Args:
        facts: All facts.
        query: The question.
        evidence: What is known of all facts.
        candidates: The numbers of the facts; shape (candidates,).
    """
    return _followed("hops", facts, query, evidence.hops, candidates)


def spread(facts: FactMatrix, query: Query, evidence: Evidence, candidates: NDArray[np.intp]) -> Columns:
    """Return the features ``SPREAD`` of some facts, which need explanations.

    Args:
        facts: All facts.
        query: The question.
        evidence: What is known of all facts.
        candidates: The numbers of the facts; shape (candidates,).
    """
    return _followed("spread", facts, query, evidence.spread, candidates)


def _followed(name: str, facts: FactMatrix, query: Query, trail: Trail, candidates: NDArray[np.intp]) -> Columns:
    unit = facts.unit[candidates]
    own = trail.shares_of(candidates)
    either = query.either
    both = unit @ np.column_stack((trail.mean * (1 - either), trail.mean * either))
    both -= own[:, None] * (unit.power(2) @ np.column_stack((1 - either, either)))
    return {name: both.sum(axis=1), f"{name}_new": both[:, 0], f"{name}_old": both[:, 1]}
