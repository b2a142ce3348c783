"""What a graph says of its belief: features for whoever judges graphs, and for a stance that follows from a graph."""

from collections.abc import Sequence

from explanans.codecs import brackets
from explanans.compose.graphs.concepts import polarity
from explanans.compose.graphs.links import DENYING, RELATIONS
from explanans.compose.graphs.stance.features import orientation
from explanans.compose.graphs.stance.polarity import signed_lemmas
from explanans.graph import Edge, ExplanationGraph, Relation
from explanans.text.lemmas import content_lemmas

NAMES = (
    *("edges", "concepts", "denying", "denying_is_odd", "antonyms", "orientation"),
    *("path_sign", "path_sign_orientation", "last_sign", "last_sign_orientation"),
    *("polarity", "polarity_orientation", "signed_polarity", "signed_polarity_orientation"),
    *("into_belief", "into_belief_sign", "into_belief_orientation", "to_end_sign"),
    *("external", "external_polarity", "belief_agreement", "belief_concepts", "belief_concept_polarity"),
    *("covered", "roots", "leaves", "faults"),
    *(relation.value.replace(" ", "_") for relation in RELATIONS),
)
"""The names of the columns."""


def row(graph: ExplanationGraph) -> list[float]:
    """Return the features of a graph; neither its stance nor its argument is looked at, except for ``external``.

    Args:
        graph: The graph, with one edge or more.
    """
    belief = graph.belief.lower()
    edges = brackets.depth_first(
        [Edge(edge.source.lower(), edge.relation, edge.target.lower()) for edge in graph.edges]
    )
    concepts = list(dict.fromkeys(concept for edge in edges for concept in (edge.source, edge.target)))
    inclination = orientation(graph.belief)
    signs = [-1 if edge.relation in DENYING else 1 for edge in edges]
    ours = {concept for concept in concepts if concept in belief}
    external = [concept for concept in concepts if concept not in ours and concept not in graph.argument.lower()]
    path = _path_sign(edges, ours)
    said = sum(map(polarity, concepts))
    signed = sum(sign * (polarity(edge.target) or 0) for edge, sign in zip(edges, signs, strict=True))
    entering = [sign for edge, sign in zip(edges, signs, strict=True) if edge.target in ours]
    end = _end_sign(edges, belief)
    sources, targets = {edge.source for edge in edges}, {edge.target for edge in edges}
    words, held = set(content_lemmas(belief)), {word for concept in concepts for word in content_lemmas(concept)}
    return [
        *(len(edges), len(concepts), signs.count(-1), signs.count(-1) % 2),
        *(sum(edge.relation is Relation.ANTONYM_OF for edge in edges), inclination),
        *(path, path * inclination, signs[-1], signs[-1] * inclination),
        *(said, said * inclination, signed, signed * inclination),
        *(len(entering), sum(entering), sum(entering) * inclination, end),
        *(len(external), sum(map(polarity, external)), _agreement(belief, concepts)),
        *(len(ours), sum(map(polarity, ours))),
        *(len(words & held) / max(1, len(words)), len(sources - targets), len(targets - sources), len(graph.faults())),
        *(float(sum(edge.relation is relation for edge in edges)) for relation in RELATIONS),
    ]


def _path_sign(edges: Sequence[Edge], ours: set[str]) -> int:
    """Return the sum of the signs of all paths that lead into the belief; a path that denies once denies."""
    signs = {edge.source: 1 for edge in edges}
    total = 0
    for edge in edges:
        sign = signs.get(edge.source, 1) * (-1 if edge.relation in DENYING else 1)
        signs[edge.target] = sign
        if edge.target in ours:
            total += sign
    return total


def _end_sign(edges: Sequence[Edge], belief: str) -> int:
    """Return the sign of the edge into the concept that stands last in the belief; 0 where there is none."""
    entering = [(belief.rfind(edge.target), -1 if edge.relation in DENYING else 1) for edge in edges]
    return max((item for item in entering if item[0] >= 0), default=(0, 0))[1]


def _agreement(belief: str, concepts: Sequence[str]) -> int:
    """Return how many lemmas concepts deny or assert as the belief does, less how many they do not."""
    said = dict(signed_lemmas(belief))
    return sum(said[word] * sign for concept in concepts for word, sign in signed_lemmas(concept) if word in said)
