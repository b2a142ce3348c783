"""Facts by shared lemmas; in large knowledge bases, by shared lemmas of high idf."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.pruned import Climb, Plan
from explanans.knowledge.sharded import ShardedLexicon
from explanans.learning.features import Column
from explanans.retrieval.features.facts import FactMatrix
from explanans.retrieval.features.sparse_scores import SparseScores

MANY = 100_000
"""Minimum number of facts at which common lemmas are ignored."""


def matching(facts: FactMatrix, query: Column, also: NDArray[np.intp] | None = None) -> SparseScores:
    """Return the cosines of facts with a query.

    Below ``MANY`` facts, all that share a lemma are scored; otherwise see ``knowledge.pruned``.

    Args:
        query: The weight of each lemma; shape (lemmas,).
        also: Indices of facts to score in any case.
    """
    lemmas = np.flatnonzero(query)
    if facts.size > MANY:
        return _nearest(facts, query, lemmas, also)
    postings = facts.knowledge.fact_lexicon.several(lemmas.tolist())
    if not postings:
        return SparseScores.none(facts.size)
    documents = np.concatenate([held for held, _ in postings])
    products = [weights.astype(np.float64) * query[lemma] for lemma, (_, weights) in zip(lemmas, postings, strict=True)]
    # Sums are in the order of the lemmas, as in the product of a sparse matrix and a vector.
    return SparseScores.of(
        np.bincount(documents, weights=np.concatenate(products), minlength=facts.size).astype(np.float64)
    )


def _nearest(facts: FactMatrix, query: Column, lemmas: NDArray[np.intp], also: NDArray[np.intp] | None) -> SparseScores:
    lexicon = facts.knowledge.fact_lexicon
    others = np.empty(0, dtype=np.intp) if also is None else also.astype(np.intp)
    plan = Plan.of(lemmas, query[lemmas], lexicon.frequencies(lemmas))
    if isinstance(lexicon, ShardedLexicon):
        return SparseScores(*lexicon.nearest(plan, others), facts.size)
    climb = Climb(lexicon, facts.size, plan.lemmas, plan.weights)
    met, _, _ = climb.nearest(plan.steps(climb.met, climb.best))
    numbers = np.union1d(met, others).astype(np.intp)
    return SparseScores(numbers, np.asarray(facts.unit[numbers] @ query), facts.size)
