"""Spans of a claim that may be wrong: words with low network scores, and words that the premises lack."""

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.arcs.checker import ArcChecker
from explanans.language.comparatives import positive
from explanans.language.passages import with_period, without_period
from explanans.language.tokens import is_function_word, lemma, tokens
from explanans.language.values import ValueRelation, compare_values
from explanans.language.wordnet import PARTS, antonyms, kinship, likeness
from explanans.learning.nli import NliClassifier
from explanans.structures.verdicts import Status

WORD = re.compile(r"\d+(?:[.,:]\d+)*[^\W\d_]*|[^\W\d_]+(?:['’-][^\W\d_]+)*")
"""A word that is marked as a whole."""
TELLING = frozenset(
    """
    all always any cannot each every few less least many may might more most much must never no none nobody nothing not
    only some without before after above below until unless
    """.split()
)
"""Function words that decide whether a claim holds."""

_OPPOSITE = 0.2
"""Minimum share of the uses of a word in which another is its opposite."""
_HINT = 0.3
"""The confidence of a reason that marks nothing by itself."""
STANDS_OUT = 0.5
"""The least surety of a doubt that is marked; where a claim must have a mark, the best guess may be less sure."""
_TITLES = frozenset("mr mrs ms miss dr prof sir st".split())
_LIKE = 0.1  # minimum similarity of interchangeable words


class Doubt(NamedTuple):
    """A word or a few words of a claim that may be at fault.

    Attributes:
        start: Where they start in the claim, in characters.
        end: Where they end.
        status: Whether premises contradict them, or do not have them.
        surety: How sure that is, from 0 to 1.
        why: The reason in a few words; empty if unknown.
        sentence: The number of the decisive premise, from 0; None if none is known.
    """

    start: int
    end: int
    status: Status
    surety: float
    why: str = ""
    sentence: int | None = None


Locator = Callable[[Sequence[str], str], Iterable[Doubt]]
"""Returns the spans of a claim that may be wrong, given premises."""


def doubts_of_reader(reader: NliClassifier) -> Locator:
    """Return a locator of words that a network finds contradicted or missing.

    Args:
        reader: The network.
    """

    def locate(premises: Sequence[str], claim: str) -> Iterator[Doubt]:
        pieces = reader.read(" ".join(premises), with_period(claim)).pieces
        for start, end in telling_words(claim):
            chances = [_chances(piece.logits) for piece in pieces if piece.start < end and start < piece.end]
            if chances:
                _, contradicted, unknown = np.max(chances, axis=0).tolist()
                yield Doubt(start, end, Status.CONTRADICTED, contradicted)
                yield Doubt(start, end, Status.UNKNOWN, unknown)

    return locate


def doubts_of_values(premises: Sequence[str], claim: str) -> Iterator[Doubt]:
    """Yield the values of a claim that differ from those of its premises, or that have no counterpart there.

    Args:
        premises: The premises.
        claim: The claim.

    Example:
        >>> (doubt,) = doubts_of_values(["The pool opens at 2 pm."], "The pool opens at 16:00.")
        >>> doubt.why
        'claim: “16:00”; source: “2 pm”'
    """
    for found in compare_values(" ".join(premises), claim):
        place = found.claim.start, found.claim.end
        if found.relation is ValueRelation.NONE:
            yield Doubt(*place, Status.UNKNOWN, STANDS_OUT)
        elif found.relation is not ValueRelation.EQUAL and found.premise is not None:
            why = f"claim: “{found.claim.text}”; source: “{found.premise.text}”"
            yield Doubt(*place, Status.CONTRADICTED, 1.0, why, _premise_at(premises, found.premise.start))


