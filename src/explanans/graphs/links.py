"""Features of links between concepts: existence, direction and relation."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.graphs.polarity import is_negation, orientation, polarity
from explanans.language.tokens import content_lemmas, lemmas
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance

RELATIONS = tuple(Relation)
DENYING = frozenset(
    relation for relation in RELATIONS if relation is Relation.ANTONYM_OF or "not" in relation.value.split()
)
"""Negative relations."""
_NUMBERS = {relation.value: number for number, relation in enumerate(RELATIONS)}
_LEAST = 2

_ENDS = ("belief", "argument", "place", "words", "polarity", "negation", "role")
NAMES = (
    *(f"source_{name}" for name in _ENDS),
    *(f"target_{name}" for name in _ENDS),
    *("stance", "orientation", "orientation_stance", "same_text", "distance", "shared_lemmas", "polarity_product"),
    *("opposed", "alike", "crosses"),
)
"""Column names of the features for the existence of an edge."""
RELATION_NAMES = (*NAMES, *(f"likely_{relation.value.replace(' ', '_')}" for relation in RELATIONS))
"""Column names of the features for the relation of an edge."""


class Ties(NamedTuple):
    """Lemmas that gold graphs link across belief and argument.

    Attributes:
        opposed: How often one of two lemmas, whose key is that of ``tie``, is denied of the other.
        alike: How often they are linked by a relation that asserts something.
    """

    opposed: Mapping[str, int]
    alike: Mapping[str, int]

    def between(self, first: str, second: str) -> tuple[int, int]:
        """Return how often gold graphs oppose two lemmas, and how often they link them otherwise."""
        key = tie(first, second)
        return self.opposed.get(key, 0), self.alike.get(key, 0)


def tie(first: str, second: str) -> str:
    """Return the key of two lemmas, whatever their order.

    Example:
        >>> tie("war", "peace")
        'peace war'
    """
    return " ".join(sorted((first, second)))


@dataclass(frozen=True, slots=True)
class LinkCounts:
    """Counts of how gold graphs link words.

    Attributes:
        sources: For each last lemma of a concept how often it was a source, by relation.
    """

    sources: Mapping[str, Mapping[str, int]]
    targets: Mapping[str, Mapping[str, int]]
    ties: Ties

    @classmethod
    def of(cls, graphs: Iterable[ExplanationGraph]) -> "LinkCounts":
        """Return the counts of gold graphs."""
        sources: dict[str, Counter[str]] = {}
        targets: dict[str, Counter[str]] = {}
        opposed, alike = Counter[str](), Counter[str]()
        for edge in (edge for graph in graphs for edge in graph.edges):
            sources.setdefault(_last(edge.source), Counter())[edge.relation.value] += 1
            targets.setdefault(_last(edge.target), Counter())[edge.relation.value] += 1
            linked = opposed if edge.relation in DENYING else alike
            for word in set(content_lemmas(edge.source)):
                linked.update(tie(word, other) for other in set(content_lemmas(edge.target)) if other != word)
        return cls(_kept(sources), _kept(targets), Ties(_frequent(opposed), _frequent(alike)))

    def role(self, concept: str) -> float:
        """Return how much more often words like a concept were sources than targets, as log-odds."""
        word = _last(concept)
        before, after = (sum(counts.get(word, {}).values()) for counts in (self.sources, self.targets))
        return math.log((before + 1) / (after + 1))

    def likely(self, source: str, target: str) -> NDArray[np.float64]:
        """Return the log-probability of each relation by the last words of two concepts; shape (28,)."""
        found = np.zeros(len(RELATIONS))
        for counts, word in ((self.sources, _last(source)), (self.targets, _last(target))):
            numbers = np.full(len(RELATIONS), 0.2)
            for name, count in counts.get(word, {}).items():
                numbers[_NUMBERS[name]] += count
            found += np.log(numbers / numbers.sum())
        return found


def _last(concept: str) -> str:
    return lemmas(concept)[-1:][0] if lemmas(concept) else ""


def _kept(counts: Mapping[str, Counter[str]]) -> dict[str, dict[str, int]]:
    return {
        word: dict(sorted(numbers.items())) for word, numbers in sorted(counts.items()) if numbers.total() >= _LEAST
    }


def _frequent(counts: Counter[str]) -> dict[str, int]:
    return {key: number for key, number in sorted(counts.items()) if number >= _LEAST}


@dataclass(frozen=True, slots=True)
class Links:
    """All ordered pairs of some concepts.

    Attributes:
        columns: Features for the existence of an edge; shape (pairs, features).
        relations: Features for its relation; shape (pairs, features).
    """

    pairs: tuple[tuple[int, int], ...]
    columns: NDArray[np.float32]
    relations: NDArray[np.float32]


def all_links(belief: str, argument: str, stance: Stance, concepts: Sequence[str], counts: LinkCounts) -> Links:
    """Return all ordered pairs of concepts with their features.

    Args:
        concepts: At least two different concepts.
    """
    texts = belief.lower(), argument.lower()
    ends = [_end(concept, texts, counts) for concept in concepts]
    words = [frozenset(content_lemmas(concept)) for concept in concepts]
    sign, inclination = (1 if stance is Stance.SUPPORT else -1), orientation(belief)
    pairs = tuple((i, j) for i in range(len(concepts)) for j in range(len(concepts)) if i != j)
    rows = []
    for i, j in pairs:
        same = any(ends[i][side] and ends[j][side] for side in (0, 1))
        met = [counts.ties.between(word, other) for word in words[i] for other in words[j] if word != other]
        rows.append(
            [
                *ends[i],
                *ends[j],
                *(sign, inclination, sign * inclination, same, ends[j][2] - ends[i][2], len(words[i] & words[j])),
                ends[i][4] * ends[j][4],
                *(sum(math.log1p(count[place]) for count in met) for place in (0, 1)),
                ends[j][0] - ends[i][0],
            ]
        )
    columns = np.array(rows, dtype=np.float32)
    likely = np.array([counts.likely(concepts[i], concepts[j]) for i, j in pairs], dtype=np.float32)
    return Links(pairs, columns, np.hstack((columns, likely)))


def _end(concept: str, texts: tuple[str, str], counts: LinkCounts) -> list[float]:
    low = concept.lower()
    places = [text.find(low) / max(1, len(text)) for text in texts]
    words = low.split()
    place = places[0] if places[0] >= 0 else places[1] + 1 if places[1] >= 0 else -1.0
    return [
        *(float(low in text) for text in texts),
        place,
        len(words),
        polarity(low),
        float(any(map(is_negation, words))),
        counts.role(low),
    ]


def labels(edges: Sequence[Edge], concepts: Sequence[str], links: Links) -> NDArray[np.intp]:
    """Return the index of the relation of each pair in a gold graph; -1 if there is no edge."""
    gold = {(edge.source, edge.target): RELATIONS.index(edge.relation) for edge in edges}
    return np.array([gold.get((concepts[i], concepts[j]), -1) for i, j in links.pairs], dtype=np.intp)
