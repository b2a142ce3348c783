"""Features of a fact relative to the best facts of the previous stage."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.lexicon import top
from explanans.knowledge.reading import ReadVectors
from explanans.knowledge.sharded import AnyVectors
from explanans.learning.boosted_trees import Column, Columns, Feature
from explanans.retrieval.features.evidence import Query
from explanans.retrieval.features.facts import FactMatrix, Group, row_sums

FIRST = 20
"""Number of best facts to consider."""

_FEW = 5
_NEW = 1e-6
"""Minimum norm of the component of a vector outside the span of others."""

CONTEXT = (
    *(
        Feature(name, definition, Group.STANDING)
        for name, definition in (
            ("score", "score of the stage before"),
            ("rank", "rank by it, as a logarithm"),
            ("behind", "how far behind the best score"),
            ("behind_few", "how far behind the mean of the five best scores"),
        )
    ),
    *(
        Feature(name, definition, Group.CONTEXT)
        for name, definition in (
            ("like_few", "mean cosine with the five best facts, itself left out"),
            ("like_first", "cosines with the 20 best facts, weighted by the inverse of their ranks"),
            ("like_most", "largest cosine with one of the 20 best facts"),
            ("like_above", "largest cosine with one of the 20 best facts that stands above it"),
            ("chained", "largest share of the subject's idf in the object of one of the 20 best facts"),
            ("chains", "largest share of the object's idf in the subject of one of the 20 best facts"),
            ("chained_first", "the same as chained, but summed and weighted by the inverse of their ranks"),
            ("chains_first", "the same as chains, but summed and weighted by the inverse of their ranks"),
            ("same_table", "share of the 20 best facts that are of its table"),
            ("foreign_held", "share of the fact's idf outside question and answer that the five best facts hold"),
            ("foreign_known", "the same with the 20 best facts, each lemma by how many of them hold it"),
            ("joins", "share of the fact's idf in question and answer times share held by the 20 best facts outside"),
            ("adds", "idf of the lemmas of question and answer that no fact above holds, as a share of theirs"),
            ("left", "share of the idf of question and answer that no fact above holds"),
        )
    ),
)

NEAR_CONTEXT = tuple(
    Feature(name, definition, Group.NEARNESS)
    for name, definition in (
        ("near_few", "mean cosine of sentence vectors with the five best facts, itself left out"),
        ("near_first", "such cosines with the 20 best facts, weighted by the inverse of their ranks"),
        ("near_most", "largest such cosine with one of the 20 best facts"),
        ("near_above", "largest such cosine with one of the 20 best facts that stands above it"),
        ("near_probable", "such cosines with all facts of the stage before, weighted by how probable they are"),
        ("near_onward", "cosine with the question and the probable facts together"),
        ("near_left", "cosine with what the facts above, of the 20 best, leave of the question"),
        ("near_held", "length of the fact's vector within those of the facts above, of the 20 best"),
    )
)

BESIDE = 3
"""Maximum number of best facts that a dual encoder reads with the question, as in training."""

ONWARD = tuple(
    Feature(name, definition, Group.ONWARD)
    for name, definition in (
        ("onward", "cosine of sentence vectors with the question and the three best facts beside it"),
        ("onward_rank", "rank among the candidates by it, as a logarithm"),
        ("onward_gain", "by how much it is above the cosine with the question alone"),
    )
)


@dataclass(frozen=True, slots=True)
class Standing:
    """The candidates with the order of the previous stage.

    Attributes:
        candidates: Fact indices; shape (candidates,).
        scores: Their scores; shape (candidates,).
        order: Positions of the candidates, best first; shape (candidates,).
        first: Positions of the ``FIRST`` best.
        weights: Their weights, descending by rank; 0 for the candidate itself; shape (candidates, first).
        others: 0 for the candidate itself, else 1; shape (candidates, first).
    """

    candidates: NDArray[np.intp]
    scores: Column
    order: NDArray[np.intp]
    first: NDArray[np.intp]
    weights: NDArray[np.float64]
    others: NDArray[np.float64]

    @classmethod
    def of(cls, candidates: NDArray[np.intp], scores: Column) -> "Standing":
        """Order candidates by their scores.

        Args:
            candidates: Fact indices; shape (candidates,).
            scores: Their scores; shape (candidates,).
        """
        order = top(scores, len(scores))
        first = order[:FIRST]
        others = np.ones((len(candidates), len(first)))
        others[first, np.arange(len(first))] = 0
        weights = others / np.arange(1, len(first) + 1)
        return cls(candidates, scores, order, first, weights / max(float(weights[0].sum()), 1e-9), others)


def context(facts: FactMatrix, query: Query, standing: Standing) -> Columns:
    """Return the features ``CONTEXT`` of the candidates."""
    candidates, scores, order = standing.candidates, standing.scores, standing.order
    first = candidates[standing.first]
    ranks = np.empty(len(candidates))
    ranks[order] = np.arange(len(order))
    alike = facts.unit[candidates].products(facts.unit[first]) * standing.others
    above = np.arange(len(first)) < ranks[:, None]
    chained = facts.subject_shares(candidates).products(facts.object[first]) * standing.others
    chains = facts.object_shares(candidates).products(facts.subject[first]) * standing.others
    tables = facts.tables[candidates]
    few = standing.others[:, :_FEW]
    columns = {
        "score": scores,
        "rank": np.log1p(ranks),
        "behind": scores - scores.max(initial=-np.inf),
        "behind_few": scores - scores[order[:_FEW]].mean(),
        "like_few": alike[:, :_FEW].sum(axis=1) / np.maximum(few.sum(axis=1), 1),
        "like_first": (alike * standing.weights).sum(axis=1),
        "like_most": alike.max(axis=1, initial=0),
        "like_above": (alike * above).max(axis=1, initial=0),
        "chained": chained.max(axis=1, initial=0),
        "chains": chains.max(axis=1, initial=0),
        "chained_first": (chained * standing.weights).sum(axis=1),
        "chains_first": (chains * standing.weights).sum(axis=1),
        "same_table": ((tables[:, None] == tables[standing.first]) * standing.others).mean(axis=1),
    }
    return columns | _held(facts, query, standing) | _added(facts, query, standing)


def near_context(vectors: AnyVectors | ReadVectors, query: NDArray[np.float32], standing: Standing) -> Columns:
    """Return the features ``NEAR_CONTEXT`` of the candidates."""
    rows = vectors.rows(standing.candidates)
    first = rows[standing.first]
    cosines = rows @ first.T
    alike = cosines * standing.others
    few = standing.others[:, :_FEW]
    ranks = np.empty(len(rows), dtype=np.intp)
    ranks[standing.order] = np.arange(len(rows))
    above = np.arange(len(first)) < ranks[:, None]
    chances = np.exp(standing.scores - standing.scores.max(initial=-np.inf))
    chances /= max(float(chances.sum()), 1e-9)
    centre = chances @ rows
    onward = query + centre
    # Each fact adds a dimension to the span of the facts before it, except duplicates.
    basis, steps = np.linalg.qr(first.T)
    basis = basis * (np.abs(np.diag(steps)) > _NEW)
    along = rows @ basis
    none = np.zeros((len(rows), 1))
    held = np.hstack((none, np.cumsum(along**2, axis=1)))
    shares = np.hstack((none, np.cumsum(along * (query @ basis), axis=1)))
    depth = np.minimum(ranks, len(first))
    places = np.arange(len(rows))
    return {
        "near_few": alike[:, :_FEW].sum(axis=1) / np.maximum(few.sum(axis=1), 1),
        "near_first": (alike * standing.weights).sum(axis=1),
        "near_most": alike.max(axis=1, initial=0),
        "near_above": (alike * above).max(axis=1, initial=0),
        "near_probable": rows @ centre - chances,
        "near_onward": rows @ onward / max(float(np.linalg.norm(onward)), 1e-9),
        "near_left": rows @ query - shares[places, depth],
        "near_held": held[places, depth],
    }


def onward_columns(
    vectors: AnyVectors | ReadVectors, query: NDArray[np.float32], beside: NDArray[np.float32], standing: Standing
) -> Columns:
    """Return the features ``ONWARD`` of the candidates.

    Args:
        vectors: The vectors of the facts, by a dual encoder.
        beside: The vector of the question with its best facts.
    """
    rows = vectors.rows(standing.candidates)
    found = rows @ beside
    places = len(found) - np.searchsorted(np.sort(found), found, side="right")
    return {"onward": found, "onward_rank": np.log1p(places), "onward_gain": found - rows @ query}


def _held(facts: FactMatrix, query: Query, standing: Standing) -> Columns:
    """Return the share of a fact's words in the best facts, without the fact itself."""
    held = facts.held(standing.candidates)
    first = facts.held(standing.candidates[standing.first])
    rows, idf = held.rows, facts.idf[held.indices]
    outside = idf * (1 - query.either[held.indices])
    mass = row_sums(outside, rows, held.shape[0])
    total = np.maximum(held @ facts.idf, 1e-9)

    def holders(count: int) -> NDArray[np.float64]:
        among = np.zeros(held.shape[0])
        among[standing.first[:count]] = 1
        holding = np.bincount(first.indices[: first.starts[: count + 1][-1]], minlength=first.shape[1])
        return np.asarray(np.maximum(holding[held.indices] - among[rows], 0))

    few, many = holders(_FEW), holders(FIRST)

    def share(weights: NDArray[np.float64]) -> Column:
        return row_sums(outside * weights, rows, held.shape[0])

    known = share((many > 0).astype(np.float64))
    return {
        "foreign_held": share((few > 0).astype(np.float64)) / np.maximum(mass, 1e-9),
        "foreign_known": share(np.log1p(many)) / np.maximum(mass, 1e-9),
        "joins": (total - mass) * known / total**2,
    }


def _added(facts: FactMatrix, query: Query, standing: Standing) -> Columns:
    """Return the words of question and answer that a fact is the first to contain."""
    terms = np.flatnonzero(query.either)
    idf = facts.idf[terms]
    total = max(float(idf.sum()), 1e-9)
    holds = facts.held(standing.candidates[standing.order]).columns(terms)
    before = np.cumsum(holds, axis=0) - holds
    adds, left = np.empty(len(holds)), np.empty(len(holds))
    adds[standing.order] = (holds * (before == 0)) @ idf / total
    left[standing.order] = (before == 0) @ idf / total
    return {"adds": adds, "left": left}
