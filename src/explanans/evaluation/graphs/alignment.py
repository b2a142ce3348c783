"""Optimal alignment of two directed graphs by an integer program.

One binary variable a pair of nodes says that they are aligned; one variable a pair of edges, that both their ends are
(Lerouge et al. 2017, "New binary linear programming formulation to compute the graph edit distance", formulation F2,
here tightened by summing over the edges that leave or enter a node, from either graph).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, linear_sum_assignment, milp
from scipy.sparse import csr_array

SECONDS = 10.0
"""Default time limit of one program, in seconds."""

Ends = tuple[int, int]
"""Indices of the source and the target node of an edge."""


@dataclass(frozen=True, slots=True)
class Gains:
    """Gains of aligning nodes and edges of two graphs; all at least 0.

    Attributes:
        nodes: The gain of each pair of nodes; shape (nodes of the first graph, nodes of the second).
        first: The ends of the first graph's edges, without duplicates.
        second: The ends of the second graph's edges, without duplicates.
        edges: The gain of each pair of edges; shape (edges of the first graph, edges of the second).
    """

    nodes: NDArray[np.float64]
    first: Sequence[Ends]
    second: Sequence[Ends]
    edges: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Alignment:
    """A one-to-one alignment of nodes of two graphs.

    Attributes:
        pairs: Indices of the aligned nodes.
        gain: Total gain of nodes and edges.
        bound: Upper bound of the gain; ``gain`` if the alignment is optimal.
    """

    pairs: tuple[Ends, ...]
    gain: float
    bound: float


def align(gains: Gains, seconds: float = SECONDS, step: float = 0.0) -> Alignment:
    """Return the alignment of two graphs with the highest gain, or the best one found in time.

    Args:
        seconds: Time limit.
        step: Common divisor of all gains, which saves work; 0 if there is none.

    Example:
        >>> same = np.array([[1.0, 0.0], [0.0, 1.0]])
        >>> align(Gains(same, [(0, 1)], [(0, 1)], np.array([[1.0]]))).gain
        3.0
    """
    most = float(gains.nodes.max(axis=1, initial=0).sum() + gains.edges.max(axis=1, initial=0).sum())
    if most <= 0:
        return Alignment((), 0.0, 0.0)
    program = _Program(gains)
    gap = 0.99 * step / most if step else 1e-9
    solved = milp(
        -program.costs,
        integrality=program.integral,
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(program.matrix, ub=program.limits),
        options={"time_limit": seconds, "mip_rel_gap": gap},
    )
    found = [_assignment(gains)]
    if solved.x is not None:
        found.append(program.pairs(solved.x))
    pairs = max(found, key=lambda pairs: _gain(gains, pairs))
    gain = _gain(gains, pairs)
    if solved.status == 0:
        return Alignment(pairs, gain, gain)
    bound = solved.mip_dual_bound
    return Alignment(pairs, gain, min(most, most if bound is None else max(gain, -float(bound))))


def _assignment(gains: Gains) -> tuple[Ends, ...]:
    """Return the best alignment of nodes without edges, the result if time runs out at once."""
    rows, columns = linear_sum_assignment(gains.nodes, maximize=True)
    return tuple(zip(rows.tolist(), columns.tolist(), strict=True))


def _gain(gains: Gains, pairs: Iterable[Ends]) -> float:
    other = dict(pairs)
    numbers = {ends: number for number, ends in enumerate(gains.second)}
    gain = sum(float(gains.nodes[pair]) for pair in other.items())
    for number, (source, target) in enumerate(gains.first):
        aligned = numbers.get((other.get(source, -1), other.get(target, -1)))
        if aligned is not None:
            gain += float(gains.edges[number, aligned])
    return gain


class _Program:
    """The integer program of an alignment.

    Attributes:
        costs: The gain of each variable: all pairs of nodes, then the pairs of edges that gain something.
        integral: 1 for the pairs of nodes; those of edges then are 0 or 1 by themselves.
        matrix: The left sides of the constraints; shape (constraints, variables).
        limits: Their right sides.
    """

    def __init__(self, gains: Gains) -> None:
        self._shape = rows, columns = gains.nodes.shape
        count = rows * columns
        number = np.arange(count).reshape(rows, columns)
        edges = np.argwhere(gains.edges > 0)
        self.costs = np.concatenate((gains.nodes.ravel(), gains.edges[tuple(edges.T)]))
        self.integral = np.repeat((1, 0), (count, len(edges)))
        groups: dict[tuple[str, int, int, int], list[int]] = {}
        for variable, (first, second) in enumerate(edges.tolist(), count):
            for end in (0, 1):
                here, there = gains.first[first][end], gains.second[second][end]
                groups.setdefault(("first", end, first, int(number[here, there])), []).append(variable)
                groups.setdefault(("second", end, second, int(number[here, there])), []).append(variable)
        entries = [(line, variable, 1) for line, lot in enumerate((*number, *number.T)) for variable in lot.tolist()]
        for line, ((_, _, _, pair), variables) in enumerate(groups.items(), rows + columns):
            entries.append((line, pair, -1))
            entries.extend((line, variable, 1) for variable in variables)
        lines, places, values = zip(*entries, strict=True)
        total = rows + columns + len(groups)
        self.matrix = csr_array((values, (lines, places)), shape=(total, len(self.costs)))
        self.limits = np.repeat((1.0, 0.0), (rows + columns, len(groups)))

    def pairs(self, values: NDArray[np.float64]) -> tuple[Ends, ...]:
        """Return the aligned nodes of a solution."""
        rows, columns = self._shape
        chosen = np.argwhere(values[: rows * columns].reshape(rows, columns) > 0.5)
        return tuple((row, column) for row, column in chosen.tolist())
