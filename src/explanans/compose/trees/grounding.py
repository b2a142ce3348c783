"""Link words that no chosen fact mentions to those that were chosen, by what they are a kind of."""

from collections.abc import Sequence
from typing import Protocol

from explanans.compose.trees.naming import naming
from explanans.compose.trees.phrases import stands_whole
from explanans.compose.trees.selection import unmentioned
from explanans.explanation import ScoredFact
from explanans.text.lemmas import telling_lemmas

_MOST_GROUNDED = 5
"""Leaves, those that only link a word to the others included."""


class Lookup(Protocol):
    """Facts of the knowledge base beside those that were found for a question."""

    def __call__(self, phrase: str, /) -> Sequence[ScoredFact]:
        """Return the facts that hold all telling words of a phrase, in a fixed order.

        Args:
            phrase: A word or several.
        """
        ...


def ground(hypothesis: str, chosen: Sequence[ScoredFact], about: Lookup) -> tuple[ScoredFact, ...]:
    """Return chosen facts, and those that link words to them which the hypothesis has and no chosen fact mentions.

    Args:
        hypothesis: The hypothesis.
        chosen: The chosen facts.
        about: Finds the facts that hold all telling words of a phrase.
    """
    found = tuple(chosen)
    for word in unmentioned(hypothesis, [item.fact for item in found]):
        for lemma in sorted(telling_lemmas(word)):
            known = {item.fact.id for item in found}
            new = tuple(item for item in links(lemma, hypothesis, found, about) if item.fact.id not in known)
            # Two facts for one word distract from those that explain, unless there is hardly anything else.
            if len(found) + len(new) <= _MOST_GROUNDED and (len(new) < 2 or len(chosen) < 2):
                found += new
    return found


def links(lemma: str, hypothesis: str, chosen: Sequence[ScoredFact], about: Lookup) -> tuple[ScoredFact, ...]:
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
        >>> [item.fact.text for item in links("baguette", "a baguette contains gluten", chosen, about)]
        ['a baguette is a kind of white bread', 'white bread is made from wheat flour']
    """
    known = frozenset[str]().union(*(telling_lemmas(item.fact.text) for item in chosen))
    for item in about(lemma):
        found = naming(item.fact.text)
        if (
            found is None
            or found.opposite
            or lemma not in telling_lemmas(found.name)
            or not stands_whole(hypothesis, found.name)
        ):
            continue
        bridge = telling_lemmas(found.class_)
        if bridge and any(stands_whole(other.fact.text, found.class_) for other in chosen):
            return (item,)
        if len(bridge) < 2:
            continue  # what is said of any *object* or *animal* is of many other things
        for other in about(found.class_):
            named = naming(other.fact.text)
            if named is not None and telling_lemmas(named.class_) == bridge:
                continue  # that water is a renewable resource, too, ties soil to nothing
            if other.fact.id != item.fact.id and (telling_lemmas(other.fact.text) - bridge) & known:
                return item, other
    return ()
