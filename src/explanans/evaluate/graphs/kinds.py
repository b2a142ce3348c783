"""Kinds of examples, by what their gold graphs are like."""

from collections.abc import Callable, Mapping, Sequence

from explanans.evaluate.measure import Values, break_down
from explanans.graph import ExplanationGraph
from explanans.report import Part


def kinds(values: Mapping[str, Values], gold: Sequence[ExplanationGraph]) -> dict[str, dict[str, Part]]:
    """Return the means over examples of one kind, for ``depth``, ``shape`` and ``external``.

    Saha et al. 2021 look at depth (table 8), which is the longest chain of edges, and at whether a graph is a single
    chain (table 9); the number of concepts from neither belief nor argument tells how much had to be known.

    Args:
        values: The value of each example, by the name of the measure.
        gold: The first gold graph of each example.
    """
    return {
        name: break_down(values, [kind_of(graph) for graph in gold], order) for name, (kind_of, order) in _KINDS.items()
    }


def depth(graph: ExplanationGraph) -> int:
    """Return how many edges the longest chain of a graph without cycles has.

    Args:
        graph: The graph.

    Example:
        >>> from explanans.codecs import brackets
        >>> from explanans.graph import Stance
        >>> edges = brackets.decode("(a; is a; b)(b; is a; c)(a; is a; c)", "note")
        >>> depth(ExplanationGraph("", "", Stance.SUPPORT, edges))
        2
    """
    depths = dict.fromkeys(graph.concepts(), 0)
    # No chain is longer than there are edges; after as many rounds every concept is as deep as it gets.
    for _ in graph.edges:
        for edge in graph.edges:
            depths[edge.target] = max(depths[edge.target], min(depths[edge.source] + 1, len(graph.edges)))
    return max(depths.values(), default=0)


def _depth(graph: ExplanationGraph) -> str:
    deep = depth(graph)
    return "1-3" if deep <= 3 else "4-5" if deep <= 5 else "6+"


def _shape(graph: ExplanationGraph) -> str:
    return "linear" if depth(graph) == len(graph.edges) == len(graph.concepts()) - 1 else "non-linear"


def _external(graph: ExplanationGraph) -> str:
    texts = (graph.belief.lower(), graph.argument.lower())
    count = sum(not any(concept.lower() in text for text in texts) for concept in graph.concepts())
    return str(count) if count < 2 else "2+"


_KINDS: dict[str, tuple[Callable[[ExplanationGraph], str], tuple[str, ...]]] = {
    "depth": (_depth, ("1-3", "4-5", "6+")),
    "shape": (_shape, ("linear", "non-linear")),
    "external": (_external, ("0", "1", "2+")),
}
