"""The trained choice of leaves: the set of facts with the highest score, by an integer linear program."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.learning.language_reader import LanguageReader
from explanans.learning.model import LinearModel
from explanans.structures.explanations import ScoredFact
from explanans.structures.trees import Problem
from explanans.trees.fact_pairs import PAIR
from explanans.trees.language_relevance import refined
from explanans.trees.leaf_features import FACT, FEATURES, LACKING, LARGEST, PART, Company, LeafProblem, leaf_problem
from explanans.trees.missing_links import LONE, share
from explanans.trees.model import Relevance, RelevantFacts
from explanans.trees.problem_matrix import Matrix

if TYPE_CHECKING:
    from scipy.optimize import LinearConstraint


_SLIGHT = 1e-3
"""Pairs of a smaller absolute score are left out of the program; scores of facts are of the order of 1."""
_FEW = 12
"""Maximum number of eligible facts of which all sets are compared: some thousand sets, in a few milliseconds."""
_RELEVANT = 0.3
"""Relevance of a fact that stands beside the only other leaf."""
_SECONDS = 2.0
"""Time limit of the solver; the median is a few milliseconds."""


class _Weights(NamedTuple):
    facts: Matrix
    pairs: Matrix
    parts: Matrix
    lone: Matrix
    sizes: Matrix


class _Rows:
    """Linear constraints in coordinate form, each ``low <= row @ variables <= high``."""

    def __init__(self) -> None:
        self._entries: list[tuple[int, int, float]] = []
        self._low: list[float] = []
        self._high: list[float] = []

    def add(self, entries: dict[int, float], low: float, high: float) -> None:
        """Add a constraint.

        Args:
            entries: Coefficients by the number of their variable.
        """
        row = len(self._low)
        self._entries += [(row, column, value) for column, value in entries.items()]
        self._low.append(low)
        self._high.append(high)

    def constraint(self, variables: int) -> "LinearConstraint":
        """Return all constraints."""
        from scipy.optimize import LinearConstraint  # noqa: PLC0415 - takes a third of a second, and is needed for many facts only
        from scipy.sparse import coo_array  # noqa: PLC0415

        rows, columns, values = zip(*self._entries, strict=True)
        matrix = coo_array((values, (rows, columns)), shape=(len(self._low), variables)).tocsr()
        return LinearConstraint(matrix, self._low, self._high)


def vector(weights: Mapping[str, float]) -> Matrix:
    """Return weights by the names of their features as a vector, 0 for others; shape (``FEATURES``,)."""
    return np.array([weights.get(feature.name, 0.0) for feature in FEATURES])


def best_leaves(problem: LeafProblem, weights: Matrix, least: int = 1) -> NDArray[np.bool_]:
    """Return the set of leaves with the highest score; shape (facts,).

    The score is linear in the features of the set.

    Args:
        problem: The candidates; one or more.
        weights: The weight of each feature; shape (``FEATURES``,). Those of orphans, of
            dangling facts and of crowding must not be positive.
        least: Minimum number of leaves, at most that of eligible facts.

    Raises:
        RuntimeError: The solver found no solution within its time limit.
    """
    part = _split(weights)
    eligible = np.flatnonzero(problem.eligible)
    if 0 < len(eligible) <= _FEW:
        return _compared(problem, part, eligible, min(least, len(eligible)))
    return _solved(problem, part, least)


def _compared(problem: LeafProblem, part: _Weights, eligible: NDArray[np.intp], least: int) -> NDArray[np.bool_]:
    """Return the best of all sets of eligible facts."""
    sets = _sets(len(eligible))
    sets = sets[sets.sum(axis=1) >= least]
    pairs = np.zeros(problem.linked.partners.shape)
    values = problem.of_pairs @ part.pairs
    pairs[tuple(problem.pairs.T)] = np.where(np.abs(values) >= _SLIGHT, values, 0.0)
    among = np.ix_(eligible, eligible)
    covered = sets @ problem.covers[:, eligible].T.astype(np.float64) > 0
    scores = sets @ (problem.facts @ part.facts)[eligible] + ((sets @ pairs[among]) * sets).sum(axis=1)
    scores += covered @ (problem.of_parts @ part.parts) + np.cumsum(part.sizes)[sets.sum(axis=1).astype(np.intp) - 1]
    for weight, company in zip(part.lone, problem.companies, strict=True):
        lone = sets @ company.partners[among].T.astype(np.float64) == 0
        scores += weight * (lone * sets) @ ~company.needless[eligible]
    chosen = np.zeros(len(problem.facts), dtype=bool)
    chosen[eligible] = sets[np.argmax(scores)] > 0
    return chosen


@cache
def _sets(count: int) -> Matrix:
    """Return 1 for each member of each set of at most ``LARGEST`` of some facts, else 0; shape (sets, count)."""
    sets: NDArray[np.intp] = (np.arange(1, 1 << count)[:, None] >> np.arange(count)) & 1
    few: Matrix = sets[sets.sum(axis=1) <= LARGEST].astype(np.float64)
    return few


def _solved(problem: LeafProblem, part: _Weights, least: int) -> NDArray[np.bool_]:
    """Return the best set of eligible facts, by an integer linear program."""
    # Facts are binary variables; a pair, a covered part and an orphan are variables that the constraints tie to the
    # facts, as in ExplanationLP (Thayaparan et al. 2021, section 3.3).
    from scipy.optimize import Bounds, milp  # noqa: PLC0415 - as above

    facts = problem.facts @ part.facts
    count, rows = len(facts), _Rows()
    scores: list[float] = facts.tolist()
    integral = [1] * count
    _add_sizes(rows, scores, integral, part.sizes, count)
    rows.add({count + min(least, int(problem.eligible.sum())) - 1: 1.0}, 1, 1)
    _add_pairs(rows, scores, integral, problem, part.pairs)
    _add_parts(rows, scores, integral, problem, part.parts)
    for weight, company in zip(part.lone.tolist(), problem.companies, strict=True):
        _add_lone(rows, scores, integral, company, weight)
    solved = milp(
        -np.array(scores),
        integrality=np.array(integral),
        bounds=Bounds(0, np.concatenate([problem.eligible, np.ones(len(scores) - count)])),
        constraints=rows.constraint(len(scores)),
        options={"time_limit": _SECONDS},
    )
    if solved.x is None:
        raise RuntimeError(f"the choice among {count} facts has no solution: {solved.message}")
    chosen: NDArray[np.bool_] = solved.x[:count] > 0.5
    return chosen


def _split(weights: Matrix) -> _Weights:
    ends = np.cumsum([len(FACT), len(PAIR), len(PART), len(LACKING)])
    facts, pairs, parts, lone, sizes = np.split(weights, ends)
    number = np.arange(LARGEST)
    steps = np.where(number > 0, sizes[0] + sizes[1] * (number - 1), 0.0)
    return _Weights(facts, pairs, parts, lone, steps)


def _add_sizes(rows: _Rows, scores: list[float], integral: list[int], weights: Matrix, count: int) -> None:
    """Add one variable for each size up to the largest: 1 if there are at least as many leaves."""
    first = len(scores)
    places = range(first, first + LARGEST)
    scores += weights.tolist()
    integral += [1] * LARGEST
    rows.add({**dict.fromkeys(range(count), 1.0), **dict.fromkeys(places, -1.0)}, 0, 0)
    for place in places[1:]:
        rows.add({place - 1: 1.0, place: -1.0}, 0, 1)


def _add_pairs(rows: _Rows, scores: list[float], integral: list[int], problem: LeafProblem, weights: Matrix) -> None:
    values = problem.of_pairs @ weights
    for number in np.flatnonzero(np.abs(values) >= _SLIGHT).tolist():
        one, other = problem.pairs[number].tolist()
        place = len(scores)
        scores.append(float(values[number]))
        integral.append(0)
        if values[number] > 0:
            rows.add({place: 1.0, one: -1.0}, -1, 0)
            rows.add({place: 1.0, other: -1.0}, -1, 0)
        else:
            rows.add({place: 1.0, one: -1.0, other: -1.0}, -1, 1)


def _add_parts(rows: _Rows, scores: list[float], integral: list[int], problem: LeafProblem, weights: Matrix) -> None:
    for held, value in zip(problem.covers, (problem.of_parts @ weights).tolist(), strict=True):
        covering = np.flatnonzero(held).tolist()
        place = len(scores)
        if not covering or not value:
            continue
        scores.append(value)
        integral.append(0)
        if value > 0:
            rows.add({place: 1.0, **dict.fromkeys(covering, -1.0)}, -len(covering), 0)
        else:
            for fact in covering:
                rows.add({place: 1.0, fact: -1.0}, 0, 1)


def _add_lone(
    rows: _Rows,
    scores: list[float],
    integral: list[int],
    company: Company,
    weight: float,
) -> None:
    """Add one variable for each fact that needs company: 1 if it is chosen and no fact that it needs is.

    Args:
        weight: The penalty of an isolated fact; 0 or less.
    """
    for fact in np.flatnonzero(~company.needless).tolist() if weight else ():
        near = np.flatnonzero(company.partners[fact]).tolist()
        place = len(scores)
        scores.append(weight)
        integral.append(0)
        rows.add({place: 1.0, fact: -1.0, **dict.fromkeys(near, 1.0)}, 0, len(near) + 1)


class LeafModel(LinearModel):
    """Weights of the features of a set of leaves; ``explanans lab train leaves`` makes them."""

    kind = "leaves"
    home = Path(__file__).parent / "models" / "leaves"
    names = tuple(feature.name for feature in FEATURES)

    def best(self, problem: LeafProblem, least: int = 1) -> NDArray[np.bool_]:
        """Return the set of leaves with the highest score; shape (facts,).

        Args:
            problem: The candidates; one or more.
            least: Minimum number of leaves, at most that of eligible facts.
        """
        return best_leaves(problem, vector(self.weights), least)

    def leaves(self, hypothesis: str, facts: RelevantFacts) -> NDArray[np.bool_]:
        """Return the facts that explain a hypothesis together; shape (facts,).

        A single fact seldom says why: the best set of two or more is chosen if all of it is relevant, or if the single
        fact holds little of the hypothesis.

        Args:
            facts: The facts; one or more.
        """
        candidates = leaf_problem(hypothesis, facts)
        chosen = self.best(candidates)
        if chosen.sum() == 1:
            more = self.best(candidates, least=2)
            is_little = share(hypothesis, facts.premises.texts[int(np.argmax(chosen))]) < LONE
            if is_little or facts.belief[more].min() >= _RELEVANT:
                return more
        return chosen

    def choose(
        self,
        problem: Problem,
        facts: Sequence[ScoredFact],
        relevance: Relevance | None = None,
        reader: LanguageReader | None = None,
    ) -> tuple[ScoredFact, ...]:
        """Return the facts that explain a hypothesis together, the most relevant first, with their relevance.

        Args:
            facts: Ranked facts that score above 0, best first.
            relevance: The relevance of each fact; the model that comes with the package if None.
            reader: A language model that reads the most relevant facts, too; None for none.
        """
        if not facts:
            return ()
        found = (relevance or Relevance.shipped()).read(problem, facts)
        if reader:
            found = refined(reader, problem, found)
        chosen = np.flatnonzero(self.leaves(problem.hypothesis, found))
        order = chosen[np.argsort(-found.belief[chosen], kind="stable")].tolist()
        return tuple(ScoredFact(facts[place].fact, float(found.belief[place])) for place in order)
