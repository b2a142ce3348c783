"""Put several explanations together: by union, by vote, or as long as each adds something."""

from collections import Counter
from collections.abc import Mapping, Sequence

from explanans.exceptions import InputError

Weighted = Mapping[str, float]
"""An explanation as a set of facts: a weight by the id of each, higher for those that matter more."""


def union(explanations: Sequence[Weighted]) -> dict[str, float]:
    """Return all facts of some explanations, each with its highest weight, the heaviest first.

    Args:
        explanations: The explanations.

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
    """Return the facts that several explanations have, each with its highest weight, the heaviest first.

    Args:
        explanations: The explanations.
        least: How many of them must have a fact.

    Raises:
        InputError: Fewer than one is asked for, or more than there are.

    Example:
        >>> vote([{"a": 0.5, "b": 0.25}, {"b": 0.75}], least=2)
        {'b': 0.75}
    """
    if not 1 <= least <= len(explanations):
        raise InputError(f"{least} votes of {len(explanations)} are asked for; accepted: 1 to {len(explanations)}")
    votes = Counter(fact for explanation in explanations for fact in explanation)
    return {fact: weight for fact, weight in union(explanations).items() if votes[fact] >= least}


def by_gain(explanations: Sequence[Weighted], probabilities: Mapping[str, float]) -> dict[str, float]:
    """Return the facts of those explanations that together have the highest expected F1, the heaviest first.

    Each one taken is the one that raises it most; the choice ends where none does. Of equals the first is taken.

    Args:
        explanations: The explanations.
        probabilities: How probable it is that a fact belongs to the gold explanation; 0 where it is not there.

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
    """Return about what F1 to expect of some facts: the F1 of the expected numbers of right and of gold facts.

    Args:
        chosen: How probable it is that each of the facts is gold.
        total: How many gold facts are to be expected altogether.

    Example:
        >>> expected_f1([1.0, 0.5], 2.5)
        0.6666666666666666
    """
    return 2 * sum(chosen) / (len(chosen) + total) if chosen else 0.0


def _sorted(weights: Mapping[str, float]) -> dict[str, float]:
    return dict(sorted(weights.items(), key=lambda item: -item[1]))
