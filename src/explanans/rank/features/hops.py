"""Features of the words that a fact shares with facts that are relevant themselves."""

import numpy as np
from numpy.typing import NDArray

from explanans.rank.features.evidence import Evidence
from explanans.rank.features.facts import FactMatrix
from explanans.rank.features.feature import Columns, Cost, Feature, Group
from explanans.rank.features.query import Query

FEATURES = (
    Feature("hops", Group.HOPS, Cost.FACTS, "mean cosine with the first facts by relevance and power, itself left out"),
    Feature("hops_new", Group.HOPS, Cost.FACTS, "the same over lemmas that neither question nor answer holds"),
    Feature("hops_old", Group.HOPS, Cost.FACTS, "the same over lemmas of question and answer"),
)


def hops(facts: FactMatrix, query: Query, evidence: Evidence, candidates: NDArray[np.intp]) -> Columns:
    """Return the features above for some facts.

    Args:
        facts: All facts.
        query: The question.
        evidence: What is known of all facts.
        candidates: The numbers of the facts; shape (candidates,).
    """
    unit = facts.unit[candidates]
    own = np.zeros(len(facts.mass))
    own[evidence.sources] = evidence.shares
    either = query.either
    both = unit @ np.column_stack((evidence.trail * (1 - either), evidence.trail * either))
    both -= own[candidates, None] * (unit.power(2) @ np.column_stack((1 - either, either)))
    return {"hops": both.sum(axis=1), "hops_new": both[:, 0], "hops_old": both[:, 1]}
