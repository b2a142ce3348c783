"""Features of how often a fact explains together with the best facts of the stage before."""

import numpy as np

from explanans.rank.features.context import Standing
from explanans.rank.features.evidence import Evidence
from explanans.rank.features.explanations import Explanations
from explanans.rank.features.facts import FactMatrix
from explanans.rank.features.feature import Column, Columns, Cost, Feature, Group, row_sums

_FEW = 5
_SMOOTHING = 2.0

FEATURES = tuple(
    Feature(name, Group.COMPANY, Cost.PAIRS, definition)
    for name, definition in (
        ("with_first", "chance to explain where one of the 20 best facts does, weighted by the inverse of their ranks"),
        ("with_few", "the same, mean over the five best facts"),
        ("with_most", "the largest such chance among the 20 best facts"),
        ("with_above", "the largest such chance among those of them that stand above it"),
        ("lift_first", "how much likelier than by chance, as a logarithm, weighted as with_first"),
        ("needs_first", "chance of each of the 20 best facts to explain where it does, weighted as with_first"),
        ("alone", "uses, as a logarithm, without any of the 20 best facts"),
        ("table_with_first", "chance of its table where the tables of the 20 best facts are, weighted as with_first"),
        ("kin", "votes of the questions by how much their explanations resemble the 20 best facts, itself left out"),
        ("kin_similar", "the same times how similar the questions are"),
    )
)


def company(facts: FactMatrix, explanations: Explanations, evidence: Evidence, standing: Standing) -> Columns:
    """Return the features above for the candidates.

    Args:
        facts: All facts.
        explanations: The gold explanations.
        evidence: What is known of all facts.
        standing: The candidates as the stage before has ordered them.
    """
    visible, weights = evidence.visible, standing.weights
    explains = explanations.explains[standing.candidates]
    first = explains[standing.first] * visible[None, :]
    together = (explains @ first.T).toarray()
    uses, uses_first = explains @ visible, first.sum(axis=1)
    chance = together * standing.others / (uses_first + _SMOOTHING)
    ranks = np.empty(len(standing.order))
    ranks[standing.order] = np.arange(len(standing.order))
    above = np.arange(len(standing.first)) < ranks[:, None]
    expected = uses[:, None] * uses_first / max(float(visible.sum()), 1.0)
    lift = np.log((together + 0.5) / (expected + 0.5))
    needs = together / (uses[:, None] + _SMOOTHING)
    covered = np.asarray((first > 0).sum(axis=0) > 0, dtype=np.float64).reshape(-1)
    few = standing.others[:, :_FEW]
    return {
        "with_first": (chance * weights).sum(axis=1),
        "with_few": chance[:, :_FEW].sum(axis=1) / np.maximum(few.sum(axis=1), 1),
        "with_most": chance.max(axis=1, initial=0),
        "with_above": (chance * above).max(axis=1, initial=0),
        "lift_first": (lift * weights).sum(axis=1),
        "needs_first": (needs * weights).sum(axis=1),
        "alone": np.log1p(explains @ (visible * (1 - covered))),
        "table_with_first": _tables(facts, explanations, evidence, standing),
        **_kin(explanations, evidence, standing),
    }


def _tables(facts: FactMatrix, explanations: Explanations, evidence: Evidence, standing: Standing) -> Column:
    used = explanations.tables_used
    first = facts.tables[standing.candidates[standing.first]]
    tables, inverse = np.unique(facts.tables[standing.candidates], return_inverse=True)
    visible = used[first] * evidence.visible[None, :]
    chance = (used[tables] @ visible.T).toarray() / (visible.sum(axis=1) + _SMOOTHING)
    return np.asarray((chance[inverse] * standing.weights).sum(axis=1))


def _kin(explanations: Explanations, evidence: Evidence, standing: Standing) -> Columns:
    """Return the votes of the questions whose explanations resemble the best facts.

    A fact must not recommend itself: what it adds to the resemblance is taken away where it is voted for.
    """
    explains = explanations.explains[standing.candidates]
    inverse_roots = evidence.visible / np.sqrt(explanations.sizes)
    shares = np.zeros(len(standing.candidates))
    shares[standing.first] = 1 / np.arange(1, len(standing.first) + 1)
    shares /= max(float(shares.sum()), 1e-9)
    resemblance = (shares @ explains) * inverse_roots
    rows = np.repeat(np.arange(len(standing.candidates)), np.diff(explains.indptr))
    questions = explains.indices
    others = np.maximum(resemblance[questions] - shares[rows] * inverse_roots[questions], 0)
    count = len(standing.candidates)
    return {
        "kin": row_sums(others**2, rows, count),
        "kin_similar": row_sums(others * evidence.similarities[questions], rows, count),
    }
