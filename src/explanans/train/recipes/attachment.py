"""Modifiers that move to another word."""

from collections.abc import Iterator
from random import Random

from explanans.train.recipes.alteration import altered, kept
from explanans.train.recipes.draft import AlteredClaim, pair
from explanans.train.recipes.syntax import Syntax

_BEFORE = ("amod", "nummod", "compound")
_AFTER = ("nmod", "acl")


def attachment(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Move a modifier from one noun to another.

    The arc from its new head to the modifier is not supported. Where the parser still attaches it to its old head, the
    arc is what it was, and supported.

    Args:
        sentence: The sentence.
        rng: Draws the modifier and its new head.

    Returns:
        The draft; None where there is no modifier, or no other noun.
    """
    moves = list(_moves(sentence))
    if not moves:
        return None
    modifier, noun = rng.choice(moves)
    phrase = sentence.phrase(modifier)
    rest = sentence.rest(phrase)
    place = rest.index(noun) + (modifier > sentence.head(modifier))
    order = [*rest[:place], *phrase, *rest[place:]]
    denied = frozenset({pair(modifier, noun)})
    return AlteredClaim(sentence, altered(sentence.parse, kept(sentence.parse, order)), denied)


def _moves(sentence: Syntax) -> Iterator[tuple[int, int]]:
    """Yield modifiers, and the nouns that they do not modify but could."""
    count = len(sentence.tokens)
    nouns = [number for number in range(count) if sentence.tokens[number].pos in {"NOUN", "PROPN"}]
    for modifier in range(count):
        head, phrase = sentence.head(modifier), sentence.phrase(modifier)
        kinds = _BEFORE if modifier < head else _AFTER
        if (
            sentence.kind(modifier) not in kinds
            or sentence.label(modifier) == "nmod:poss"
            or not sentence.is_whole(phrase)
        ):
            continue
        for noun in nouns:
            is_name = sentence.kind(noun) in {"compound", "flat"} or sentence.children(noun, "flat", "compound")
            related = noun == head or (noun, modifier) in sentence.linked or (noun, head) in sentence.linked
            if noun not in phrase and not related and not is_name:
                yield modifier, noun
