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

from explanans.graphs.clause import Clause, Phrase
from explanans.graphs.grammar import StatedEdge, fit, topic_of
from explanans.graphs.links import RELATIONS
from explanans.graphs.phrases import is_place
from explanans.graphs.polarity import polarity
from explanans.language.wordnet import kinship
from explanans.learning.embedder import Embedder
from explanans.structures.graphs import Edge, Relation, Stance

HOME = Path(__file__).parent / "models" / "relations" / "weights.npz"
_LINKING = frozenset(
    {
        *(Relation.IS_A, Relation.USED_FOR, Relation.AT_LOCATION),
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


def known_edge(belief: Clause, argument: Clause, stance: Stance) -> StatedEdge | None:
    """Return the likeliest edge between what the belief is about and a phrase of the argument; None if none is likely.

    Example:
        >>> from explanans.graphs.main_clause import read_sentence
        >>> texts = "Libraries are no longer needed.", "Poor students borrow textbooks from the library."
        >>> belief, argument = (read_sentence(text).clause for text in texts)
        >>> print("; ".join(known_edge(belief, argument, Stance.COUNTER).edge))
        libraries; used for; borrow textbooks
    """
    subject = belief.subject
    added = (detail.added for detail in argument.details if not detail.spare)
    others = [phrase for phrase in (argument.subject, argument.predicate, *added) if phrase]
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
            if relation in _LINKING and not _is_wrong(source, relation, target, (belief, argument), stance)
        ]
    chance, edge = max(found, key=lambda item: item[0])
    return StatedEdge(edge, _KNOWN) if edge and chance >= _LEAST else None


def _is_wrong(
    source: Phrase, relation: Relation, target: Phrase, clauses: tuple[Clause, Clause], stance: Stance
) -> bool:
    """Return whether a relation cannot hold, whatever the phrases mean."""
    # The argument is about a special case of the belief, of a kind that WordNet knows; only what is spoken for has a
    # purpose, and harm is none.
    belief, argument = clauses
    if relation is Relation.IS_A:
        return source == belief.subject or kinship(source.head, target.head, "NOUN", _LEVELS) < _KIN
    if relation is Relation.AT_LOCATION:
        return not is_place(target.head)
    topic = topic_of(belief)
    favoured = topic and topic.phrase == source and topic.wanted == (stance is Stance.SUPPORT)
    return relation is Relation.USED_FOR and (argument.denied or not favoured or polarity(target.text) < 0)
