"""Matching of predicted and gold graphs: of their edges as sentences, and graph F1 over concepts and relations."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from explanans.evaluation.graphs.alignment import SECONDS, Gains, align
from explanans.evaluation.similarity import ngrams, sentence_bleu
from explanans.language.tokens import content_lemmas, stem
from explanans.structures.graphs import Edge, Relation

Similarity = Callable[[Sequence[str], Sequence[str]], NDArray[np.float64]]
"""Takes predicted and gold sentences; returns the similarity of each pair, shape (predicted, gold), each 0 or more."""


@dataclass(frozen=True, slots=True)
class Match:
    """The similarity of two sets of edges; all from 0 to 1.

    Attributes:
        precision: The similarity of the best matching, over the number of predicted edges.
        recall: The similarity over the number of gold edges.
    """

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall; 0 if both are 0."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both > 0 else 0.0


def match_edges(gold: Sequence[Edge], predicted: Sequence[Edge], similarity: Similarity) -> Match:
    """Match the edges of two graphs one to one so that they are as similar as can be (Saha et al. 2021, section 6).

    Args:
        gold: The gold edges; at least one.
        predicted: The predicted edges; if there are none, precision and recall are 0.

    Example:
        >>> from explanans.structures.graphs import Relation
        >>> gold = [Edge("rain", Relation.CAUSES, "mud"), Edge("mud", Relation.IS_A, "soft soil")]
        >>> match_edges(gold, gold[:1], bleu)
        Match(precision=1.0, recall=0.5)
    """
    if not predicted:
        return Match(0.0, 0.0)
    scores = similarity([sentence(edge) for edge in predicted], [sentence(edge) for edge in gold])
    total = float(scores[linear_sum_assignment(scores, maximize=True)].sum())
    return Match(total / len(predicted), total / len(gold))


def sentence(edge: Edge) -> str:
    """Return an edge as the sentence that is compared, in lower case.

    Example:
        >>> from explanans.structures.graphs import Relation
        >>> sentence(Edge("Rain", Relation.CAUSES, "mud"))
        'rain; causes; mud'
    """
    return f"{edge.source}; {edge.relation}; {edge.target}".lower()


def bleu(predicted: Sequence[str], gold: Sequence[str]) -> NDArray[np.float64]:
    """Return the BLEU of each predicted against each gold sentence; shape (predicted, gold).

    As in the released scorer, semicolons are words and there is no smoothing; see ``sentence_bleu``.
    """
    candidates, references = ([re.findall(r";|[^;\s]+", text) for text in texts] for texts in (predicted, gold))
    return np.array([[sentence_bleu(words, others) for others in references] for words in candidates])


def rouge(predicted: Sequence[str], gold: Sequence[str]) -> NDArray[np.float64]:
    """Return the precision of ROUGE-2 of each predicted against each gold sentence; shape (predicted, gold).

    As in the released scorer, this is the share of the predicted sentence's pairs of neighbouring words that the gold
    one has too (Lin 2004, section 2), over words of ASCII letters and digits, stemmed if they have more than three
    characters.
    """
    candidates, references = ([ngrams(_stems(text), 2) for text in texts] for texts in (predicted, gold))
    return np.array(
        [[(words & others).total() / max(1, words.total()) for others in references] for words in candidates]
    )


def _stems(text: str) -> list[str]:
    return [stem(word) if len(word) > 3 else word for word in re.findall(r"[a-z0-9]+", text)]


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
