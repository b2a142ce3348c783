"""Graph F1: soft overlap of the concepts and relations of two graphs."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.evaluation.graphs.alignment import SECONDS, Gains, align
from explanans.evaluation.graphs.matching import Match
from explanans.language.tokens import content_lemmas
from explanans.structures.graphs import Edge, Relation

SAME_SIDE = 0.5
"""Similarity of two different relations of the same polarity."""


def graph_f1(gold: Sequence[Edge], predicted: Sequence[Edge], seconds: float = SECONDS) -> Match:
    """Return the best alignment of two graphs by the similarity of concepts and relations.

    As in Smatch (Cai & Knight 2013), nodes and edges count alike under the best alignment of the nodes. Two aligned
    concepts match by the share of content lemmas that they have in common (Dice 1945), and fully if they are the
    same in lower case. Two edges between aligned concepts match as well as the worse of their ends, fully if they have
    the same relation, by half if they have another one of the same polarity, and not at all if one denies what the
    other asserts. Function words alone are worth nothing.

    Args:
        gold: The edges of the gold graph; at least one.
        predicted: The edges of the other graph; if there are none, precision and recall are 0.
        seconds: Time limit of the search for the best alignment.

    Example:
        >>> rain = Edge("heavy rain", Relation.CAUSES, "mud")
        >>> graph_f1([rain], [rain]).f1
        1.0
        >>> round(graph_f1([rain], [Edge("rains", Relation.NOT_CAUSES, "mud")]).f1, 3)
        0.556
    """
    if not predicted:
        return Match(0.0, 0.0)
    nodes, others = concepts(gold), concepts(predicted)
    first, second = _by_ends(gold, nodes), _by_ends(predicted, others)
    similar = np.array([[concept_similarity(concept, other) for other in others] for concept in nodes])
    gains = Gains(similar, [*first], [*second], _edge_gains(first, second, similar))
    gain = align(gains, seconds).gain
    return Match(gain / (len(others) + len(second)), gain / (len(nodes) + len(first)))


def concept_similarity(first: str, second: str) -> float:
    """Return how similar two concepts are, from 0 to 1.

    Args:
        first: A concept in lower case.
        second: A concept in lower case.

    Example:
        >>> round(concept_similarity("heavy rain", "rains"), 3), concept_similarity("not the", "the")
        (0.667, 0.0)
    """
    if first == second:
        return 1.0
    words, others = Counter(content_lemmas(first)), Counter(content_lemmas(second))
    total = words.total() + others.total()
    return 2 * (words & others).total() / total if total else 0.0


def relation_similarity(first: Relation, second: Relation) -> float:
    """Return how similar two relations are: 1 for the same, 0 if one denies what the other may assert, else half.

    Example:
        >>> [relation_similarity(Relation.CAUSES, other) for other in (Relation.IS_A, Relation.NOT_CAUSES)]
        [0.5, 0.0]
    """
    if first is second:
        return 1.0
    return SAME_SIDE if _denies(first) == _denies(second) else 0.0


def _denies(relation: Relation) -> bool:
    return relation is Relation.ANTONYM_OF or "not" in relation.split()


def concepts(edges: Sequence[Edge]) -> list[str]:
    """Return the concepts that edges join, in lower case, each once, in order."""
    return list(dict.fromkeys(concept.lower() for edge in edges for concept in (edge.source, edge.target)))


def _by_ends(edges: Sequence[Edge], concepts: Sequence[str]) -> dict[tuple[int, int], Relation]:
    """Return the relation between each pair of concepts; of several from one to the other the last counts."""
    numbers = {concept: number for number, concept in enumerate(concepts)}
    return {(numbers[edge.source.lower()], numbers[edge.target.lower()]): edge.relation for edge in edges}


def _edge_gains(
    first: dict[tuple[int, int], Relation], second: dict[tuple[int, int], Relation], similar: NDArray[np.float64]
) -> NDArray[np.float64]:
    return np.array(
        [
            [
                min(similar[source, there], similar[target, thither]) * relation_similarity(relation, other)
                for (there, thither), other in second.items()
            ]
            for (source, target), relation in first.items()
        ]
    )
