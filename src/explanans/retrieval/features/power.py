"""Features from gold explanations of other questions: those with the fact, and those of questions with a word."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.lexicon import top
from explanans.learning.boosted_trees import Columns, Feature
from explanans.retrieval.features.evidence import VIEWS, Evidence, Query
from explanans.retrieval.features.facts import ROLES, Explanations, FactMatrix, Group, row_sums

_SHARPNESSES = (1, 2, 4, 8)
_NEIGHBOURHOODS = (5, 20, 60)
_SMOOTHING = 2.0

POWER = (
    *(
        Feature(name, f"similarities of the questions that the fact explains: {what}", Group.POWER)
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
        Feature(name, definition, Group.PRIOR)
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
    """Return the features ``POWER`` of some facts.

    Args:
        candidates: Fact indices; shape (candidates,).
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


ASSOCIATIONS = tuple(
    Feature(name, definition, Group.POWER)
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
    """Return the features ``ASSOCIATIONS`` of some facts.

    Args:
        candidates: Fact indices; shape (candidates,).
    """
    terms = np.flatnonzero(query.either)
    asking = explanations.asking(terms) * evidence.visible[:, None]
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
    """Return associations between words of the question and other words of a fact."""
    asking = explanations.asking(np.flatnonzero(query.either)) * evidence.visible[:, None]
    holders = asking.sum(axis=0)
    held = facts.held(candidates)
    outside = query.either[held.indices] == 0
    rows, words = held.rows[outside], held.indices[outside]
    distinct, places = np.unique(words, return_inverse=True)
    used = explanations.words[distinct]
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
