"""Link a word that no chosen fact mentions to those that were chosen, by what it is a kind of."""

from collections.abc import Sequence
from typing import Protocol

from explanans.compose.phrase import stands_whole
from explanans.compose.relation import relation
from explanans.explanation import ScoredFact
from explanans.text.lemmas import telling_lemmas


class RankedFacts(Protocol):
    """Facts with their scores for one question, from which those are chosen that make a tree."""

    def best(self, limit: int) -> Sequence[ScoredFact]:
        """Return the facts that score above 0, best first, at most so many."""
        ...

    def about(self, phrase: str) -> Sequence[ScoredFact]:
        """Return the facts that hold all telling words of a phrase, in a fixed order."""
        ...

    def weight(self, lemma: str) -> float:
        """Return how telling a lemma is."""
        ...


def ground(lemma: str, hypothesis: str, chosen: Sequence[ScoredFact], ranked: RankedFacts) -> tuple[ScoredFact, ...]:
    """Return the facts that link a word to the chosen facts; empty where there are none.

    The first says what the thing is a kind of, or means; a second is added where no chosen fact mentions that.

    Args:
        lemma: The lemma of the word.
        hypothesis: The sentence that the word is from.
        chosen: The chosen facts.
        ranked: All facts.

    Example:
        >>> from explanans.fact import Fact
        >>> facts = [ScoredFact(Fact(text, text), 0.0) for text in
        ...          ("a baguette is a kind of white bread", "white bread is made from wheat flour")]
        >>> class Facts:
        ...     def about(self, phrase):
        ...         return [item for item in facts if telling_lemmas(phrase) <= telling_lemmas(item.fact.text)]
        >>> chosen = [ScoredFact(Fact("g", "wheat flour contains gluten"), 1.0)]
        >>> [item.fact.text for item in ground("baguette", "a baguette contains gluten", chosen, Facts())]
        ['a baguette is a kind of white bread', 'white bread is made from wheat flour']
    """
    known = frozenset[str]().union(*(telling_lemmas(item.fact.text) for item in chosen))
    for item in ranked.about(lemma):
        found = relation(item.fact.text)
        if found is None or lemma not in telling_lemmas(found.subject) or not stands_whole(hypothesis, found.subject):
            continue
        bridge = telling_lemmas(found.object)
        if bridge and bridge <= known:
            return (item,)
        for other in ranked.about(found.object):
            if other.fact.id != item.fact.id and (telling_lemmas(other.fact.text) - bridge) & known:
                return item, other
    return ()
