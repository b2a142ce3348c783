"""Knowledge of the world: a small network over sentence vectors gives the relation between two phrases.

It was trained on triples of ConceptNet (Speer et al. 2017), true and corrupted, and on gold edges of ExplaGraphs and
pairs of concepts without an edge; see ``tools/phrase_relations.py``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explanans.graphs.grammar import StatedEdge, fit, point
from explanans.graphs.links import RELATIONS
from explanans.graphs.main_clause import Clause, Kind, Phrase
from explanans.graphs.polarity import polarity
from explanans.language.tokens import is_function_word, lemma
from explanans.language.wordnet import kinship
from explanans.learning.embedder import Embedder
from explanans.structures.graphs import Edge, Relation

HOME = Path(__file__).parent / "models" / "relations" / "weights.npz"
_LINKING = frozenset(
    {
        *(Relation.IS_A, Relation.PART_OF, Relation.MADE_OF, Relation.CREATED_BY, Relation.USED_FOR),
        *(Relation.AT_LOCATION, Relation.CAUSES, Relation.CAPABLE_OF, Relation.DESIRES),
    }
)
"""Relations that say something of the world."""
_LEAST = 0.15
"""Minimum probability of a relation, chosen by reading graphs of pairs written for it."""
_KIN = 0.1
"""Minimum share of the uses of a word that are of a kind."""
_LEVELS = 6
_KNOWN = 0.75
"""Probability of an edge that is taken from here."""


@dataclass(frozen=True, slots=True)
class PhraseRelations:
    """Predicts the relation between two phrases.

    Attributes:
        weights: Of each layer the matrix and the bias.
    """

    weights: dict[str, NDArray[np.float32]]
    embedder: Embedder

    @classmethod
    def open(cls, path: Path = HOME) -> "PhraseRelations":
        """Open the weights of a file; the vectors are those of the network that comes with the package."""
        with np.load(path) as found:
            return cls({name: found[name].astype(np.float32) for name in found.files}, Embedder.shipped())

    def chances(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        """Return how likely each relation leads from one phrase to another; shape (pairs, 28).

        The probabilities of a pair sum up to that of any relation at all.

        Example:
            >>> found = shared_relations().chances([("book", "library")])[0]
            >>> RELATIONS[int(found.argmax())].value
            'at location'
        """
        if not pairs:
            return np.zeros((0, len(RELATIONS)))
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        vectors = dict(zip(texts, self.embedder.embed(texts), strict=True))
        sources, targets = (np.array([vectors[text] for text in side]) for side in zip(*pairs, strict=True))
        first = np.tanh(sources @ self.weights["source"] + self.weights["source.bias"])
        second = np.tanh(targets @ self.weights["target"] + self.weights["target.bias"])
        both = np.concatenate([first, second, first * second], axis=1)
        hidden = np.maximum(both @ self.weights["hidden"] + self.weights["hidden.bias"], 0)
        logits = (hidden @ self.weights["out"] + self.weights["out.bias"]).astype(np.float64)
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances: NDArray[np.float64] = (raised / raised.sum(axis=1, keepdims=True))[:, 1:]
        return chances


@cache
def shared_relations() -> PhraseRelations:
    """Return the network that comes with the package, opened once."""
    return PhraseRelations.open()


def known_edge(belief: Clause, argument: Clause) -> StatedEdge | None:
    """Return the likeliest edge between what the belief is about and a phrase of the argument; None if none is likely.

    Example:
        >>> from explanans.graphs.main_clause import read_sentence
        >>> texts = "Libraries are no longer needed.", "Poor students borrow textbooks from the library."
        >>> belief, argument = (read_sentence(text).clause for text in texts)
        >>> print("; ".join(known_edge(belief, argument).edge))
        libraries; used for; borrow textbooks
    """
    subject = belief.subject
    others = [phrase for phrase in (argument.subject, point(argument), argument.adjunct) if phrase]
    if subject is None:
        return None
    pairs = [pair for other in others if not subject.overlaps(other) for pair in ((other, subject), (subject, other))]
    chances = shared_relations().chances([(source.text, target.text) for source, target in pairs])
    found: list[tuple[float, Edge | None]] = [(0.0, None)]
    for (source, target), row in zip(pairs, chances, strict=True):
        fitting = row * fit([source.kind, target.kind], [source.text, target.text])[0, 1]
        found += [
            (chance, Edge(source.text, relation, target.text))
            for relation, chance in zip(RELATIONS, fitting.tolist(), strict=True)
            if relation in _LINKING and not _is_wrong(source, relation, target, belief, argument)
        ]
    chance, edge = max(found, key=lambda item: item[0])
    return StatedEdge(edge, _KNOWN) if edge and chance >= _LEAST else None


def _is_wrong(source: Phrase, relation: Relation, target: Phrase, belief: Clause, argument: Clause) -> bool:
    """Return whether a relation cannot hold, whatever the phrases mean."""
    # The argument is about a special case of the belief, of a kind that WordNet knows; harm has no purpose, and what
    # the argument says has none in the belief; and what persons do in the argument, things do not.
    if relation is Relation.IS_A:
        return source == belief.subject or kinship(_head(source), _head(target), "NOUN", _LEVELS) < _KIN
    if relation is Relation.USED_FOR:
        return source != belief.subject or polarity(target.text) < 0
    acting = [phrase and phrase.kind is Kind.PERSON for phrase in (belief.subject, argument.subject)]
    return relation is Relation.CAPABLE_OF and acting[0] != acting[1]


def _head(phrase: Phrase) -> str:
    """Return the lemma of the noun of a phrase: what stands before a preposition."""
    words = phrase.text.split()
    ends = [number for number, word in enumerate(words) if number and is_function_word(word)]
    return lemma(words[ends[0] - 1 if ends else -1])
