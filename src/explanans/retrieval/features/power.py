"""Features from gold explanations of other questions: those with the fact, and those of questions with a word."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.lexicon import top
from explanans.learning.boosted_trees import Columns, Feature
from explanans.learning.sparse import SparseMatrix
from explanans.retrieval.features.evidence import VIEWS, Evidence, Query
from explanans.retrieval.features.facts import ROLES, Candidates, Explained, Explanations, FactMatrix, Group, row_sums

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


def power(  # noqa: PLR0913, PLR0917 - all that is known of a question
    facts: FactMatrix,
    explanations: Explanations,
    query: Query,
    evidence: Evidence,
    candidates: Candidates,
    explained: Explained,
) -> Columns:
    """Return the features ``POWER`` of some facts.

    Args:
        explained: The questions that they explain.
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
    columns = {name: explained.all @ weight for name, weight in weights.items()}
    uses = columns["uses"]
    for role, matrix in zip(ROLES, explained.roles, strict=True):
        voted, used = matrix @ squares, matrix @ visible
        columns[f"power_{role.lower()}"] = voted
        columns[f"uses_{role.lower()}"] = used / (uses + _SMOOTHING)
    voted, used = explanations.tables @ squares, explanations.tables @ visible
    tables = candidates.tables
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
    facts: FactMatrix, explanations: Explanations, query: Query, evidence: Evidence, candidates: Candidates
) -> Columns:
    """Return the features ``ASSOCIATIONS`` of some facts."""
    asking = Asking.of(explanations, query, evidence)
    explaining = np.searchsorted(explanations.facts, candidates.numbers)
    explaining[np.append(explanations.facts, -1)[explaining] != candidates.numbers] = -1
    known = explaining >= 0
    votes, uses = np.zeros((len(candidates), len(asking.terms))), np.zeros(len(candidates))
    votes[known] = asking.counted(explanations.explained_by, explaining[known])
    uses[known] = asking.seen(explanations.explained_by, explaining[known])
    chance = votes / (asking.holders + _SMOOTHING)
    idf = facts.idf[asking.terms]
    return {
        "called_most": chance.max(axis=1, initial=0),
        "called_answer": (chance * query.answered[asking.terms]).max(axis=1, initial=0),
        "called_mean": chance @ idf / max(float(idf.sum()), 1e-9),
        "called_lift": np.log((votes + 0.5) / (uses[:, None] * asking.holders / asking.total + 0.5)).sum(axis=1),
        **_words(facts, explanations, query, asking, candidates),
    }


@dataclass(frozen=True, slots=True)
class Asking:
    """The questions that hold the lemmas of a question and its answer.

    Attributes:
        terms: These lemmas, ascending; shape (terms,).
        questions: The question of each pair of a visible question and a term that it holds; shape (pairs,).
        held: The place of its term in ``terms``; shape (pairs,).
        holders: The number of visible questions that hold each term; shape (terms,).
        hidden: The questions that are not visible; shape (hidden,).
        total: The number of visible questions, at least 1.
    """

    terms: NDArray[np.intp]
    questions: NDArray[np.intp]
    held: NDArray[np.intp]
    holders: NDArray[np.float64]
    hidden: NDArray[np.intp]
    total: float

    @classmethod
    def of(cls, explanations: Explanations, query: Query, evidence: Evidence) -> "Asking":
        """Return the visible questions that share lemmas with a question and its answer."""
        terms = np.flatnonzero(query.either)
        asking = explanations.asking(terms) * evidence.visible[:, None]
        questions, held = np.nonzero(asking)
        total = max(float(evidence.visible.sum()), 1.0)
        return cls(terms, questions, held, asking.sum(axis=0), np.flatnonzero(evidence.visible == 0), total)

    def counted(self, matrix: SparseMatrix, columns: NDArray[np.integer]) -> NDArray[np.float64]:
        """Return how many visible questions that hold each term have an entry in some columns of a matrix.

        Only the rows of these questions are read, which are few.

        Args:
            matrix: A matrix of ones; shape (questions, columns).
            columns: The columns, each once; shape (columns,).

        Returns:
            Counts; shape (columns, terms).
        """
        entries, width = matrix[self.questions], len(self.terms)
        places = np.full(matrix.shape[1], -1)
        places[columns] = np.arange(len(columns))
        wanted = places[entries.indices]
        cells = (wanted * width + self.held[entries.rows])[wanted >= 0]
        counts = np.bincount(cells, minlength=len(columns) * width)
        return counts.astype(np.float64).reshape(len(columns), width)

    def seen(self, matrix: SparseMatrix, columns: NDArray[np.integer]) -> NDArray[np.float64]:
        """Return how many visible questions have an entry in some columns of a matrix of ones; shape (columns,)."""
        hidden = np.bincount(matrix[self.hidden].indices, minlength=matrix.shape[1])
        counts: NDArray[np.float64] = (matrix.column_lengths[columns] - hidden[columns]).astype(np.float64)
        return counts


def _words(
    facts: FactMatrix, explanations: Explanations, query: Query, asking: Asking, candidates: Candidates
) -> Columns:
    """Return associations between words of the question and other words of a fact."""
    held = candidates.held
    outside = query.either[held.indices] == 0
    rows, words = held.rows[outside], held.indices[outside]
    lemmas, places = np.unique(words, return_inverse=True)
    together = asking.counted(explanations.words, lemmas)
    expected = asking.seen(explanations.words, lemmas)[:, None] * asking.holders / asking.total
    chance = (together / (asking.holders + _SMOOTHING)).max(axis=1, initial=0)[places]
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
