"""Facts by their lemmas: all that share one, or, of very many facts, those that share the most telling ones."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.lexicon import top
from explanans.learn.feature import Column
from explanans.rank.features.facts import FactMatrix
from explanans.rank.features.found import Found

MANY = 100_000
"""From how many facts on common lemmas are passed over."""
_ENOUGH = 150
"""How many of the best facts are wanted at least: more than any kind of evidence puts among the candidates."""
_POSTINGS = 200_000
"""How many entries of the index are read for one query, once enough facts are found."""
_WEIGHED = 2_000
"""How many facts are compared with the whole query."""


def matching(facts: FactMatrix, query: Column, also: NDArray[np.intp] | None = None) -> Found:
    """Return the cosines of facts with a query.

    Of few facts, that is all that share a lemma with it. Of ``MANY``, the lemmas are taken from the rarest on, until
    those left cannot lift any fact among the best, which the length of what they are of the query tells (by the
    inequality of Cauchy and Schwarz, since facts are unit vectors), or until enough of the index has been read. The
    facts found so far that come nearest are then compared with the whole query.

    Args:
        facts: All facts.
        query: The weight of each lemma; shape (lemmas,).
        also: The numbers of facts whose cosines are wanted in any case.
    """
    lemmas = np.flatnonzero(query)
    if facts.size > MANY:
        return _nearest(facts, query, lemmas, also)
    postings = [facts.knowledge.fact_lexicon.postings(lemma) for lemma in lemmas.tolist()]
    if not postings:
        return Found.none(facts.size)
    documents = np.concatenate([held for held, _ in postings])
    products = [weights.astype(np.float64) * query[lemma] for lemma, (_, weights) in zip(lemmas, postings, strict=True)]
    # Each sum is added up in the order of the lemmas, as the product of a sparse matrix and a vector is.
    return Found.of(np.bincount(documents, weights=np.concatenate(products), minlength=facts.size).astype(np.float64))


def _nearest(facts: FactMatrix, query: Column, lemmas: NDArray[np.intp], also: NDArray[np.intp] | None) -> Found:
    lexicon = facts.knowledge.fact_lexicon
    counts = np.array([lexicon.frequency(lemma) for lemma in lemmas.tolist()], dtype=np.int64)
    order = np.argsort(counts, kind="stable")
    lemmas, counts = lemmas[order], counts[order]
    left = np.sqrt(np.append(np.cumsum(query[lemmas][::-1] ** 2)[::-1], 0.0))
    partial = np.zeros(facts.size)
    met = np.empty(0, dtype=np.uint32)
    read = looked = 0
    for place, (lemma, count) in enumerate(zip(lemmas.tolist(), counts.tolist(), strict=True)):
        if len(met) >= _ENOUGH:
            if read + count > _POSTINGS:
                break
            if read >= 2 * looked:  # to look costs as much as to read
                looked = read
                if np.partition(partial[met], len(met) - _ENOUGH)[len(met) - _ENOUGH] >= left[place]:
                    break
        documents, weights = lexicon.postings(lemma)
        met = np.concatenate([met, documents[partial[documents] == 0]])
        partial[documents] += weights.astype(np.float64) * query[lemma]
        read += count
    if len(met) > _WEIGHED:
        met = np.sort(met[top(partial[met], _WEIGHED)])
    numbers = np.union1d(met, np.empty(0, np.uint32) if also is None else also).astype(np.intp)
    return Found(numbers, np.asarray(facts.unit[numbers] @ query), facts.size)
