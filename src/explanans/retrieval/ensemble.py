"""Ensembles of explanations: by union, by vote, or by gain in expected F1."""

from collections import Counter
from collections.abc import Mapping, Sequence

from explanans.errors import InputError

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


def vote(explanations: Sequence[Weighted], least: int) -> dict[str, float]:
    """Return the facts of several explanations, each with its highest weight, in descending order.

    Args:
        least: Minimum number of explanations with the fact.

    Raises:
        InputError: The minimum is below 1 or above the number of explanations.

    Example:
        >>> vote([{"a": 0.5, "b": 0.25}, {"b": 0.75}], least=2)
        {'b': 0.75}
    """
    if not 1 <= least <= len(explanations):
        raise InputError(f"{least} votes of {len(explanations)} are asked for; accepted: 1 to {len(explanations)}")
    votes = Counter(fact for explanation in explanations for fact in explanation)
    return {fact: weight for fact, weight in union(explanations).items() if votes[fact] >= least}


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
        total: Expected number of gold facts.

    Example:
        >>> expected_f1([1.0, 0.5], 2.5)
        0.6666666666666666
    """
    return 2 * sum(chosen) / (len(chosen) + total) if chosen else 0.0


def _sorted(weights: Mapping[str, float]) -> dict[str, float]:
    return dict(sorted(weights.items(), key=lambda item: -item[1]))
