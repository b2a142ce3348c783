"""Features of the gold explanations of other questions that a fact is in."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.top import top
from explanans.rank.features.evidence import Evidence
from explanans.rank.features.explanations import ROLES, Explanations
from explanans.rank.features.facts import FactMatrix
from explanans.rank.features.feature import Columns, Cost, Feature, Group
from explanans.rank.features.query import VIEWS, Query

_SHARPNESSES = (1, 2, 4, 8)
_NEIGHBOURHOODS = (5, 20, 60)
_SMOOTHING = 2.0

FEATURES = (
    *(
        Feature(name, Group.POWER, Cost.EXPLANATIONS, f"similarities of the questions that the fact explains: {what}")
        for name, what in (
            *((f"power_{n}", f"sum of their powers of {n}") for n in _SHARPNESSES),
            *((f"nearest_{n}", f"sum of the squares among the {n} most similar questions") for n in _NEIGHBOURHOODS),
            ("power_question", "sum of squares, the questions compared without their answers"),
            ("power_answer", "sum of squares, the answers alone compared"),
            *((f"power_{role.lower()}", f"sum of squares, as {role} only") for role in ROLES),
            ("power_ridge", "their votes by kernel ridge regression"),
            ("power_mean", "mean of squares, smoothed"),
            ("power_table", "sum of squares over all facts of the fact's table, as a share of all tables"),
        )
    ),
    *(
        Feature(name, Group.PRIOR, Cost.EXPLANATIONS, definition)
        for name, definition in (
            ("uses", "how many questions the fact explains, as a logarithm"),
            *((f"uses_{role.lower()}", f"share of them that it explains as {role}, smoothed") for role in ROLES),
            ("uses_table", "how many facts of the fact's table are used, per fact of the table, as a logarithm"),
        )
    ),
)


def power(
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
    similarities, visible = evidence.similarities, evidence.visible
    squares = similarities**2
    weights = {f"power_{n}": similarities**n for n in _SHARPNESSES}
    nearest = top(similarities, max(_NEIGHBOURHOODS))
    for count in _NEIGHBOURHOODS:
        weights[f"nearest_{count}"] = np.zeros_like(squares)
        near = nearest[:count]
        weights[f"nearest_{count}"][near] = squares[near]
    for view, questions in (("question", explanations.question), ("answer", explanations.answer)):
        cosines = questions @ query.cosines[:, VIEWS.index(view)]
        weights[f"power_{view}"] = cosines**2 * visible
    weights |= {"power_ridge": evidence.weights, "uses": visible}
    explains = explanations.explains[candidates]
    sums = explains @ np.column_stack(list(weights.values()))
    columns = dict(zip(weights, sums.T, strict=True))
    uses = columns["uses"]
    for role, matrix in zip(ROLES, explanations.roles, strict=True):
        voted, used = (matrix[candidates] @ np.column_stack((squares, visible))).T
        columns[f"power_{role.lower()}"] = voted
        columns[f"uses_{role.lower()}"] = used / (uses + _SMOOTHING)
    voted, used = (explanations.tables @ np.column_stack((squares, visible))).T
    tables = facts.tables[candidates]
    return columns | {
        "uses": np.log1p(uses),
        "power_mean": columns["power_2"] / (uses + _SMOOTHING),
        "power_table": (voted / max(float(voted.sum()), 1e-9))[tables],
        "uses_table": np.log1p(used / facts.table_sizes)[tables],
    }
