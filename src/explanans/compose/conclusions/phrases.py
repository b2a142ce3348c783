"""Split a phrase where a description or an adjunct starts."""

from collections.abc import Sequence

from explanans.text.grammar import CLAUSE_STARTS, PREPOSITIONS, RELATIVES, bare, is_gerund
from explanans.text.inflection import is_participle

_STARTS = (PREPOSITIONS | RELATIVES | CLAUSE_STARTS | {"to"}) - {"of", "than"}


def head(phrase: Sequence[str]) -> tuple[str, ...]:
    """Return a noun phrase without the description that follows its noun.

    Example:
        >>> head("a solid that melts in the mouth".split())
        ('a', 'solid')
    """
    for place in range(1, len(phrase)):
        word = bare(phrase[place])
        after_noun = bare(phrase[place - 1]) not in {"a", "an", "the"}
        if word in _STARTS or (after_noun and place > 1 and (is_gerund(word) or is_participle(word))):
            return tuple(phrase[:place])
        if phrase[place - 1][-1] in ",;:":
            return (*phrase[: place - 1], phrase[place - 1][:-1])
    return tuple(phrase)


def adjuncts(phrase: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the ends of a phrase that start with a preposition, *to*, *when* and the like, the longest first.

    Example:
        >>> adjuncts("sunlight to grow in spring".split())
        [('to', 'grow', 'in', 'spring'), ('in', 'spring')]
    """
    return [
        tuple(phrase[place:])
        for place in range(1, len(phrase) - 1)
        if bare(phrase[place]) in _STARTS and bare(phrase[place - 1]) not in _STARTS
    ]
