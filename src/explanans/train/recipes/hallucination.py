"""Claims that say more than their source (Goyal & Durrett 2020, section 5.3)."""

from random import Random

from explanans.train.recipes.alteration import altered, kept
from explanans.train.recipes.draft import AlteredSource
from explanans.train.recipes.syntax import Syntax

_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})
_LONGEST = 6
"""Words of the longest span that is removed at random."""
_LEFT = 3
"""Words that must be left of the source."""
_DROPPED = (
    "acl",
    "advcl",
    "advmod",
    "amod",
    "appos",
    "ccomp",
    "compound",
    "conj",
    "nmod",
    "nummod",
    "obj",
    "obl",
    "xcomp",
)


def hallucination(sentence: Syntax, rng: Random) -> AlteredSource | None:
    """Remove a span of words from the source of a sentence, which then claims more than its source.

    Section 5.3 removes any span; here half of the spans are whole phrases, since what systems make up are phrases, and
    the rest of the source stays a sentence. Arcs that touch a removed word are not supported. Section 5.3 leaves it at
    these; here the arcs that source and claim share are known to be supported as well.

    Args:
        sentence: The sentence.
        rng: Draws the span.

    Returns:
        The draft; None where the sentence is too short.
    """
    count = len(sentence.tokens)
    if count < 2 * _LEFT:
        return None
    phrases = [
        phrase
        for number in range(count)
        if sentence.kind(number) in _DROPPED
        and sentence.is_whole(phrase := sentence.phrase(number))
        and len(phrase) <= count - _LEFT
    ]
    if phrases and rng.random() < 0.5:
        gone = rng.choice(phrases)
    else:
        length = rng.randint(1, min(_LONGEST, count - _LEFT))
        start = rng.randint(0, count - length)
        gone = tuple(range(start, start + length))
    rest = sentence.rest(gone)
    told = any(sentence.tokens[number].pos in _CONTENT for number in gone)
    if not told or sum(sentence.tokens[number].pos != "PUNCT" for number in rest) < _LEFT:
        return None
    return AlteredSource(sentence, altered(sentence.parse, kept(sentence.parse, rest)))
