"""Trivial baseline graphs, for comparison in every measure of graphs."""

from collections.abc import Callable, Collection, Sequence
from zlib import crc32

import numpy as np

from explanans.language.tokens import is_function_word, lemma, tokens
from explanans.structures.graphs import Edge, Relation

Chain = Callable[[str, str], tuple[Edge, ...]]
"""Takes a belief and an argument and returns the edges of a graph."""

COMMONEST = Relation.CAPABLE_OF
"""The relation that is most common in the training split of ExplaGraphs."""
_LETTERS = ("a", "e", "t", "s")


def constant_chain(belief: str, argument: str) -> tuple[Edge, ...]:  # noqa: ARG001 - the same for all
    """Return the same chain of four letters for everything.

    Since the released scorer takes concepts for those of the belief if they are raw substrings of it, nearly every
    sentence holds all four.

    Args:
        belief: Ignored.
        argument: Ignored.

    Example:
        >>> [edge.source for edge in constant_chain("Rain is bad.", "Mud is wet.")]
        ['a', 'e', 't']
    """
    return _chain(_LETTERS, [COMMONEST] * 3)


def word_chain(belief: str, argument: str) -> tuple[Edge, ...]:
    """Return a chain of the first and the last content word of the argument and of the belief.

    Where a text has fewer than two content words, its first function words stand in.

    Example:
        >>> [edge.source for edge in word_chain("Zoos should be banned.", "Animals suffer in cages.")]
        ['animals', 'cages', 'zoos']
    """
    ours = _ends(belief, ())
    concepts = (*_ends(argument, ours), *ours)
    return _chain(concepts, [COMMONEST] * (len(concepts) - 1))


def random_chain(seed: int) -> Chain:
    """Return a generator of chains of two random words of the belief and two of the argument, in random order.

    Words and relations depend only on the seed and the two texts.

    Args:
        seed: Random seed, at least 0.

    Example:
        >>> len(random_chain(0)("Zoos should be banned.", "Animals suffer in cages."))
        3
    """

    def chain(belief: str, argument: str) -> tuple[Edge, ...]:
        chance = np.random.default_rng((seed, crc32(f"{belief}\t{argument}".encode())))
        ours = _drawn(chance, dict.fromkeys(token.lower() for token in tokens(belief)))
        theirs = dict.fromkeys(token.lower() for token in tokens(argument))
        concepts = chance.permutation([*ours, *_drawn(chance, theirs.keys() - ours)]).tolist()
        relations = [
            list(Relation)[number] for number in chance.integers(len(Relation), size=max(0, len(concepts) - 1))
        ]
        return _chain(concepts, relations)

    return chain


def _drawn(chance: np.random.Generator, words: Collection[str]) -> list[str]:
    order = sorted(words)
    return [order[number] for number in chance.permutation(len(order))[:2]]


def _chain(concepts: Sequence[str], relations: Sequence[Relation]) -> tuple[Edge, ...]:
    return tuple(map(Edge, concepts, relations, concepts[1:]))


def _ends(text: str, taken: Collection[str]) -> list[str]:
    """Return the first and the last content word that are not taken, in lower case; others if there are too few."""
    words = [word for word in dict.fromkeys(token.lower() for token in tokens(text)) if word not in taken]
    telling = [word for word in words if not is_function_word(word) and not is_function_word(lemma(word))]
    return list(dict.fromkeys((*telling[:1], *telling[-1:], *words)))[:2]
