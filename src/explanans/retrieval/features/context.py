"""Features of a fact relative to the best facts of the previous stage."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.lexicon import top
from explanans.learning.boosted_trees import Column, Columns, Feature
from explanans.retrieval.features.evidence import Query
from explanans.retrieval.features.facts import Candidates, FactMatrix, Group, row_sums

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
    """The order of the candidates by the previous stage.

    Attributes:
        scores: Their scores; shape (candidates,).
        order: Positions of the candidates, best first; shape (candidates,).
        first: Positions of the ``FIRST`` best.
        weights: Their weights, descending by rank; 0 for the candidate itself; shape (candidates, first).
        others: 0 for the candidate itself, else 1; shape (candidates, first).
    """

    scores: Column
    order: NDArray[np.intp]
    first: NDArray[np.intp]
    weights: NDArray[np.float64]
    others: NDArray[np.float64]

    @classmethod
    def of(cls, scores: Column) -> "Standing":
        """Order candidates by their scores.

        Args:
            scores: Their scores; shape (candidates,).
        """
        order = top(scores, len(scores))
        first = order[:FIRST]
        others = np.ones((len(scores), len(first)))
        others[first, np.arange(len(first))] = 0
        weights = others / np.arange(1, len(first) + 1)
        return cls(scores, order, first, weights / max(float(weights[0].sum()), 1e-9), others)


def context(facts: FactMatrix, query: Query, standing: Standing, candidates: Candidates) -> Columns:
    """Return the features ``CONTEXT`` of the candidates."""
    scores, order, first = standing.scores, standing.order, standing.first
    ranks = np.empty(len(candidates))
    ranks[order] = np.arange(len(order))
    alike = candidates.unit.products(candidates.unit[first]) * standing.others
    above = np.arange(len(first)) < ranks[:, None]
    subject, object_ = candidates.subject, candidates.object
    chained = facts.shares(subject).products(object_[first]) * standing.others
    chains = facts.shares(object_).products(subject[first]) * standing.others
    tables = candidates.tables
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
    return columns | _held(facts, query, standing, candidates) | _added(facts, query, standing, candidates)


def near_context(rows: NDArray[np.float64], query: NDArray[np.float32], standing: Standing) -> Columns:
    """Return the features ``NEAR_CONTEXT`` of the candidates.

    Args:
        rows: The vectors of the candidates; shape (candidates, width).
    """
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


def onward_columns(rows: NDArray[np.float64], query: NDArray[np.float32], beside: NDArray[np.float32]) -> Columns:
    """Return the features ``ONWARD`` of the candidates.

    Args:
        rows: The vectors of the candidates, by a dual encoder; shape (candidates, width).
        beside: The vector of the question with its best facts.
    """
    found = rows @ beside
    places = len(found) - np.searchsorted(np.sort(found), found, side="right")
    return {"onward": found, "onward_rank": np.log1p(places), "onward_gain": found - rows @ query}


def _held(facts: FactMatrix, query: Query, standing: Standing, candidates: Candidates) -> Columns:
    """Return the share of a fact's words in the best facts, without the fact itself."""
    held = candidates.held
    first = held[standing.first]
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


def _added(facts: FactMatrix, query: Query, standing: Standing, candidates: Candidates) -> Columns:
    """Return the words of question and answer that a fact is the first to contain."""
    terms = np.flatnonzero(query.either)
    idf = facts.idf[terms]
    total = max(float(idf.sum()), 1e-9)
    holds = candidates.held.columns(terms)[standing.order]
    before = np.cumsum(holds, axis=0) - holds
    adds, left = np.empty(len(holds)), np.empty(len(holds))
    adds[standing.order] = (holds * (before == 0)) @ idf / total
    left[standing.order] = (before == 0) @ idf / total
    return {"adds": adds, "left": left}
