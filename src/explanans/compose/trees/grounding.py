"""Link words that no chosen fact mentions to those that were chosen, by what they are a kind of."""

import re
from collections.abc import Sequence
from typing import Protocol

from explanans.compose.trees.naming import naming
from explanans.compose.trees.selection import unmentioned
from explanans.explanation import ScoredFact
from explanans.text.grammar import CLAUSE_STARTS, CONJUNCTIONS, PREPOSITIONS, is_third_person, is_verb
from explanans.text.inflection import is_plural, singular
from explanans.text.lemmas import is_function_word, telling_lemmas

_MOST_GROUNDED = 5
"""Leaves, those that only link a word to the others included."""
_OPENING = frozenset("a an the any that this each every all then".split()) | PREPOSITIONS | CLAUSE_STARTS | CONJUNCTIONS
_ARTICLE = re.compile(r"^(?:an?|the) ", re.IGNORECASE)
_EDGES = re.compile(r"^(\W*)(.*?)(\W*)$")


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
        if bridge and bridge <= known:
            return (item,)
        for other in about(found.class_):
            if other.fact.id != item.fact.id and (telling_lemmas(other.fact.text) - bridge) & known:
                return item, other
    return ()


def stands_whole(text: str, phrase: str) -> bool:
    """Tell whether a noun phrase stands in a text, and nowhere as part of a longer name.

    Args:
        text: The text.
        phrase: The phrase, in the singular; an article does not count.

    Example:
        >>> stands_whole("a tree frog has moist skin", "a tree"), stands_whole("a tree frog has skin", "a tree frog")
        (False, True)
    """
    words, name = text.split(), _ARTICLE.sub("", phrase).split()
    starts = _find(words, name)
    return bool(starts) and all(_is_whole(words, start, start + len(name)) for start in starts)


def _find(words: list[str], phrase: list[str]) -> list[int]:
    """Return where a phrase starts, whether it stands in the singular or in the plural."""
    wanted = [word.lower() for word in phrase]
    cores = [_core(word).lower() for word in words]
    places = range(len(words) - len(wanted) + 1)
    return [
        place
        for place in places
        if cores[place : place + len(wanted) - 1] == wanted[:-1]
        and wanted[-1] in {cores[place + len(wanted) - 1], singular(cores[place + len(wanted) - 1])}
    ]


def _is_whole(words: list[str], start: int, end: int) -> bool:
    """Tell whether words are a whole noun phrase, judged by the words around them."""
    before = _core(words[start - 1]).lower() if start else ""
    after = _core(words[end]).lower() if end < len(words) else ""
    if words[end - 1].endswith(("'s", "’s")):
        return False
    opens = not before or before in _OPENING or is_third_person(before)
    closes = not after or is_function_word(after) or is_third_person(after) or _ends_clause(words[end - 1])
    return opens and (closes or (is_plural(_core(words[end - 1]).lower()) and is_verb(after)))


def _ends_clause(word: str) -> bool:
    return word[-1] in ",;:.!?"


def _core(word: str) -> str:
    return _EDGES.sub(r"\2", word)
