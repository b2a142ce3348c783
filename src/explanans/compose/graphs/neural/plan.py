"""How many tokens it takes at least to complete a graph: an upper bound of the fewest, by one way that always works.

Every part of the graph is joined to the one that can be named in the fewest tokens, and so is every concept that is
still lacking. An edge between two parts, or to a new concept, closes no cycle and is never there already.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

FEWEST_EDGES = 3
MOST_EDGES = 8

_SIGNS = 3
"""The tokens that open an edge, part its first concept from its relation, and close it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How many tokens things take.

    Attributes:
        relation: The shortest relation, with the token after it.
        new: The shortest concept that a graph does not have yet.
        kit: The longest of the concepts that may be lacking.
    """

    relation: int
    new: int
    kit: int

    def rest(self, edges: int, lacking: int, parts: Sequence[float]) -> float:
        """Return how many tokens complete a graph after so many edges, with the one that ends the line.

        Args:
            edges: How many edges it has.
            lacking: How many concepts of belief and argument it lacks.
            parts: How many tokens the shortest concept of each of its parts has.

        Returns:
            Tokens; infinite where too few edges are left.

        Example:
            >>> Plan(2, 1, 1).rest(0, 4, []), Plan(2, 1, 1).rest(2, 1, [1.0, 2.0])
            (22, 16.0)
        """
        if not parts:
            first = self.kit if lacking else self.new
            parts, lacking = [first], max(0, lacking - 1)
        joins = len(parts) + lacking - 1
        count = max(joins, FEWEST_EDGES - edges)
        if count > MOST_EDGES - edges:
            return inf
        if not count:
            return 1
        hub = min(parts)
        named = count * hub + sum(parts) - hub + lacking * self.kit + (count - joins) * self.new
        return count * (_SIGNS + self.relation) + named + 1

    def target(self, edges: int, lacking: int, own: float, others: Sequence[float]) -> float:
        """Return how many tokens complete a graph whose next edge wants its second concept.

        Args:
            edges: How many edges it has without that one.
            lacking: How many concepts of belief and argument it lacks.
            own: How many tokens the shortest concept has in the part of the edge's first concept.
            others: The same for the other parts.
        """
        if others:
            joined = min(others)
            remaining = sorted(others)[1:]
        else:
            joined, remaining = float(self.kit if lacking else self.new), []
            lacking = max(0, lacking - 1)
        return joined + 1 + self.rest(edges + 1, lacking, [min(own, joined), *remaining])

    def more(self, edges: int, parts: Sequence[float]) -> float:
        """Return how many tokens it takes to add one more edge to a graph that is complete, and to end the line.

        Args:
            edges: How many edges it has.
            parts: How many tokens the shortest concept of its one part has.
        """
        return inf if edges == MOST_EDGES else _SIGNS + self.relation + parts[0] + self.new + 1
