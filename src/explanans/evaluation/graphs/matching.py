"""Matching of the edges of predicted and gold graphs as sentences."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from explanans.evaluation.similarity import ngrams, sentence_bleu
from explanans.language.tokens import stem
from explanans.structures.graphs import Edge

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
        similarity: Similarity of their sentences.

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

    Args:
        predicted: The predicted sentences.
        gold: The gold sentences.
    """
    candidates, references = ([re.findall(r";|[^;\s]+", text) for text in texts] for texts in (predicted, gold))
    return np.array([[sentence_bleu(words, others) for others in references] for words in candidates])


def rouge(predicted: Sequence[str], gold: Sequence[str]) -> NDArray[np.float64]:
    """Return the precision of ROUGE-2 of each predicted against each gold sentence; shape (predicted, gold).

    As in the released scorer, this is the share of the predicted sentence's pairs of neighbouring words that the gold
    one has too (Lin 2004, section 2), over words of ASCII letters and digits, stemmed if they have more than three
    characters.

    Args:
        predicted: The predicted sentences.
        gold: The gold sentences.
    """
    candidates, references = ([ngrams(_stems(text), 2) for text in texts] for texts in (predicted, gold))
    return np.array(
        [[(words & others).total() / max(1, words.total()) for others in references] for words in candidates]
    )


def _stems(text: str) -> list[str]:
    return [stem(word) if len(word) > 3 else word for word in re.findall(r"[a-z0-9]+", text)]
