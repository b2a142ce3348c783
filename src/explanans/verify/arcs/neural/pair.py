"""A source and a claim as a network reads them: of a long source only the sentences that are most like the claim."""

from bisect import bisect
from collections.abc import Callable, Sequence
from typing import NamedTuple

from explanans.parse import Parse
from explanans.text.lemmas import is_function_word


class Pair(NamedTuple):
    """What is read together.

    Attributes:
        source: The sentences of the source.
        claim: The claim.
    """

    source: Sequence[Parse]
    claim: Parse


def fitting(pair: Pair, fits: Callable[[str], bool]) -> tuple[Parse, ...]:
    """Return the sentences of a source that can be read beside a claim, in their order.

    While they do not fit, the sentence that shares the smallest part of its content lemmas with the claim goes; of
    equals the later one. The last one stays, whether it fits or not.

    Args:
        pair: The source and the claim.
        fits: Tells whether a source, given as a text, can be read beside the claim.

    Example:
        >>> from explanans.parse import Token
        >>> def parse(text):
        ...     return Parse(text, tuple(Token(word, word, "X", "", 0, 0) for word in text.split()), ())
        >>> pair = Pair([parse("frogs jump"), parse("ice melts"), parse("ice floats")], parse("sun melts ice"))
        >>> [sentence.text for sentence in fitting(pair, lambda text: len(text.split()) <= 4)]
        ['ice melts', 'ice floats']
    """
    sentences = tuple(pair.source)
    if fits(joined(sentences)):
        return sentences
    claimed = _content(pair.claim)
    best = sorted(range(len(sentences)), key=lambda number: -_likeness(_content(sentences[number]), claimed))

    def kept(count: int) -> tuple[Parse, ...]:
        return tuple(sentences[number] for number in sorted(best[:count]))

    most = bisect(range(1, len(sentences) + 1), False, key=lambda count: not fits(joined(kept(count))))
    return kept(max(1, most))


def joined(source: Sequence[Parse]) -> str:
    """Return the sentences of a source as one text.

    Args:
        source: The sentences.
    """
    return " ".join(sentence.text for sentence in source)


def _content(parse: Parse) -> frozenset[str]:
    lemmas = {token.lemma.lower() for token in parse.tokens}
    return frozenset(lemma for lemma in lemmas if any(map(str.isalnum, lemma)) and not is_function_word(lemma))


def _likeness(sentence: frozenset[str], claim: frozenset[str]) -> float:
    """Return the Jaccard index of two sets of lemmas."""
    return len(sentence & claim) / max(1, len(sentence | claim))
