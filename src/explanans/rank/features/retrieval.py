"""Facts by their lemmas: all that share one, or, of very many facts, those that share the most telling ones."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.pruned import Climb, Plan
from explanans.knowledge.sharded import ShardedLexicon
from explanans.learn.feature import Column
from explanans.rank.features.facts import FactMatrix
from explanans.rank.features.found import Found

MANY = 100_000
"""From how many facts on common lemmas are passed over."""


def matching(facts: FactMatrix, query: Column, also: NDArray[np.intp] | None = None) -> Found:
    """Return the cosines of facts with a query.

    Of few facts, that is all that share a lemma with it; of ``MANY``, see ``knowledge.pruned``.

    Args:
        facts: All facts.
        query: The weight of each lemma; shape (lemmas,).
        also: The numbers of facts whose cosines are wanted in any case.
    """
    lemmas = np.flatnonzero(query)
    if facts.size > MANY:
        return _nearest(facts, query, lemmas, also)
    postings = facts.knowledge.fact_lexicon.several(lemmas.tolist())
    if not postings:
        return Found.none(facts.size)
    documents = np.concatenate([held for held, _ in postings])
    products = [weights.astype(np.float64) * query[lemma] for lemma, (_, weights) in zip(lemmas, postings, strict=True)]
    # Each sum is added up in the order of the lemmas, as the product of a sparse matrix and a vector is.
    return Found.of(np.bincount(documents, weights=np.concatenate(products), minlength=facts.size).astype(np.float64))


def _nearest(facts: FactMatrix, query: Column, lemmas: NDArray[np.intp], also: NDArray[np.intp] | None) -> Found:
    lexicon = facts.knowledge.fact_lexicon
    others = np.empty(0, dtype=np.intp) if also is None else also.astype(np.intp)
    plan = Plan.of(lemmas, query[lemmas], lexicon.frequencies(lemmas))
    if isinstance(lexicon, ShardedLexicon):
        return Found(*lexicon.nearest(plan, others), facts.size)
    climb = Climb(lexicon, facts.size, plan.lemmas, plan.weights)
    met, _, _ = climb.nearest(plan.steps(climb.met, climb.best))
    numbers = np.union1d(met, others).astype(np.intp)
    return Found(numbers, np.asarray(facts.unit[numbers] @ query), facts.size)
