"""Explanation graphs as bracketed text, ``(concept; relation; concept)(…)`` (Saha et al. 2021, released data)."""

import re
from collections.abc import Iterable, Sequence

from explanans.errors import FormatError
from explanans.structures.graphs import Edge, Relation

ACCEPTED = "(concept; relation; concept)(…)"
_RELATIONS = {relation.value: relation for relation in Relation}
_GROUP = re.compile(r"\s*\(([^()]*)\)\s*")


def decode(text: str, source: str, line: int = 0, column: int = 1) -> tuple[Edge, ...]:
    """Return the edges of a graph.

    The reader is lenient: blanks around and inside brackets, repeated blanks within a part, and the case of relations
    make no difference. Concepts keep their case.

    Args:
        text: One edge or more.
        source: The name of the file or text, for complaints.
        line: The line the text stands on, counted from 1; 0 if it has none.
        column: The column it starts at, counted from 1.

    Raises:
        FormatError: The text is no graph, an edge has more or fewer than three parts, a concept is empty, or a relation
            is unknown. The message names the column of the edge.

    Example:
        >>> decode("(rain; Causes; wet streets) (wet streets; is a; danger)", "note")[1].target
        'danger'
    """
    edges: list[Edge] = []
    position = 0
    while position < len(text) or not edges:
        group = _GROUP.match(text, position)
        if group is None:
            found = repr(text[position : position + 20]) if text[position:].strip() else "no edge"
            raise FormatError(found, source, line, ACCEPTED, column=column + position)
        edges.append(_edge(group[1], source, line, column + group.start(1) - 1))
        position = group.end()
    return tuple(edges)


def _edge(text: str, source: str, line: int, column: int) -> Edge:
    parts = [" ".join(part.split()) for part in text.split(";")]
    if len(parts) != 3:
        raise FormatError(f"an edge of {len(parts)} parts, ({text})", source, line, ACCEPTED, column=column)
    head, relation, tail = parts
    if not head or not tail:
        raise FormatError(f"an empty concept in ({text})", source, line, ACCEPTED, column=column)
    return Edge(head, decode_relation(relation, source, line, column), tail)


def decode_relation(name: str, source: str, line: int = 0, column: int = 0) -> Relation:
    """Return the relation of a name.

    Args:
        name: The name, in any case.
        source: The name of the file or text, for complaints.
        line: The line it stands on, counted from 1; 0 if it has none.
        column: The column, counted from 1; 0 if it is not known.

    Raises:
        FormatError: No relation has that name; the message names those that there are.

    Example:
        >>> decode_relation("Is A", "note")
        <Relation.IS_A: 'is a'>
    """
    relation = _RELATIONS.get(" ".join(name.lower().split()))
    if relation is None:
        raise FormatError(f"the relation {name!r}", source, line, ", ".join(_RELATIONS), column=column)
    return relation


def encode(edges: Iterable[Edge]) -> str:
    """Return a graph as text.

    Args:
        edges: The edges; a concept holds no bracket and no semicolon.

    Raises:
        FormatError: A concept is empty, or could not be read back.

    Example:
        >>> encode([Edge("rain", Relation.CAUSES, "wet streets")])
        '(rain; causes; wet streets)'
    """
    return "".join(f"({_concept(edge.source)}; {edge.relation}; {_concept(edge.target)})" for edge in edges)


def depth_first(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """Return the edges of a graph in the order in which the released models and scorer read them.

    The search starts from each concept that no edge enters, in the order in which the edges name them, and follows
    every edge once; edges that it cannot reach, which only a cycle can hide, come last.

    Example:
        >>> rain, soil = Edge("rain", Relation.CAUSES, "mud"), Edge("mud", Relation.IS_A, "soil")
        >>> [edge.source for edge in depth_first([soil, Edge("sun", Relation.NOT_CAUSES, "mud"), rain])]
        ['sun', 'mud', 'rain']
    """
    leaving: dict[str, list[Edge]] = {}
    for edge in edges:
        leaving.setdefault(edge.source, []).append(edge)
    entered = {edge.target for edge in edges}
    # The edges still to be followed from each concept on the way; every concept's are taken once.
    found: list[Edge] = []
    for start in [edge.source for edge in edges if edge.source not in entered] + [edge.source for edge in edges]:
        way = [iter(leaving.pop(start, ()))]
        while way:
            step = next(way[-1], None)
            if step is None:
                way.pop()
            else:
                found.append(step)
                way.append(iter(leaving.pop(step.target, ())))
    return tuple(found)


def _concept(text: str) -> str:
    if not text or text != " ".join(text.split()) or re.search(r"[();]", text):
        accepted = "words with single blanks, no bracket and no semicolon"
        raise FormatError(f"the concept {text!r}", "graph", accepted=accepted)
    return text
