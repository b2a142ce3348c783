"""Sentences said in other words, by rules that keep what they say."""

from collections.abc import Iterator
from random import Random

from explanans.train.recipes.alteration import Piece, altered
from explanans.train.recipes.draft import AlteredClaim
from explanans.train.recipes.rewriting.apposition import relative_clauses
from explanans.train.recipes.rewriting.order import reordered
from explanans.train.recipes.rewriting.passive import passives
from explanans.train.recipes.syntax import Syntax


def rewordings(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield a sentence in the passive, in another order, and with relative clauses for appositions.

    Args:
        sentence: The sentence.
    """
    yield from passives(sentence)
    yield from reordered(sentence)
    yield from relative_clauses(sentence)


def rewording(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Say a sentence in other words, by passivization, clausal reordering and more (Goyal & Durrett 2020, section 4).

    All arcs are supported, whatever their labels have become.

    Args:
        sentence: The sentence.
        rng: Draws the rule.

    Returns:
        The draft; None where no rule fits.
    """
    found = list(rewordings(sentence))
    return AlteredClaim(sentence, altered(sentence.parse, rng.choice(found)), keeps=True) if found else None
