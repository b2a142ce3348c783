"""What generators do badly: phrases dropped, moved or told twice."""

from random import Random

from explanans.train.recipes.alteration import Piece, kept
from explanans.train.recipes.syntax import Syntax

_LONGEST = 5
"""Words of a span that is dropped at most."""


def dropped_span(sentence: Syntax, rng: Random) -> list[Piece]:
    """Return a sentence without a span of words, wherever it starts and ends.

    Args:
        sentence: The sentence.
        rng: Draws the span.
    """
    count = len(sentence.tokens)
    length = rng.randint(1, min(_LONGEST, count - 1))
    start = rng.randint(0, count - length)
    return kept(sentence.parse, sentence.rest(range(start, start + length)))


def moved_phrase(sentence: Syntax, rng: Random) -> list[Piece]:
    """Return a sentence with a phrase anywhere but where it was.

    Args:
        sentence: The sentence.
        rng: Draws the phrase and its place.
    """
    phrase = sentence.phrase(rng.randrange(len(sentence.tokens)))
    rest = sentence.rest(phrase)
    place = rng.randint(0, len(rest))
    return kept(sentence.parse, [*rest[:place], *phrase, *rest[place:]])


def phrase_for_another(sentence: Syntax, rng: Random) -> list[Piece]:
    """Return a sentence in which one phrase stands in the place of another, and so is told twice.

    Args:
        sentence: The sentence.
        rng: Draws the two phrases.
    """
    told, untold = (sentence.phrase(rng.randrange(len(sentence.tokens))) for _ in range(2))
    rest = [number for number in range(len(sentence.tokens)) if number not in untold]
    place = sum(number < untold[0] for number in rest)
    return kept(sentence.parse, [*rest[:place], *told, *rest[place:]])
