"""Features of the words that a fact shares with facts that are likely themselves."""

import numpy as np
from numpy.typing import NDArray

from explanans.rank.features.evidence import Evidence, Trail
from explanans.rank.features.facts import FactMatrix
from explanans.rank.features.feature import Columns, Cost, Feature, Group
from explanans.rank.features.query import Query

FEATURES = (
    Feature("hops", Group.HOPS, Cost.FACTS, "mean cosine with the first facts by relevance and power, itself left out"),
    Feature("hops_new", Group.HOPS, Cost.FACTS, "hops over lemmas that neither question nor answer holds"),
    Feature("hops_old", Group.HOPS, Cost.FACTS, "hops over lemmas of question and answer"),
)

SPREAD = (
    Feature(
        "spread", Group.POWER, Cost.FACTS, "mean cosine with the facts that ridge regression votes for, but itself"
    ),
    Feature("spread_new", Group.POWER, Cost.FACTS, "spread over lemmas that neither question nor answer holds"),
    Feature("spread_old", Group.POWER, Cost.FACTS, "spread over lemmas of question and answer"),
)


def hops(facts: FactMatrix, query: Query, evidence: Evidence, candidates: NDArray[np.intp]) -> Columns:
    """Return the features above that need no explanations for some facts.

    Args:
        facts: All facts.
        query: The question.
        evidence: What is known of all facts.
        candidates: The numbers of the facts; shape (candidates,).
    """
    return _followed("hops", facts, query, evidence.hops, candidates)


def spread(facts: FactMatrix, query: Query, evidence: Evidence, candidates: NDArray[np.intp]) -> Columns:
    """Return the features above that need explanations for some facts.

    Args:
        facts: All facts.
        query: The question.
        evidence: What is known of all facts.
        candidates: The numbers of the facts; shape (candidates,).
    """
    return _followed("spread", facts, query, evidence.spread, candidates)


def _followed(name: str, facts: FactMatrix, query: Query, trail: Trail, candidates: NDArray[np.intp]) -> Columns:
    unit = facts.unit[candidates]
    own = np.zeros(len(facts.mass))
    own[trail.sources] = trail.shares
    either = query.either
    both = unit @ np.column_stack((trail.mean * (1 - either), trail.mean * either))
    both -= own[candidates, None] * (unit.power(2) @ np.column_stack((1 - either, either)))
    return {name: both.sum(axis=1), f"{name}_new": both[:, 0], f"{name}_old": both[:, 1]}
