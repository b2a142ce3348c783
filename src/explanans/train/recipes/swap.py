"""Swaps of two words of the same part of speech (Zhang et al. 2019; Goyal & Durrett 2020, section 5.3)."""

from random import Random

from explanans.train.recipes.alteration import altered, kept
from explanans.train.recipes.draft import AlteredClaim
from explanans.train.recipes.syntax import Syntax

_SWAPPED = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM"})


def swap(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Swap two words that have the same tag.

    Arcs that the sentence had already are supported, new ones that touch a swapped word are not; section 5.3 takes all
    new arcs for unsupported, even those far from the swap, which are the parser's doing. Words of one list or name, and
    modifiers of one word, may change places without harm and are left alone.

    Args:
        sentence: The sentence.
        rng: Draws the two words.

    Returns:
        The draft; None where no two words can be swapped.
    """
    words = [number for number, token in enumerate(sentence.tokens) if token.pos in _SWAPPED]
    pairs = [
        (first, second) for first in words for second in words if first < second and _swaps(sentence, first, second)
    ]
    if not pairs:
        return None
    first, second = rng.choice(pairs)
    pieces = kept(sentence.parse, range(len(sentence.tokens)))
    pieces[first], pieces[second] = pieces[second]._replace(changed=True), pieces[first]._replace(changed=True)
    return AlteredClaim(sentence, altered(sentence.parse, pieces))


def _swaps(sentence: Syntax, first: int, second: int) -> bool:
    """Tell whether swapping two words makes the sentence say something else."""
    one, other = sentence.tokens[first], sentence.tokens[second]
    if (one.pos, one.tag) != (other.pos, other.tag) or one.lemma.lower() == other.lemma.lower():
        return False
    kinds = {sentence.kind(first), sentence.kind(second)}
    listed = bool(kinds & {"conj", "flat"}) and (first, second) in sentence.linked
    same_head = sentence.head(first) == sentence.head(second)
    return not listed and not (same_head and sentence.kind(first) == sentence.kind(second))
