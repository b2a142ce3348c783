"""Graph edit distance, exact or bounded."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor

import numpy as np

from explanans.evaluation.graphs.alignment import SECONDS, Gains, align
from explanans.structures.graphs import Edge

LARGEST = 17
"""Number of nodes and edges of the largest graph, a chain of eight edges (Saha et al. 2021, released scorer)."""


@dataclass(frozen=True, slots=True)
class EditDistance:
    """Return how many nodes and edges have to be added, deleted or renamed to turn one graph into another.

    Attributes:
        low: Lower bound of the distance.
        high: A sequence as long as this is known; equal to ``low`` where the distance is exact.
        normaliser: Divisor of the released scorer: the larger of 17 and the size of the gold graph.
    """

    low: int
    high: int
    normaliser: int

    @property
    def exact(self) -> bool:
        """Return whether the distance is exact."""
        return self.low == self.high

    @property
    def normalised(self) -> float:
        """The upper bound of the distance over the normaliser, at most 1.

        The released scorer breaks off at a distance above the normaliser, which graphs of more than eight edges can
        have.
        """
        return min(1.0, self.high / self.normaliser)

    @property
    def normalised_low(self) -> float:
        """The lower bound of the distance over the normaliser, at most 1."""
        return min(1.0, self.low / self.normaliser)


def edit_distance(gold: Sequence[Edge], predicted: Sequence[Edge], seconds: float = SECONDS) -> EditDistance:
    """Return the edit distance of two graphs (Abu-Aisheh et al. 2015; Saha et al. 2021, section 6).

    Each addition, deletion or renaming of a node or an edge costs 1. Concepts are equal when they are the same in lower
    case. As in the released scorer, of several edges from one concept to another the last counts.

    Aligned nodes or edges save one edit of two, and both where their names are equal, so that the distance is the
    number of all nodes and edges less the highest gain of an alignment.

    Args:
        gold: The edges of the gold graph.
        predicted: The edges of the other graph.
        seconds: Time limit; after it, the distance is bounded from both sides.

    Example:
        >>> from explanans.structures.graphs import Relation
        >>> rain = Edge("rain", Relation.CAUSES, "mud")
        >>> edit_distance([rain], [rain]).high, edit_distance([rain], [rain._replace(target="joy")]).high
        (0, 1)
    """
    first, second = _lower(gold), _lower(predicted)
    nodes, others = _nodes(first), _nodes(second)
    gains = Gains(
        1.0 + np.equal.outer(np.array(nodes, dtype=object), np.array(others, dtype=object)),
        [(nodes.index(source), nodes.index(target)) for source, target in first],
        [(others.index(source), others.index(target)) for source, target in second],
        1.0 + np.equal.outer(np.array([*first.values()], dtype=object), np.array([*second.values()], dtype=object)),
    )
    alignment = align(gains, seconds, step=1.0)
    total = len(nodes) + len(others) + len(first) + len(second)
    low = total - floor(alignment.bound + 1e-6)
    return EditDistance(low, total - round(alignment.gain), len(nodes) + len(first) + LARGEST)


def _lower(edges: Iterable[Edge]) -> dict[tuple[str, str], str]:
    return {(edge.source.lower(), edge.target.lower()): edge.relation.value for edge in edges}


def _nodes(edges: Iterable[tuple[str, str]]) -> list[str]:
    return list(dict.fromkeys(concept for ends in edges for concept in ends))
