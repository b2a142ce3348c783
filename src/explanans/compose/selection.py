"""Choose, among ranked facts, the few that a tree starts from."""

from collections.abc import Mapping, Sequence

from explanans.explanation import ScoredFact
from explanans.text.lemmas import telling_lemmas

_RANK = 0.8
_ENOUGH = 0.55
"""What a fact's score counts beside its probability as a leaf, and the least worth of a fact: chosen on WorldTree's
training questions in the starter base, each without its own explanation, by F1 with the gold explanation."""

_SAME = 0.8
"""Copper's two facts, a good conductor of heat and of electricity, are just below it."""

MOST_LEAVES = 4
"""More leaves gain hardly any F1 and make trees that nobody reads to the end."""


_LIGHT_VERBS = frozenset("cause give make take use".split())


def sought_lemmas(hypothesis: str) -> frozenset[str]:
    """Return the lemmas of a hypothesis that facts have to supply, without those it needs for its grammar only.

    Args:
        hypothesis: The hypothesis, or a word of it.

    Example:
        >>> sorted(sought_lemmas("oil is used to make plastic"))
        ['oil', 'plastic']
    """
    return telling_lemmas(hypothesis) - _LIGHT_VERBS


def select(hypothesis: str, facts: Sequence[ScoredFact], belief: Mapping[str, float]) -> tuple[ScoredFact, ...]:
    """Return the facts worth joining, the most valuable first.

    A fact is worth its score, relative to the best one, and its probability as a leaf. It has to share a word with the
    hypothesis or with a fact that was chosen before. A fact that says nearly the same as a chosen one is passed over.

    Args:
        hypothesis: The sentence to be explained.
        facts: Ranked facts, best first.
        belief: How probable a leaf a fact is, by its id; 0 for those that it lacks.

    Example:
        >>> from explanans.fact import Fact
        >>> texts = ["a solid keeps its shape", "ice is a kind of solid", "a gas fills a room"]
        >>> facts = [ScoredFact(Fact(text, text), 1.0) for text in texts]
        >>> [item.fact.text for item in select("ice keeps its shape", facts, {"ice is a kind of solid": 0.9})]
        ['ice is a kind of solid', 'a solid keeps its shape']
    """
    worth = {
        item.fact.id: _RANK * item.score / facts[0].score + (1 - _RANK) * belief.get(item.fact.id, 0.0)
        for item in facts
        if item.score > 0
    }
    left = [item for item in facts if worth.get(item.fact.id, 0.0) >= _ENOUGH]
    left.sort(key=lambda item: -worth[item.fact.id])
    known = sought_lemmas(hypothesis)
    chosen: list[ScoredFact] = []

    def fits(item: ScoredFact) -> bool:
        lemmas = telling_lemmas(item.fact.text)
        return bool(lemmas & known) and not any(_alike(lemmas, telling_lemmas(other.fact.text)) for other in chosen)

    while len(chosen) < MOST_LEAVES and (best := next(filter(fits, left), None)):
        left.remove(best)
        chosen.append(best)
        known |= telling_lemmas(best.fact.text)
    return tuple(chosen)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether two facts share nearly all their telling lemmas (by the Dice coefficient)."""
    return 2 * len(one & other) >= _SAME * (len(one) + len(other))
