"""An explanation graph for a terminal."""

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from explanans.graph import Edge, ExplanationGraph
from explanans.render.terminal import QUIET, grid
from explanans.render.wording import Origin, denies, origin, stance_sentence
from explanans.text.sentences import tidy

_STYLES = {Origin.BELIEF: "blue", Origin.ARGUMENT: "yellow", Origin.BOTH: "green", Origin.EXTERNAL: "italic"}


def graph_text(graph: ExplanationGraph, remarks: Sequence[str] = ()) -> Iterator[Table | Tree | Text]:
    """Yield a graph for a rich console: belief, argument and stance, then the concepts and what follows from each.

    A concept that is reached a second time is named again, with a note that it is drawn above.

    Args:
        graph: The graph, valid or not.
        remarks: What there is to say against it, such as its faults, a sentence each.

    Example:
        >>> from rich.console import Console
        >>> from explanans.graph import Relation, Stance
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
    """Grows the trees of a graph, each concept with all that follows from it once."""

    def __init__(self, graph: ExplanationGraph) -> None:
        self._graph = graph
        self._leaving: dict[str, list[Edge]] = {}
        for edge in graph.edges:
            self._leaving.setdefault(edge.source, []).append(edge)
        self._drawn: set[str] = set()

    def trees(self) -> Iterator[Tree]:
        entered = {edge.target for edge in self._graph.edges}
        # Where every concept is entered, as in a cycle, the first one named has to be the start.
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
