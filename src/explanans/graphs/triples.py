"""Features of links by triples such as ConceptNet's, in addition to those of gold graphs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from explanans.graphs import links
from explanans.graphs.links import RELATIONS, LinkCounts, Links
from explanans.language.tokens import lemmas
from explanans.learning.boosted_trees import predict
from explanans.learning.booster import Booster
from explanans.structures.graphs import Edge, ExplanationGraph, Stance

_WAYS = ("", "_back")
NAMES = tuple(f"triples_{name}{way}" for way in _WAYS for name in ("linked", "pair", "heads"))
"""The names of the features of edges."""
RELATION_NAMES = tuple(f"triples_{relation.value.replace(' ', '_')}" for relation in RELATIONS)
"""The names of the features of relations."""
_LEAST = 1e-4
_NUMBERS = {relation.value: number for number, relation in enumerate(RELATIONS)}


@dataclass(frozen=True, slots=True)
class TripleCounts:
    """Counts of how triples link concepts.

    Attributes:
        pairs: For two concepts, and for their last words, how often the first is linked to the second, by relation.
        words: How they link words.
    """

    pairs: Mapping[str, Mapping[str, int]]
    words: LinkCounts

    @classmethod
    def of(cls, triples: Sequence[Edge]) -> "TripleCounts":
        """Return the counts of triples."""
        pairs: dict[str, Counter[str]] = {}
        for triple in triples:
            for key in dict.fromkeys((pair_key(triple.source, triple.target), head_key(triple.source, triple.target))):
                pairs.setdefault(key, Counter())[triple.relation.value] += 1
        return cls({key: dict(sorted(counts.items())) for key, counts in sorted(pairs.items())}, word_counts(triples))

    def linked(self, source: str, target: str) -> tuple[int, int, Mapping[str, int]]:
        """Return how often triples link two concepts, and their last words, and by which relation.

        Returns:
            Both numbers, and the relations of the concepts, or of their last words where the concepts have none.

        Example:
            >>> from explanans.structures.graphs import Relation
            >>> counts = TripleCounts.of([Edge("hot dog", Relation.IS_A, "food"), Edge("dog", Relation.IS_A, "pet")])
            >>> counts.linked("big dogs", "pet"), counts.linked("pet", "dog")
            ((0, 1, {'is a': 1}), (0, 0, {}))
        """
        pair = self.pairs.get(pair_key(source, target), {})
        heads = self.pairs.get(head_key(source, target), {})
        return sum(pair.values()), sum(heads.values()), pair or heads


def pair_key(source: str, target: str) -> str:
    """Return the lookup key of two concepts, independent of inflection.

    Example:
        >>> pair_key("Hot dogs", "foods")
        'hot dog; food'
    """
    return f"{' '.join(lemmas(source))}; {' '.join(lemmas(target))}"


def head_key(source: str, target: str) -> str:
    """Return the lookup key of the last words of two concepts."""
    return "; ".join(" ".join(lemmas(concept)[-1:]) for concept in (source, target))


def word_counts(triples: Iterable[Edge]) -> LinkCounts:
    """Return how triples link words, as gold graphs do."""
    return LinkCounts.of([ExplanationGraph("", "", Stance.SUPPORT, tuple(triples))])


@dataclass(frozen=True, slots=True)
class TripleModel:
    """The part of a model that triples have taught.

    Attributes:
        edges: Returns the probability that triples link one concept to another.
        relations: Returns the probability of each relation of such a link.
        counts: How triples link concepts.
    """

    edges: Booster
    relations: Booster
    counts: TripleCounts

    def extend(self, found: Links, concepts: Sequence[str]) -> Links:
        """Return pairs of concepts with more features.

        Those of edges stand after their features, and those of relations last, so that the features of edges are still
        the first of those of relations.

        Args:
            found: All ordered pairs of the concepts.
        """
        rows = links.all_links("", "", Stance.SUPPORT, concepts, self.counts.words).relations
        odds = _log_odds(predict(self.edges, rows))
        numbers = {pair: number for number, pair in enumerate(found.pairs)}
        linked = [self.counts.linked(concepts[i], concepts[j]) for i, j in found.pairs]
        ways = [[odds[place], *np.log1p(linked[place][:2])] for place in range(len(found.pairs))]
        more = np.array([[*ways[numbers[i, j]], *ways[numbers[j, i]]] for i, j in found.pairs], dtype=np.float32)
        chances = predict(self.relations, rows)
        by_relation = np.log(np.array([_blended(*item) for item in zip(chances, linked, strict=True)]))
        columns = np.hstack((found.columns, more))
        likely = found.relations[:, found.columns.shape[1] :]
        return replace(found, columns=columns, relations=np.hstack((columns, likely, by_relation.astype(np.float32))))


def _blended(chances: NDArray[np.float64], linked: tuple[int, int, Mapping[str, int]]) -> NDArray[np.float64]:
    """Return how likely each relation is: by the trees, where triples do not link the concepts themselves."""
    numbers = chances.copy()
    for name, count in linked[2].items():
        numbers[_NUMBERS[name]] += count
    blended: NDArray[np.float64] = np.maximum(numbers / numbers.sum(), _LEAST)
    return blended


def _log_odds(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    clipped = np.clip(chances, _LEAST, 1 - _LEAST)
    odds: NDArray[np.float64] = np.log(clipped / (1 - clipped))
    return odds
