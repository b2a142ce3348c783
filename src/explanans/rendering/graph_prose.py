"""Explanation graphs in sentences: one template per relation, in the order of the edges."""

from collections.abc import Sequence

from explanans.formats.explagraphs import depth_first
from explanans.language.sentences import tidy
from explanans.structures.graphs import Edge, Relation

_VERBS = {
    Relation.ANTONYM_OF: "is the opposite of",
    Relation.SYNONYM_OF: "means the same as",
    Relation.AT_LOCATION: "is found at",
    Relation.NOT_AT_LOCATION: "is not found at",
    Relation.CAPABLE_OF: "is capable of",
    Relation.NOT_CAPABLE_OF: "is not capable of",
    Relation.CAUSES: "causes",
    Relation.NOT_CAUSES: "does not cause",
    Relation.CREATED_BY: "is created by",
    Relation.NOT_CREATED_BY: "is not created by",
    Relation.IS_A: "is a kind of",
    Relation.IS_NOT_A: "is not a kind of",
    Relation.DESIRES: "desires",
    Relation.NOT_DESIRES: "does not desire",
    Relation.HAS_SUBEVENT: "includes the event",
    Relation.NOT_HAS_SUBEVENT: "does not include the event",
    Relation.PART_OF: "is part of",
    Relation.NOT_PART_OF: "is not part of",
    Relation.HAS_CONTEXT: "belongs to the context of",
    Relation.NOT_HAS_CONTEXT: "does not belong to the context of",
    Relation.HAS_PROPERTY: "has the property",
    Relation.NOT_HAS_PROPERTY: "does not have the property",
    Relation.MADE_OF: "is made of",
    Relation.NOT_MADE_OF: "is not made of",
    Relation.RECEIVES_ACTION: "receives the action",
    Relation.NOT_RECEIVES_ACTION: "does not receive the action",
    Relation.USED_FOR: "is used for",
    Relation.NOT_USED_FOR: "is not used for",
}


def edge_sentence(edge: Edge) -> str:
    """Return an edge as a sentence, without a full stop.

    Example:
        >>> edge_sentence(Edge("zoos", Relation.NOT_USED_FOR, "profit"))
        'zoos is not used for profit'
    """
    return tidy(f"{edge.source} {_VERBS[edge.relation]} {edge.target}")


def graph_prose(edges: Sequence[Edge]) -> str:
    """Return a graph as sentences along its edges, starting from concepts without incoming edges.

    Example:
        >>> graph_prose([Edge("mud", Relation.IS_A, "dirt"), Edge("rain", Relation.CAUSES, "mud")])
        'Rain causes mud. Mud is a kind of dirt.'
    """
    sentences = map(edge_sentence, depth_first(edges))
    return " ".join(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences)
