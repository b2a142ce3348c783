"""What is written of a graph so far: its edges, and which concepts they join."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from explanans.graph import Edge


@dataclass(frozen=True, slots=True)
class Outline:
    """The first edges of a graph, and perhaps a concept that no edge has yet.

    Attributes:
        edges: The edges.
        spelt: The tokens of each concept that is named.
        parts: The concepts that edges join, whatever their direction, apart from those that none joins to them.
    """

    edges: tuple[Edge, ...] = ()
    spelt: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    parts: tuple[frozenset[str], ...] = ()

    def named(self, concept: str, tokens: tuple[int, ...]) -> "Outline":
        """Return the outline with a concept that no edge joins to others; one that is there already changes nothing.

        Args:
            concept: The concept.
            tokens: Its tokens.
        """
        if concept in self.spelt:
            return self
        return replace(self, spelt={**self.spelt, concept: tokens}, parts=(*self.parts, frozenset((concept,))))

    def linked(self, edge: Edge) -> "Outline":
        """Return the outline with one more edge.

        Args:
            edge: The edge, between two concepts that are named.
        """
        ends = {edge.source, edge.target}
        joined = frozenset[str]().union(*(part for part in self.parts if part & ends))
        parts = (*(part for part in self.parts if not part & ends), joined)
        return replace(self, edges=(*self.edges, edge), parts=parts)

    def takes(self, edge: Edge) -> bool:
        """Tell whether an edge may be added: it is not there yet, and closes no cycle.

        Args:
            edge: The edge.

        Example:
            >>> from explanans.graph import Relation
            >>> outline = Outline().named("a", (1,)).named("b", (2,)).linked(Edge("a", Relation.IS_A, "b"))
            >>> [outline.takes(Edge(*edge)) for edge in (("a", Relation.CAUSES, "b"), ("b", Relation.IS_A, "a"))]
            [True, False]
        """
        return edge not in self.edges and edge.source not in self._reached(edge.target)

    def _reached(self, start: str) -> set[str]:
        """Return a concept and those that edges lead to from it."""
        reached = {start}
        for _ in self.edges:
            reached |= {edge.target for edge in self.edges if edge.source in reached}
        return reached

    def shortest(self, concept: str = "") -> tuple[float, list[float]]:
        """Return how many tokens the shortest concept of each part has.

        Args:
            concept: A concept that is named; empty for none.

        Returns:
            The number for the part of the concept, infinite where there is no such part; and those for the others.
        """
        own, others = float("inf"), []
        for part in self.parts:
            length = float(min(len(self.spelt[name]) for name in part))
            if concept in part:
                own = length
            else:
                others.append(length)
        return own, others