def doubts_of_opposites(premises: Sequence[str], claim: str) -> Iterator[Doubt]:
    """Yield the words of a claim that are opposites of words of its premises, as reasons for what a network doubts.

    They do not stand out by themselves: a claim may well hold beside a sentence with an opposite of one of its words.

    Args:
        premises: The premises.
        claim: The claim.

    Example:
        >>> [doubt.why for doubt in doubts_of_opposites(["The chain is longer."], "The chain is shorter.")]
        ['claim: “shorter”; source: “longer”']
    """
    words = [(match.group(), number) for number, premise in enumerate(premises) for match in WORD.finditer(premise)]
    for start, end in telling_words(claim):
        word = claim[start:end]
        for other, number in words:
            if are_opposites(_base(word), _base(other)):
                yield Doubt(start, end, Status.CONTRADICTED, _HINT, f"claim: “{word}”; source: “{other}”", number)
                break


def differences(premises: Sequence[str], claim: str) -> Iterator[Doubt]:
    """Yield the doubts of values and of opposites, both with their reasons.

    Args:
        premises: The premises.
        claim: The claim.
    """
    yield from doubts_of_values(premises, claim)
    yield from doubts_of_opposites(premises, claim)


def _base(word: str) -> str:
    return positive(word.lower()) or lemma(word.lower()) or word.lower()


@lru_cache(1 << 14)
def are_opposites(one: str, other: str) -> bool:
    """Return whether two words in their dictionary forms are antonyms of one part of speech."""
    return any(antonyms(one, part).get(other, 0.0) >= _OPPOSITE for part in ("ADJ", "ADV", "VERB", "NOUN"))


def _premise_at(premises: Sequence[str], place: int) -> int:
    """Return the number of the premise that has a place of all premises joined by blanks."""
    ends = itertools.accumulate(len(premise) + 1 for premise in premises)
    return next(number for number, end in enumerate(ends) if place < end)


def doubts_of_arcs(open_checker: Callable[[], ArcChecker]) -> Locator:
    """Return a locator of the child of the least supported arc, if that is unsupported.

    Args:
        open_checker: Opens what checks arcs; it is called when it is first needed, since a parser takes long to open.
    """
    opened = cache(open_checker)

    def locate(premises: Sequence[str], claim: str) -> Iterator[Doubt]:
        arcs = opened().check([without_period(premise) for premise in premises], claim).arcs
        doubtful = [arc for arc in arcs if not arc.supported]
        if doubtful:
            worst = min(doubtful, key=lambda arc: arc.score)
            why = f"“{worst.child.text}” not said of “{worst.head.text}”"
            yield Doubt(worst.child.start, worst.child.end, Status.UNKNOWN, STANDS_OUT, why)

    return locate


def missing_words(premises: Sequence[str], claim: str) -> Iterator[Doubt]:
    """Yield the content words of a claim that no premise has, nor a word of the same meaning.

    Args:
        premises: The premises.
        claim: The claim.

    Example:
        >>> claim = "A dog bit the postman."
        >>> [claim[doubt.start : doubt.end] for doubt in missing_words(["A spaniel bit Ann."], claim)]
        ['postman']
    """
    there = {lemma(token) for token in chain.from_iterable(map(tokens, premises))}
    for start, end in telling_words(claim):
        parts = [lemma(token) for token in tokens(claim[start:end])]
        lacking = [part for part in parts if not is_function_word(part) and not _is_said(part, there)]
        if lacking:
            yield Doubt(start, end, Status.UNKNOWN, len(lacking) / len(parts))


def telling_words(claim: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the informative words of a claim: content words, numbers, and words such as *not*.

    Args:
        claim: The claim.
    """
    for match in WORD.finditer(claim):
        word = match.group().lower()
        if word in TELLING or not (is_function_word(word) or word in _TITLES):
            yield match.span()


def _is_said(word: str, there: frozenset[str] | set[str]) -> bool:
    if word in there:
        return True
    return any(
        likeness(word, other, part) > _LIKE or kinship(other, word, part) > _LIKE
        for part in dict.fromkeys(PARTS)
        if part in {"NOUN", "VERB", "ADJ", "ADV"}
        for other in there
        if not is_function_word(other)
    )


def _chances(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    powers = np.exp(logits - logits.max())
    chances: NDArray[np.float32] = powers / powers.sum()
    return chances
