"""Partial graphs, with bounds of the number of tokens to complete them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from explanans.structures.graphs import Edge

FEWEST_EDGES = 3
MOST_EDGES = 8
EACH = 2
"""Minimum number of concepts of the belief, and of the argument."""
EITHER = 4
"""Minimum number of concepts of both texts together; a concept counts only once."""
_SIGNS = 3
"""The tokens that open an edge, part its first concept from its relation, and close it."""


@dataclass(frozen=True, slots=True)
class PartialGraph:
    """The first edges of a graph, and perhaps a concept that no edge has yet.

    Attributes:
        spelt: The tokens of each concept that is named.
        parts: The concepts that edges join, whatever their direction, apart from those that none joins to them.
    """

    edges: tuple[Edge, ...] = ()
    spelt: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    parts: tuple[frozenset[str], ...] = ()

    def named(self, concept: str, tokens: tuple[int, ...]) -> "PartialGraph":
        """Return the graph with a concept that no edge joins to others; one that is there already changes nothing."""
        if concept in self.spelt:
            return self
        return replace(self, spelt={**self.spelt, concept: tokens}, parts=(*self.parts, frozenset((concept,))))

    def linked(self, edge: Edge) -> "PartialGraph":
        """Return the graph with one more edge."""
        ends = {edge.source, edge.target}
        joined = frozenset[str]().union(*(part for part in self.parts if part & ends))
        parts = (*(part for part in self.parts if not part & ends), joined)
        return replace(self, edges=(*self.edges, edge), parts=parts)

    def takes(self, edge: Edge) -> bool:
        """Return whether an edge may be added: it is not there yet, and closes no cycle.

        Example:
            >>> from explanans.structures.graphs import Relation
            >>> graph = PartialGraph().named("a", (1,)).named("b", (2,)).linked(Edge("a", Relation.IS_A, "b"))
            >>> [graph.takes(Edge(*edge)) for edge in (("a", Relation.CAUSES, "b"), ("b", Relation.IS_A, "a"))]
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

        Returns:
            The number for the part of the concept, infinite if there is no such part; and those for the others.
        """
        own, others = inf, []
        for part in self.parts:
            length = float(min(len(self.spelt[name]) for name in part))
            if concept in part:
                own = length
            else:
                others.append(length)
        return own, others


@dataclass(frozen=True, slots=True)
class ConceptSources:
    """A belief and an argument, two different concepts of each of which a graph needs (Saha et al. 2021, section 3)."""

    belief: str
    argument: str

    def place(self, concept: str) -> tuple[bool, bool]:
        """Return whether a concept stands in the belief, and in the argument."""
        return concept in self.belief, concept in self.argument

    def lacking(self, concepts: Collection[str]) -> int:
        """Return how many more concepts of these texts are enough for a graph.

        Fewer may do where one stands in both texts.

        Example:
            >>> sources = ConceptSources("zoos should be banned.", "animals suffer in cages.")
            >>> [sources.lacking(concepts) for concepts in ([], ["zoos", "prison"], ["zoos", "be", "cages", "animals"])]
            [4, 3, 0]
        """
        places = [self.place(concept) for concept in concepts]
        ours, theirs = (sum(place[side] for place in places) for side in (0, 1))
        return max(EITHER - sum(map(any, places)), max(0, EACH - ours) + max(0, EACH - theirs))


@dataclass(frozen=True, slots=True)
class Budget:
    """The tokens that it takes to complete a graph: an upper bound of the fewest, by one way that always works.

    Every part of the graph is joined to the one that can be named in the fewest tokens, and so is every concept that is
    still lacking. An edge between two parts, or to a new concept, closes no cycle and is never there already.

    Attributes:
        relation: The shortest relation, with the token after it.
        new: The shortest concept that a graph does not have yet.
        kit: The longest of the concepts that may be lacking.
    """

    relation: int
    new: int
    kit: int

    def rest(self, edges: int, lacking: int, parts: Sequence[float]) -> float:
        """Return how many tokens complete a graph with a number of edges, including the end token.

        Returns:
            Tokens; infinite if too few edges are left.

        Example:
            >>> Budget(2, 1, 1).rest(0, 4, []), Budget(2, 1, 1).rest(2, 1, [1.0, 2.0])
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
            own: Number of tokens of the shortest concept in the part of the edge's first concept.
        """
        joined, *remaining = sorted(others) or [float(self.kit if lacking else self.new)]
        lacking = lacking if others else max(0, lacking - 1)
        return joined + 1 + self.rest(edges + 1, lacking, [min(own, joined), *remaining])

    def more(self, edges: int, parts: Sequence[float]) -> float:
        """Return how many tokens it takes to add one more edge to a graph that is complete, and to end the line."""
        return inf if edges == MOST_EDGES else _SIGNS + self.relation + parts[0] + self.new + 1
