"""Explanation graphs for a terminal."""

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from explanans.language.sentences import tidy
from explanans.rendering.phrases import Origin, denies, origin, stance_sentence
from explanans.rendering.terminal import QUIET, grid
from explanans.structures.graphs import Edge, ExplanationGraph

_STYLES = {Origin.BELIEF: "blue", Origin.ARGUMENT: "yellow", Origin.BOTH: "green", Origin.EXTERNAL: "italic"}


def graph_text(graph: ExplanationGraph, remarks: Sequence[str] = ()) -> Iterator[Table | Tree | Text]:
    """Yield a graph for a rich console: belief, argument and stance, then the edges as trees.

    A concept that occurs a second time is named again, with a note that it is drawn above.

    Args:
        graph: The graph; it may be invalid.
        remarks: Sentences such as the faults of the graph.

    Example:
        >>> from rich.console import Console
        >>> from explanans.structures.graphs import Relation, Stance
        >>> edges = (Edge("rain", Relation.CAUSES, "mud"), Edge("mud", Relation.IS_A, "nuisance"))
        >>> for part in graph_text(ExplanationGraph("Rain is bad.", "Mud is wet.", Stance.SUPPORT, edges)):
        ...     Console(width=60).print(part)
          Belief  Rain is bad.
        Argument  Mud is wet.
          Stance  The argument supports the belief.
        rain (belief)
        └── causes: mud (argument)
            └── is a: nuisance (external)
    """
    table = grid("right")
    table.add_row(Text("Belief", QUIET), Text(tidy(graph.belief)))
    table.add_row(Text("Argument", QUIET), Text(tidy(graph.argument)))
    table.add_row(Text("Stance", QUIET), Text(stance_sentence(graph.stance), "bold"))
    yield table
    yield from (Text(f"! {tidy(remark)}", "yellow") for remark in remarks)
    yield from _Branches(graph).trees()


class _Branches:
    """Builds the trees of a graph; the descendants of each concept occur once."""

    def __init__(self, graph: ExplanationGraph) -> None:
        self._graph = graph
        self._leaving: dict[str, list[Edge]] = {}
        for edge in graph.edges:
            self._leaving.setdefault(edge.source, []).append(edge)
        self._drawn: set[str] = set()

    def trees(self) -> Iterator[Tree]:
        entered = {edge.target for edge in self._graph.edges}
        # If every concept has an incoming edge, as in a cycle, start at the first concept.
        for concept in sorted(self._leaving, key=lambda concept: concept in entered):
            if concept not in self._drawn:
                tree = Tree(self._concept(concept), guide_style=QUIET)
                self._grow(tree, concept)
                yield tree

    def _grow(self, tree: Tree, concept: str) -> None:
        self._drawn.add(concept)
        way = [(tree, iter(self._leaving[concept]))]
        while way:
            branch, edges = way[-1]
            for edge in edges:
                seen = edge.target in self._drawn
                label = Text(f"{edge.relation}: ", "bold red" if denies(edge.relation) else QUIET)
                again = seen and edge.target in self._leaving
                added = branch.add(label + self._concept(edge.target) + Text(" (see above)" * again, QUIET))
                if not seen:
                    self._drawn.add(edge.target)
                    way.append((added, iter(self._leaving.get(edge.target, ()))))
                    break
            else:
                way.pop()

    def _concept(self, concept: str) -> Text:
        kind = origin(self._graph, concept)
        return Text.assemble((tidy(concept), _STYLES[kind]), (f" ({kind})", QUIET))
