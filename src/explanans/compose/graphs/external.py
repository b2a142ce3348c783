"""Concepts that stand in neither belief nor argument: retrieved from what gold graphs added, and from assertions."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.compose.graphs.concepts import polarity
from explanans.graph import Edge, ExplanationGraph
from explanans.text.lemmas import content_lemmas, lemmas

SHORTLIST = 12
"""How many external concepts are looked at."""
_LEAST = 3
_LEAST_BESIDE = 2
"""A concept that fewer gold graphs added is forgotten."""
NAMES = ("score", "place", "graphs", "words", "polarity", "shared_lemmas", "covered")
"""The names of the columns."""


class Profile(NamedTuple):
    """A concept that gold graphs added.

    Attributes:
        graphs: How many.
        lemmas: How often each content lemma stood in their beliefs and arguments.
    """

    graphs: int
    lemmas: Mapping[str, int]


class Found(NamedTuple):
    """External concepts for a belief and an argument.

    Attributes:
        concepts: The concepts, best first.
        columns: Their features; shape (concepts, features).
    """

    concepts: tuple[str, ...]
    columns: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Memory:
    """What gold graphs added to what was said.

    Attributes:
        profiles: The concepts that they added.
        weights: How telling each lemma is.
    """

    profiles: Mapping[str, Profile]
    weights: Mapping[str, float]

    @classmethod
    def of(cls, graphs: Iterable[ExplanationGraph], weights: Mapping[str, float]) -> "Memory":
        """Return what gold graphs added.

        Args:
            graphs: The graphs.
            weights: How telling each lemma is.
        """
        times = Counter[str]()
        beside: dict[str, Counter[str]] = {}
        for graph in graphs:
            said = content_lemmas(f"{graph.belief} {graph.argument}")
            for concept in external_concepts(graph):
                times[concept] += 1
                beside.setdefault(concept, Counter()).update(set(said))
        kept = {
            concept: Profile(
                times[concept], {word: number for word, number in sorted(words.items()) if number >= _LEAST_BESIDE}
            )
            for concept, words in sorted(beside.items())
            if times[concept] >= _LEAST
        }
        return cls(kept, weights)

    def retrieve(self, belief: str, argument: str) -> Found:
        """Return the external concepts whose companions are most like what is said.

        Args:
            belief: The belief.
            argument: The argument.
        """
        text = f"{belief} {argument}".lower()
        said = set(content_lemmas(text))
        scored = sorted(
            ((-self._score(profile, said), concept) for concept, profile in self.profiles.items()),
            key=lambda item: item,
        )
        best = [(concept, -score) for score, concept in scored if concept not in text and score < 0][:SHORTLIST]
        rows = [self._row(concept, score, place, said) for place, (concept, score) in enumerate(best)]
        return Found(
            tuple(concept for concept, _ in best), np.array(rows, dtype=np.float32).reshape(len(rows), len(NAMES))
        )

    def _score(self, profile: Profile, said: set[str]) -> float:
        met = said & profile.lemmas.keys()
        if not met:
            return 0.0
        return sum(self.weights.get(word, 1.0) * profile.lemmas[word] for word in met) / math.sqrt(profile.graphs)

    def _row(self, concept: str, score: float, place: int, said: set[str]) -> list[float]:
        words = lemmas(concept)
        profile = self.profiles[concept]
        return [
            *(score, place, profile.graphs, len(words), polarity(concept), len(said & set(words))),
            len(said & profile.lemmas.keys()) / max(1, len(said)),
        ]


def external_concepts(graph: ExplanationGraph) -> list[str]:
    """Return the concepts of a graph that stand in neither its belief nor its argument, in lower case.

    Args:
        graph: The graph.
    """
    texts = graph.belief.lower(), graph.argument.lower()
    return [
        concept
        for concept in dict.fromkeys(concept.lower() for concept in graph.concepts())
        if not any(concept in text for text in texts)
    ]


class Assertions:
    """What somebody else asserts about concepts, such as ConceptNet.

    Args:
        edges: The assertions.
    """

    def __init__(self, edges: Iterable[Edge]) -> None:
        self._edges: dict[str, list[Edge]] = {}
        for edge in edges:
            for key in dict.fromkeys((_key(edge.source), _key(edge.target))):
                self._edges.setdefault(key, []).append(edge)

    def bridges(self, ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[Edge, Edge]]:
        """Return pairs of assertions that lead from a concept of the argument to one of the belief by way of a third.

        No pair leads from a concept to itself.

        Args:
            ours: Concepts of the belief.
            theirs: Concepts of the argument.

        Example:
            >>> from explanans.graph import Relation
            >>> edges = Edge("cages", Relation.CAUSES, "suffering"), Edge("suffering", Relation.NOT_DESIRES, "zoo")
            >>> [(first.source, first.target, second.target)
            ...  for first, second in Assertions(edges).bridges(["zoos"], ["cages"])]
            [('cages', 'suffering', 'zoos')]
        """
        far = {_key(concept) for concept in (*ours, *theirs)}
        found: list[tuple[Edge, Edge]] = []
        for concept in theirs:
            near = {_other(edge, concept): edge for edge in self._edges.get(_key(concept), ())}
            for goal in (goal for goal in ours if _key(goal) != _key(concept)):
                for edge in self._edges.get(_key(goal), ()):
                    middle = _other(edge, goal)
                    if middle in near and middle not in far:
                        found.append((_worded(near[middle], concept), _worded(edge, goal)))
        return found

    def between(self, concepts: Sequence[str]) -> list[Edge]:
        """Return the assertions about two of some concepts, worded as they are.

        Args:
            concepts: The concepts.
        """
        worded = {_key(concept): concept for concept in concepts}
        return [
            Edge(worded[_key(edge.source)], edge.relation, worded[_key(edge.target)])
            for key in worded
            for edge in self._edges.get(key, ())
            if key == _key(edge.source) and _key(edge.target) in worded and _key(edge.target) != key
        ]


def _key(concept: str) -> str:
    return " ".join(lemmas(concept))


def _other(edge: Edge, concept: str) -> str:
    source, target = _key(edge.source), _key(edge.target)
    return target if source == _key(concept) else source


def _worded(edge: Edge, concept: str) -> Edge:
    """Return an assertion whose end that is alike has the words of a concept."""
    if _key(edge.source) == _key(concept):
        return Edge(concept, edge.relation, edge.target.lower())
    return Edge(edge.source.lower(), edge.relation, concept)
