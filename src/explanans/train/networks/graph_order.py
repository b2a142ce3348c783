"""In which order the edges of a graph are written (Saha et al. 2021, appendix E.1)."""

from collections import deque
from collections.abc import Sequence
from enum import StrEnum
from graphlib import CycleError, TopologicalSorter

import numpy as np

from explanans.codecs.brackets import depth_first
from explanans.graph import Edge


class Order(StrEnum):
    """An order of edges."""

    DEPTH_FIRST = "depth-first"
    BREADTH_FIRST = "breadth-first"
    TOPOLOGICAL = "topological"
    RANDOM = "random"


def arrange(edges: Sequence[Edge], order: Order, chance: np.random.Generator) -> tuple[Edge, ...]:
    """Return the edges of a graph in an order.

    Depth first is ``codecs.brackets.depth_first``. Breadth first starts from all concepts that no edge enters. In
    topological order the edges that leave a concept come after all that enter it; of a graph with a cycle, which has
    none, the edges stay as they are.

    Args:
        edges: The edges.
        order: The order.
        chance: What draws a random order.

    Example:
        >>> from explanans.graph import Relation
        >>> edges = [Edge(*pair) for pair in (("b", Relation.IS_A, "d"), ("a", Relation.IS_A, "b"))]
        >>> edges.append(Edge("a", Relation.IS_A, "c"))
        >>> for order in (Order.DEPTH_FIRST, Order.BREADTH_FIRST):
        ...     [edge.source + edge.target for edge in arrange(edges, order, np.random.default_rng(0))]
        ['ab', 'bd', 'ac']
        ['ab', 'ac', 'bd']
    """
    match order:
        case Order.DEPTH_FIRST:
            return depth_first(edges)
        case Order.BREADTH_FIRST:
            return _breadth_first(edges)
        case Order.TOPOLOGICAL:
            return _topological(edges)
        case Order.RANDOM:
            return tuple(edges[number] for number in chance.permutation(len(edges)))


def _breadth_first(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    entered = {edge.target for edge in edges}
    found: dict[Edge, None] = {}
    for start in [edge.source for edge in edges if edge.source not in entered] + [edge.source for edge in edges]:
        waiting = deque([start])
        while waiting:
            concept = waiting.popleft()
            new = [edge for edge in edges if edge.source == concept and edge not in found]
            found.update(dict.fromkeys(new))
            waiting.extend(edge.target for edge in new)
    return tuple(found)


def _topological(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    sorter = TopologicalSorter[str]()
    for edge in edges:
        sorter.add(edge.target, edge.source)
    try:
        places = {concept: place for place, concept in enumerate(sorter.static_order())}
    except CycleError:
        return tuple(edges)
    return tuple(sorted(edges, key=lambda edge: places[edge.source]))
