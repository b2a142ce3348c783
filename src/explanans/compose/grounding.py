"""Link a word that no chosen fact mentions to those that were chosen, by what it is a kind of."""

from collections.abc import Callable, Sequence

from explanans.compose.phrase import stands_whole
from explanans.compose.relation import relation
from explanans.explanation import ScoredFact
from explanans.text.lemmas import telling_lemmas

Lookup = Callable[[str], Sequence[ScoredFact]]
"""Finds the facts that hold all telling words of a phrase, in a fixed order."""


def ground(lemma: str, hypothesis: str, chosen: Sequence[ScoredFact], about: Lookup) -> tuple[ScoredFact, ...]:
    """Return the facts that link a word to the chosen facts; empty where there are none.

    The first says what the thing is a kind of, or means; a second is added where no chosen fact mentions that.

    Args:
        lemma: The lemma of the word.
        hypothesis: The sentence that the word is from.
        chosen: The chosen facts.
        about: Finds the facts that hold all telling words of a phrase.

    Example:
        >>> from explanans.fact import Fact
        >>> facts = [ScoredFact(Fact(text, text), 0.0) for text in
        ...          ("a baguette is a kind of white bread", "white bread is made from wheat flour")]
        >>> def about(phrase):
        ...     return [item for item in facts if telling_lemmas(phrase) <= telling_lemmas(item.fact.text)]
        >>> chosen = [ScoredFact(Fact("g", "wheat flour contains gluten"), 1.0)]
        >>> [item.fact.text for item in ground("baguette", "a baguette contains gluten", chosen, about)]
        ['a baguette is a kind of white bread', 'white bread is made from wheat flour']
    """
    known = frozenset[str]().union(*(telling_lemmas(item.fact.text) for item in chosen))
    for item in about(lemma):
        found = relation(item.fact.text)
        if found is None or lemma not in telling_lemmas(found.subject) or not stands_whole(hypothesis, found.subject):
            continue
        bridge = telling_lemmas(found.object)
        if bridge and bridge <= known:
            return (item,)
        for other in about(found.object):
            if other.fact.id != item.fact.id and (telling_lemmas(other.fact.text) - bridge) & known:
                return item, other
    return ()
