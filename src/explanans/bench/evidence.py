"""What a judge reads of a claim: each of its sentences, beside as much of the premises as fits."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import log

from explanans.judged import LabelledPair
from explanans.text.lemmas import telling_lemmas
from explanans.text.sentences import sentence_spans
from explanans.verify.judge.judge import Pair

MOST = 200
"""Pieces of words of the premises that are read at once; see ``size``."""

_PIECE = re.compile(r"\w+|[^\w\s]")
_LETTERS = 4


def questions(pair: LabelledPair, *, split: bool = False) -> tuple[Pair, ...]:
    """Return what to ask a judge about a claim.

    Premises that are too long to be read at once give way to those of their sentences that are most like the claim by
    words, a rare word of the premises counting more, in the order of the text.

    Args:
        pair: The claim and its premises.
        split: Whether the claim may be of several sentences, each of which has to hold.

    Example:
        >>> pair = LabelledPair(("Ice melts.", "Frogs jump."), "Ice melts. Frogs sing.", frozenset(), "")
        >>> [asked.claim for asked in questions(pair, split=True)]
        ['Ice melts.', 'Frogs sing.']
    """
    line = " ".join(pair.claim.split())
    claims = [line[start:end] for start, end in sentence_spans(line)] if split else []
    return tuple(Pair(chosen(pair.premises, claim), claim) for claim in claims or [pair.claim])


def chosen(premises: tuple[str, ...], claim: str, most: int = MOST) -> tuple[str, ...]:
    """Return the premises, or the sentences of them that are most like the claim by words.

    Args:
        premises: The premises.
        claim: The claim.
        most: How many pieces of words they may have in all.

    Example:
        >>> chosen(("Frogs jump high. Ice melts in spring.",), "Ice melts.", 6)
        ('Ice melts in spring.',)
    """
    if size(" ".join(premises)) <= most:
        return premises
    sentences, words, weights = _sentences(premises, most)
    wanted = telling_lemmas(claim)
    likeness = [sum(weights[word] for word in wanted & held) for held in words]
    kept, left = [], most
    for place in sorted(range(len(sentences)), key=lambda place: -likeness[place]):
        length = size(sentences[place])
        if length <= left:
            kept.append(place)
            left -= length
    return tuple(sentences[place] for place in sorted(kept))


def size(text: str) -> int:
    """Return about how many pieces of words a network makes of a text, rather more than fewer.

    Example:
        >>> size("Ice melts.")
        4
    """
    return sum(1 + len(word) // _LETTERS for word in _PIECE.findall(text))


@lru_cache(maxsize=4)
def _sentences(premises: tuple[str, ...], most: int) -> tuple[list[str], list[frozenset[str]], dict[str, float]]:
    """Return the sentences of premises, their words, and how rare each word is among them."""
    sentences = [part for premise in premises for part in _parts(premise, most)]
    words = [telling_lemmas(sentence) for sentence in sentences]
    counts = Counter(word for held in words for word in held)
    rarity = {word: log(1 + len(words) / count) for word, count in counts.items()}
    return sentences, words, rarity


def _parts(premise: str, most: int) -> Iterator[str]:
    """Yield the sentences of a premise, and parts of those that are too long."""
    line = " ".join(premise.split())
    for start, end in sentence_spans(line):
        yield from _pieces(line[start:end].split(), most)


def _pieces(words: Sequence[str], most: int) -> Iterator[str]:
    part, length = list[str](), 0
    for word in words:
        more = size(word)
        if part and length + more > most:
            yield " ".join(part)
            part, length = [], 0
        part.append(word)
        length += more
    if part:
        yield " ".join(part)
