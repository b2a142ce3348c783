"""The best explanation graph over scored concepts and edges, by an integer program.

As in the structured model of Saha et al. 2021, appendix C.3, edges are chosen together under the rules of the task, and
connectivity is a flow. That program chooses no concepts and lets cycles pass; here concepts are chosen too, and numbers
that grow along every edge rule cycles out (Miller, Tucker & Zemlin 1960).
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array, vstack

from explanans.errors import InputError
from explanans.structures.graphs import Edge, Relation

SECONDS = 1.0
"""Default time limit per graph, in seconds."""
_GAP = 1e-6
_INFEASIBLE = 2
"""The solver's status where no graph keeps to the rules."""
_SHARE = 0.8
"""Share of the time limit for the solver, which checks the clock only between its steps."""
_LEAST = 1e-6
"""Probabilities nearer to 0 or 1 count as this near."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Concepts that a graph may use, with what is believed of them; n of them, and r relations.

    Attributes:
        from_belief: Whether each is a concept of the belief; shape (n,).
        from_argument: Whether each is a concept of the argument; shape (n,).
        present: How likely each belongs to the graph; shape (n,).
        linked: How likely there is an edge from one to another; shape (n, n), where the diagonal does not matter.
        relations: How likely such an edge has each relation, in the order of ``Relation``; shape (n, n, r).
    """

    concepts: tuple[str, ...]
    from_belief: NDArray[np.bool_]
    from_argument: NDArray[np.bool_]
    present: NDArray[np.float64]
    linked: NDArray[np.float64]
    relations: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits that a graph must keep to.

    Attributes:
        fewest_edges: The least number of edges.
        each_side: Minimum number of concepts of the belief, and of the argument.
        both_sides: Minimum number of different concepts of either text. Four as in the paper; as the released scorer
            and two in five gold graphs read the rule, a concept may count for both, so that two are enough.
    """

    fewest_edges: int = 3
    most_edges: int = 8
    each_side: int = 2
    both_sides: int = 4


@dataclass(frozen=True, slots=True)
class ChosenGraph:
    """A graph that keeps to all limits.

    Attributes:
        edges: Its edges, in the order of the candidates.
        score: The sum of the log-odds of its concepts and edges and of the logarithms of its relations' probabilities.
        best: Whether no other graph has a higher score; where time ran out, there may be one, and this may be a mere
            tree over the likeliest concepts.
    """

    edges: tuple[Edge, ...]
    score: float
    best: bool


_PAPER = Limits()


def best_graphs(
    candidates: Candidates, count: int = 1, limits: Limits = _PAPER, seconds: float = SECONDS
) -> Iterator[ChosenGraph]:
    """Yield the graphs with the highest scores, best first, no two of which link the same concepts in the same way.

    Every graph is connected, has no directed cycle and keeps to the limits. Each edge has its likeliest relation.

    Args:
        count: Number of graphs to yield at most; fewer if there are no more, or where time runs out.

    Raises:
        InputError: No graph over these concepts keeps to the limits.

    Example:
        >>> odds = np.full((4, 4), 0.1)
        >>> odds[0, 1] = odds[1, 2] = odds[2, 3] = 0.9
        >>> relations = np.full((4, 4, 28), 1 / 28)
        >>> sides = np.array([True, True, False, False])
        >>> four = Candidates(("a", "b", "c", "d"), sides, ~sides, np.full(4, 0.5), odds, relations)
        >>> [[edge.source + edge.target for edge in graph.edges] for graph in best_graphs(four)]
        [['ab', 'bc', 'cd']]
    """
    started = time.perf_counter()
    program = _Program(candidates, limits)
    for number in range(count):
        status, links = program.solve(seconds - (time.perf_counter() - started))
        if status == _INFEASIBLE and number == 0:
            raise InputError(
                f"no graph over the concepts {', '.join(map(repr, candidates.concepts))} keeps to the rules; accepted: "
                f"{limits.each_side} of the belief and {limits.each_side} of the argument, "
                f"{max(limits.both_sides, limits.each_side)} in all"
            )
        if status != 0 and number == 0:
            # Too little time may find less than is found at sight, or nothing.
            links = max((links, program.tree()), key=lambda found: program.score(found) if found else -np.inf)
        if not links:
            return
        yield ChosenGraph(program.edges(links), program.score(links), best=status == 0)
        program.forbid(links)
        started = time.perf_counter()


_Link = tuple[int, int]
"""The numbers of the concepts that an edge leads from and to."""


class _Row(NamedTuple):
    """A constraint: what the sum of variables, each times a number, may be."""

    terms: Sequence[tuple[int, float]]
    low: float
    high: float


class _Program:
    """Variables are, in this order: concepts, links, root, flow between two concepts, flow from outside, and order."""

    def __init__(self, candidates: Candidates, limits: Limits) -> None:
        self._candidates, self._limits = candidates, limits
        belief, argument = candidates.from_belief, candidates.from_argument
        each, both = limits.each_side, limits.both_sides
        self._wanted = ((belief, each), (argument, each), (belief | argument, both))
        n = self._n = len(candidates.concepts)
        self._pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
        count = len(self._pairs)
        *bounds, self._size = accumulate((n, count, n, count, n, n), initial=0)
        present, links, self._root, flows, self._source, self._order = map(range, bounds, [*bounds[1:], self._size])
        self._present = present
        self._link, self._flow = (dict(zip(self._pairs, places, strict=True)) for places in (links, flows))
        self._gains = np.zeros(self._size)
        self._gains[:n] = _log_odds(candidates.present)
        likeliest = np.log(np.clip(candidates.relations.max(axis=2), _LEAST, 1))
        gains = _log_odds(candidates.linked) + likeliest
        self._gains[links.start : links.stop] = [gains[pair] for pair in self._pairs]
        self._matrix, self._low, self._high = self._stack([*self._rules(), *self._connected(), *self._acyclic()])

    def solve(self, seconds: float) -> tuple[int, list[_Link]]:
        """Return the solver's status, and the links of the best graph that is found in time; none if none is."""
        high = np.ones(self._size)
        high[list(self._flow.values())] = high[list(self._source)] = self._n
        high[list(self._order)] = self._n - 1
        integral = np.zeros(self._size)
        integral[: self._root.stop] = 1
        found = milp(
            -self._gains,
            integrality=integral,
            bounds=Bounds(0, high),
            constraints=LinearConstraint(self._matrix, self._low, self._high),
            options={"time_limit": max(_SHARE * seconds, 1e-3), "mip_rel_gap": _GAP},
        )
        links = [] if found.x is None else [pair for pair, place in self._link.items() if found.x[place] > 0.5]
        return int(found.status), links

    def tree(self) -> list[_Link]:
        """Return the links of a tree over the likeliest concepts that the limits ask for; none if no tree will do."""
        # It grows by the link that gains most. However its links are turned, a tree has no cycle.
        used: list[int] = []
        likeliest = np.argsort(-self._candidates.present, kind="stable").tolist()
        for concept in likeliest:
            if any(side[concept] and side[used].sum() < least for side, least in self._wanted):
                used.append(concept)
        for concept in likeliest:
            if len(used) <= self._limits.fewest_edges and concept not in used:
                used.append(concept)
        enough = all(side[used].sum() >= least for side, least in self._wanted)
        if not enough or not self._limits.fewest_edges < len(used) <= self._limits.most_edges + 1:
            return []
        links: list[_Link] = []
        reached = {used[0]}
        while len(reached) < len(used):
            joins = [(i, j) for i in used for j in used if (i in reached) != (j in reached)]
            links.append(max(joins, key=lambda link: float(self._gains[self._link[link]])))
            reached.update(links[-1])
        return sorted(links)

    def score(self, links: Sequence[_Link]) -> float:
        """Return the score of a graph."""
        used = {concept for pair in links for concept in pair}
        return float(sum(self._gains[list(used)]) + sum(self._gains[self._link[pair]] for pair in links))

    def edges(self, links: Iterable[_Link]) -> tuple[Edge, ...]:
        """Return a graph with the likeliest relation of each edge."""
        concepts, relations = self._candidates.concepts, list(Relation)
        return tuple(
            Edge(concepts[i], relations[int(self._candidates.relations[i, j].argmax())], concepts[j]) for i, j in links
        )

    def forbid(self, links: Sequence[_Link]) -> None:
        """Rule out one set of links, and no other."""
        terms = [(place, 1 if pair in links else -1) for pair, place in self._link.items()]
        matrix, low, high = self._stack([_Row(terms, -np.inf, len(links) - 1)])
        self._matrix = vstack((self._matrix, matrix), format="csr")
        self._low, self._high = np.append(self._low, low), np.append(self._high, high)

    def _rules(self) -> Iterator[_Row]:
        """Yield the limits; that links join concepts of the graph; and that each of its concepts has one."""
        every = [(place, 1.0) for place in self._link.values()]
        yield _Row(every, self._limits.fewest_edges, self._limits.most_edges)
        for side, least in self._wanted:
            yield _Row([(self._present[i], 1) for i in np.flatnonzero(side).tolist()], least, np.inf)
        for i, j in self._pairs:
            yield _Row([(self._link[i, j], 1), (self._present[i], -1)], -np.inf, 0)
            yield _Row([(self._link[i, j], 1), (self._present[j], -1)], -np.inf, 0)
            if i < j:
                yield _Row([(self._link[i, j], 1), (self._link[j, i], 1)], 0, 1)
        # A connected graph has at least one link less than concepts; the flow implies this for integer solutions only.
        yield _Row([*every, *((i, -1.0) for i in self._present)], -1, np.inf)
        for i in range(self._n):
            touching = [(place, 1.0) for pair, place in self._link.items() if i in pair]
            yield _Row([(self._present[i], -1), *touching], 0, np.inf)

    def _connected(self) -> Iterator[_Row]:
        """Yield that each concept takes up one unit of a flow that enters at the root and follows links either way."""
        # The root is the first concept of the graph, so that no graph has two solutions for want of a rule.
        n = self._n
        yield _Row([(root, 1) for root in self._root], 1, 1)
        for i in range(n):
            yield _Row([(self._root[i], 1), (self._present[i], -1)], -np.inf, 0)
            yield _Row([(self._source[i], 1), (self._root[i], -n)], -np.inf, 0)
            yield from (_Row([(self._root[i], 1), (self._present[k], 1)], -np.inf, 1) for k in range(i))
            enters = [(self._flow[j, i], 1.0) for j in range(n) if j != i]
            leaves = [(self._flow[i, j], -1.0) for j in range(n) if j != i]
            yield _Row([(self._source[i], 1), (self._present[i], -1), *enters, *leaves], 0, 0)
        for i, j in self._pairs:
            yield _Row([(self._flow[i, j], 1), (self._link[i, j], 1 - n), (self._link[j, i], 1 - n)], -np.inf, 0)

    def _acyclic(self) -> Iterator[_Row]:
        """Yield that the number of a concept is higher by one than that of any concept that a link leads from."""
        n = self._n
        for i, j in self._pairs:
            yield _Row([(self._order[i], 1), (self._order[j], -1), (self._link[i, j], n)], -np.inf, n - 1)

    def _stack(self, rows: Sequence[_Row]) -> tuple[csr_array, NDArray[np.float64], NDArray[np.float64]]:
        entries = [(line, place, value) for line, row in enumerate(rows) for place, value in row.terms]
        lines, places, values = zip(*entries, strict=True)
        matrix = csr_array((values, (lines, places)), shape=(len(rows), self._size))
        return matrix, np.array([row.low for row in rows]), np.array([row.high for row in rows])


def _log_odds(probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
    clipped = np.clip(probabilities, _LEAST, 1 - _LEAST)
    odds: NDArray[np.float64] = np.log(clipped) - np.log1p(-clipped)
    return odds
