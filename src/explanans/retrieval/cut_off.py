"""Sets of facts from rankings: the cut-off by the curve of scores, and ensembles of explanations."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.language.statements.hypothesis import hypothesis
from explanans.language.tokens import informative_lemmas
from explanans.learning.boosted_trees import predict
from explanans.learning.model import TreesModel
from explanans.retrieval.ranker import RankedFacts
from explanans.structures.explanations import ScoredFact
from explanans.structures.questions import Question

Weighted = Mapping[str, float]
"""An explanation as a set of facts: a weight by the id of each, higher for those that matter more."""


def union(explanations: Sequence[Weighted]) -> dict[str, float]:
    """Return all facts of some explanations, each with its highest weight, in descending order.

    Example:
        >>> union([{"a": 0.5, "b": 0.25}, {"b": 0.75}])
        {'b': 0.75, 'a': 0.5}
    """
    weights: dict[str, float] = {}
    for explanation in explanations:
        for fact, weight in explanation.items():
            weights[fact] = max(weight, weights.get(fact, weight))
    return _sorted(weights)


def by_gain(explanations: Sequence[Weighted], probabilities: Mapping[str, float]) -> dict[str, float]:
    """Return the facts of the explanations with the highest joint expected F1, in descending order of weight.

    The selection is greedy and ends when no explanation raises expected F1. Of equals the first is selected.

    Args:
        probabilities: The probability that a fact is gold; 0 if absent.

    Example:
        >>> by_gain([{"a": 0.9, "b": 0.8}, {"b": 0.8, "c": 0.1}], {"a": 0.9, "b": 0.8, "c": 0.1})
        {'a': 0.9, 'b': 0.8}
    """
    total = sum(probabilities.values())
    taken: dict[str, float] = {}
    reached = 0.0
    left = list(explanations)
    while left:
        wider = [union([taken, explanation]) for explanation in left]
        values = [expected_f1([probabilities.get(fact, 0.0) for fact in facts], total) for facts in wider]
        best = max(range(len(left)), key=values.__getitem__)
        if values[best] <= reached:
            break
        taken, reached = wider[best], values[best]
        del left[best]
    return taken


def expected_f1(chosen: Sequence[float], total: float) -> float:
    """Return the approximate expected F1 of facts: the F1 of the expected numbers of correct and of gold facts.

    Args:
        chosen: The probability that each of the facts is gold.

    Example:
        >>> expected_f1([1.0, 0.5], 2.5)
        0.6666666666666666
    """
    return 2 * sum(chosen) / (len(chosen) + total) if chosen else 0.0


def _sorted(weights: Mapping[str, float]) -> dict[str, float]:
    return dict(sorted(weights.items(), key=lambda item: -item[1]))


MOST = 30
"""Maximum number of best facts to consider; 98 of 100 explanations of WorldTree have fewer."""

FEATURES = (
    *("rank", "score", "drop_before", "drop_after", "over_mean", "sum", "fifth", "tenth", "twentieth"),
    *("hypothesis_words", "fact_words", "shared", "outside", "covered", "added", "linked", "left"),
)
"""The names of the columns that ``columns`` returns, in order."""


class Curve(NamedTuple):
    """The best facts of one question.

    Attributes:
        hypothesis: Question and answer as one statement.
        facts: The facts that score above 0, at most ``MOST``, best first.
    """

    hypothesis: str
    facts: tuple[ScoredFact, ...]


def curve(ranked: RankedFacts, question: Question) -> Curve:
    """Return the best facts of a question.

    Raises:
        InputError: The question's key names no choice.
    """
    found = sorted(ranked.best(MOST), key=lambda item: -item.score)
    return Curve(hypothesis(question.text, question.answer), tuple(found))


def columns(found: Curve, weight: Callable[[str], float]) -> NDArray[np.float32]:
    """Return the features of each fact of a curve; scores are relative to the best.

    Returns:
        Features by fact; shape (facts, features).
    """
    if not found.facts:
        return np.empty((0, len(FEATURES)), dtype=np.float32)
    scores = np.array([item.score for item in found.facts], dtype=np.float64)
    padded = np.concatenate([scores / scores[0], np.zeros(MOST + 1 - len(scores))])
    shares, drops = padded[: len(scores)], -np.diff(padded)
    about_scores = np.column_stack(
        [
            np.arange(1, len(shares) + 1),
            shares,
            np.concatenate([[0.0], drops[: len(shares) - 1]]),
            drops[: len(shares)],
            shares / padded[:MOST].mean(),
            np.cumsum(shares) / shares.sum(),
            *(np.full(len(shares), padded[place - 1]) for place in (5, 10, 20)),
        ]
    )
    return np.concatenate([about_scores, _about_words(found, weight)], axis=1).astype(np.float32)


def _about_words(found: Curve, weight: Callable[[str], float]) -> NDArray[np.float64]:
    """Return the overlap of each fact with the hypothesis and with better facts, as sums of the lemmas' weights."""
    sought = informative_lemmas(found.hypothesis)
    whole = _sum(sought, weight) or 1.0
    covered: set[str] = set()
    mentioned: set[str] = set()
    rows = []
    for fact, _ in found.facts:
        words = informative_lemmas(fact.text)
        total = _sum(words, weight) or 1.0
        added = (words & sought) - covered
        covered |= added
        rows.append(
            (
                len(sought),
                len(words),
                _sum(words & sought, weight) / total,
                _sum(words - sought - mentioned, weight) / total,
                _sum(covered, weight) / whole,
                _sum(added, weight) / whole,
                _sum((words - sought) & mentioned, weight) / total,
                len(sought - covered),
            )
        )
        mentioned |= words
    return np.array(rows, dtype=np.float64)


def _sum(lemmas: set[str] | frozenset[str], weight: Callable[[str], float]) -> float:
    # Sort for determinism: set order varies between processes and float addition is not associative.
    return sum(weight(lemma) for lemma in sorted(lemmas))


class CutOff(TreesModel):
    """A model of the probability that each of the best facts belongs to the explanation.

    The shipped model is trained by ``explanans lab train cut-off``.
    """

    kind = "cut-off"
    home = Path(__file__).parent / "models" / "cut-off"
    features = MappingProxyType({"trees": FEATURES})

    def probable(self, found: Curve, weight: Callable[[str], float]) -> tuple[ScoredFact, ...]:
        """Return the facts of a curve with their probabilities of being gold, most probable first."""
        if not found.facts:
            return ()
        values = predict(self.trees, columns(found, weight))
        order = np.argsort(-values, kind="stable")
        return tuple(ScoredFact(found.facts[number].fact, float(values[number])) for number in order)


def cut(probabilities: Sequence[float]) -> int:
    """Return the number of facts with the highest expected F1; the smallest of equals.

    Args:
        probabilities: The probability that each fact is gold, descending.

    Example:
        >>> cut([0.9, 0.8, 0.2, 0.1]), cut([])
        (2, 0)
    """
    total = sum(probabilities)
    return max(range(len(probabilities) + 1), key=lambda count: (expected_f1(probabilities[:count], total), -count))
