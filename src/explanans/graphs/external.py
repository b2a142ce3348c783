"""External concepts, in neither belief nor argument, retrieved from those of gold graphs."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.graphs.concepts import telling
from explanans.graphs.polarity import polarity
from explanans.language.tokens import content_lemmas, lemmas
from explanans.structures.graphs import ExplanationGraph

SHORTLIST = 12
"""Maximum number of external concepts to consider."""
_LEAST = 3
"""Minimum number of gold graphs with a concept."""
_LEAST_BESIDE = 2
"""Minimum number of cooccurrences of a lemma with a concept."""
NAMES = ("score", "place", "graphs", "words", "polarity", "shared_lemmas", "covered")
"""The names of the columns."""


class Profile(NamedTuple):
    """An external concept of gold graphs.

    Attributes:
        graphs: Number of graphs.
        lemmas: Count of each content lemma in their beliefs and arguments.
    """

    graphs: int
    lemmas: Mapping[str, int]


class ExternalConcepts(NamedTuple):
    """External concepts for a belief and an argument.

    Attributes:
        concepts: The concepts, best first.
        columns: Their features; shape (concepts, features).
    """

    concepts: tuple[str, ...]
    columns: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Memory:
    """The external concepts of gold graphs.

    Attributes:
        profiles: The concepts.
        weights: Inverse document frequency of each lemma.
    """

    profiles: Mapping[str, Profile]
    weights: Mapping[str, float]

    @classmethod
    def of(cls, graphs: Sequence[ExplanationGraph]) -> "Memory":
        """Return the external concepts of gold graphs."""
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
        return cls(kept, telling(graphs))

    def retrieve(self, belief: str, argument: str) -> ExternalConcepts:
        """Return the external concepts whose cooccurring lemmas are most similar to belief and argument."""
        text = f"{belief} {argument}".lower()
        said = set(content_lemmas(text))
        scored = sorted((-self._score(profile, said), concept) for concept, profile in self.profiles.items())
        best = [(concept, -score) for score, concept in scored if concept not in text and score < 0][:SHORTLIST]
        rows = [self._row(concept, score, place, said) for place, (concept, score) in enumerate(best)]
        return ExternalConcepts(
            tuple(concept for concept, _ in best), np.array(rows, dtype=np.float32).reshape(len(rows), len(NAMES))
        )

    def recall(self, belief: str, argument: str) -> tuple[str, ...]:
        """Return the concepts alone, best first; see ``retrieve``."""
        return self.retrieve(belief, argument).concepts

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
    """Return the concepts of a graph that are in neither its belief nor its argument, in lower case."""
    texts = graph.belief.lower(), graph.argument.lower()
    return [
        concept
        for concept in dict.fromkeys(concept.lower() for concept in graph.concepts())
        if not any(concept in text for text in texts)
    ]
