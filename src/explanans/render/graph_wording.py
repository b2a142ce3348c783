"""Words that every drawing of an explanation graph shares."""

from enum import StrEnum

from explanans.graph import ExplanationGraph, Relation, Stance
from explanans.text.sentences import tidy


class Origin(StrEnum):
    """Where a concept comes from."""

    BELIEF = "belief"
    ARGUMENT = "argument"
    BOTH = "belief and argument"
    EXTERNAL = "external"


def origin(graph: ExplanationGraph, concept: str) -> Origin:
    """Return whether a concept stands in the belief, in the argument, in both, or in neither.

    Args:
        graph: The graph.
        concept: One of its concepts; case makes no difference.

    Example:
        >>> graph = ExplanationGraph("Zoos should be banned.", "Animals suffer.", Stance.SUPPORT, ())
        >>> [origin(graph, concept).value for concept in ("zoos", "animals", "freedom")]
        ['belief', 'argument', 'external']
    """
    in_belief = concept.lower() in graph.belief.lower()
    if concept.lower() in graph.argument.lower():
        return Origin.BOTH if in_belief else Origin.ARGUMENT
    return Origin.BELIEF if in_belief else Origin.EXTERNAL


def denies(relation: Relation) -> bool:
    """Return whether a relation says that something is not so.

    Args:
        relation: The relation.

    Example:
        >>> denies(Relation.NOT_CAUSES), denies(Relation.IS_NOT_A), denies(Relation.CAUSES)
        (True, True, False)
    """
    return "not" in relation.split()


def stance_sentence(stance: Stance) -> str:
    """Return a stance as a sentence.

    Args:
        stance: The stance.

    Example:
        >>> stance_sentence(Stance.COUNTER)
        'The argument counters the belief.'
    """
    return f"The argument {stance}s the belief."


def describe_graph(graph: ExplanationGraph) -> str:
    """Return a graph in words, edge by edge.

    Args:
        graph: The graph.

    Example:
        >>> from explanans.graph import Edge
        >>> describe_graph(ExplanationGraph("", "", Stance.SUPPORT, (Edge("zoos", Relation.IS_A, "prison"),)))
        'zoos is a prison'
    """
    return "; ".join(tidy(f"{edge.source} {edge.relation} {edge.target}") for edge in graph.edges)
