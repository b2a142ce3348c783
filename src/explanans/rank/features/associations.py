"""Features of how single words of a question go with facts, and with words of facts, in other explanations."""

import numpy as np
from numpy.typing import NDArray

from explanans.rank.features.evidence import Evidence
from explanans.rank.features.explanations import Explanations
from explanans.rank.features.facts import FactMatrix
from explanans.rank.features.feature import Columns, Cost, Feature, Group, row_sums
from explanans.rank.features.query import Query

_SMOOTHING = 2.0

FEATURES = tuple(
    Feature(name, Group.POWER, Cost.EXPLANATIONS, definition)
    for name, definition in (
        ("called_most", "largest chance to explain a question that holds some lemma of question or answer"),
        ("called_answer", "the same over the lemmas of the answer"),
        ("called_mean", "the same chance for each lemma, weighted by idf"),
        ("called_lift", "sum over those lemmas of how much likelier than by chance, as a logarithm"),
        ("words_called", "chance of the fact's other lemmas to be in such explanations, weighted by idf"),
        ("words_lift", "how much likelier than by chance they are in such explanations, as a logarithm, mean"),
        ("words_least", "the same for the one of them that is the least likely"),
    )
)


def associations(
    facts: FactMatrix, explanations: Explanations, query: Query, evidence: Evidence, candidates: NDArray[np.intp]
) -> Columns:
    """Return the features above for some facts.

    Args:
        facts: All facts.
        explanations: The gold explanations.
        query: The question.
        evidence: What is known of all facts.
        candidates: The numbers of the facts; shape (candidates,).
    """
    terms = np.flatnonzero(query.either)
    asking = explanations.lemmas[:, terms].toarray() * evidence.visible[:, None]
    holders = asking.sum(axis=0)
    total = max(float(evidence.visible.sum()), 1.0)
    explains = explanations.explains[candidates]
    votes, uses = explains @ asking, explains @ evidence.visible
    chance = votes / (holders + _SMOOTHING)
    idf = facts.idf[terms]
    return {
        "called_most": chance.max(axis=1, initial=0),
        "called_answer": (chance * query.answered[terms]).max(axis=1, initial=0),
        "called_mean": chance @ idf / max(float(idf.sum()), 1e-9),
        "called_lift": np.log((votes + 0.5) / (uses[:, None] * holders / total + 0.5)).sum(axis=1),
        **_words(facts, explanations, query, evidence, candidates),
    }


def _words(
    facts: FactMatrix, explanations: Explanations, query: Query, evidence: Evidence, candidates: NDArray[np.intp]
) -> Columns:
    """Return how the words of a fact that are not the question's go with the words of the question."""
    asking = explanations.lemmas[:, np.flatnonzero(query.either)].toarray() * evidence.visible[:, None]
    holders = asking.sum(axis=0)
    held = facts.held[candidates]
    rows = np.repeat(np.arange(len(candidates)), np.diff(held.indptr))
    outside = query.either[held.indices] == 0
    rows, words = rows[outside], held.indices[outside]
    distinct, places = np.unique(words, return_inverse=True)
    used = explanations.words[:, distinct].T
    together = used @ asking
    expected = (used @ evidence.visible)[:, None] * holders / max(float(evidence.visible.sum()), 1.0)
    chance = (together / (holders + _SMOOTHING)).max(axis=1, initial=0)[places]
    lift = np.log((together + 0.5) / (expected + 0.5)).max(axis=1, initial=0)[places]
    idf, count = facts.idf[words], len(candidates)
    starts = np.flatnonzero(np.diff(rows, prepend=-1))
    least = np.zeros(count)
    if starts.size:
        least[rows[starts]] = np.minimum.reduceat(lift, starts)
    return {
        "words_called": row_sums(idf * chance, rows, count) / np.maximum(row_sums(idf, rows, count), 1e-9),
        "words_lift": row_sums(lift, rows, count) / np.maximum(row_sums(np.ones_like(idf), rows, count), 1),
        "words_least": least,
    }
