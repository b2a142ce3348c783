"""Marked words of a claim: words that its source contradicts, and words that it lacks."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.arcs.checker import ArcChecker
from explanans.entailment.rules.evidence import evidence
from explanans.entailment.rules.finding import Finding, Kind, Outcome
from explanans.language.lexicon import word_set
from explanans.language.parser import CachedParser, Parser
from explanans.language.sentences import with_period, without_period
from explanans.language.tokens import is_function_word, lemma, tokens
from explanans.language.wordnet import PARTS, kinship, likeness
from explanans.learning.nli import NliClassifier
from explanans.structures.verdicts import Span, Status

WORD = re.compile(r"\d+(?:[.,:]\d+)*[^\W\d_]*|[^\W\d_]+(?:['’-][^\W\d_]+)*")
"""A word that is marked as a whole."""
TELLING = word_set("entailment.claims.marks.telling")
"""Function words that decide whether a claim holds."""

STANDS_OUT = 0.5
"""The least surety of a doubt that is marked; where a claim must have a mark, the best guess may be less sure."""
_TITLES = frozenset("mr mrs ms miss dr prof sir st".split())
_LIKE = 0.1  # minimum similarity of interchangeable words


class Doubt(NamedTuple):
    """A word or a few words of a claim that may be at fault.

    Attributes:
        start: Where they start in the claim, in characters.
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
    """Return a locator of words that a network finds contradicted or missing."""

    def locate(premises: Sequence[str], claim: str) -> Iterator[Doubt]:
        pieces = reader.read(" ".join(premises), with_period(claim)).pieces
        for start, end in telling_words(claim):
            chances = [_chances(piece.logits) for piece in pieces if piece.start < end and start < piece.end]
            if chances:
                _, contradicted, unknown = np.max(chances, axis=0).tolist()
                yield Doubt(start, end, Status.CONTRADICTED, contradicted)
                yield Doubt(start, end, Status.UNKNOWN, unknown)

    return locate


def doubts_of_parses(open_one: Callable[[], Parser]) -> Locator:
    """Return a locator of numbers, dates, names, negations and the like that differ between parses, with the reason.

    Args:
        open_one: Opens a parser; it is called when it is first needed.
    """
    opened = cache(lambda: CachedParser.of(open_one()))

    def locate(premises: Sequence[str], claim: str) -> Iterator[Doubt]:
        (parse,) = opened().parse([claim])
        sentences = list(map(without_period, premises))
        for found in evidence(opened().parse(sentences), parse).findings:
            place = found.claim.start, found.claim.end
            if found.status is Outcome.AGREES:
                continue
            if found.premise is None:
                yield Doubt(*place, Status.UNKNOWN, 1.0)
            elif why := _why(found, found.premise):
                yield Doubt(*place, Status.CONTRADICTED, _surety(found), why, found.sentence)

    return locate


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
    """Yield the places of the informative words of a claim: content words, numbers, and words such as *not*."""
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


def _why(found: Finding, there: Span) -> str:
    """Return a reason that a reader understands; empty for a difference that the words do not show."""
    if found.kind not in {Kind.NUMBER, Kind.DATE}:
        return found.why
    differs = found.claim.text.lower() != there.text.lower()
    return f"“{found.claim.text}” against “{there.text}”" if differs else ""


def _surety(found: Finding) -> float:
    """Return how sure it is that a difference is what makes a claim false: a conflict is surer than a difference."""
    if found.status is Outcome.CONFLICTS:
        return 0.8 + found.context / 5
    return STANDS_OUT + 0.29 * found.context


def _chances(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    powers = np.exp(logits - logits.max())
    chances: NDArray[np.float32] = powers / powers.sum()
    return chances


_NEAR = 0.1  # how much less sure than the surest what is marked beside it may be


class MarkedSpans(NamedTuple):
    """The marked spans of a sentence of a claim.

    Attributes:
        contradicted: Spans that its source contradicts, in order.
        unsupported: Spans that its source lacks, in order; without contradicted ones.
    """

    contradicted: tuple[Doubt, ...] = ()
    unsupported: tuple[Doubt, ...] = ()


def nothing(premises: Sequence[str], claim: str) -> tuple[Doubt, ...]:  # noqa: ARG001 - a locator that locates nothing
    """Return no doubts."""
    return ()


class Marker:
    """Chooses what to mark of a sentence of a claim.

    Args:
        exact: Finds differences between parses and gives reasons; what it finds goes before all else.
        read: Doubts words of a claim that is contradicted.
        arcs: Doubts words by their arcs; asked where no word stands out.
        lacking: Finds the phrases that premises lack.
    """

    def __init__(
        self, exact: Locator = nothing, read: Locator = nothing, arcs: Locator = nothing, lacking: Locator | None = None
    ) -> None:
        self._exact = exact
        self._read = read
        self._arcs = arcs
        self._lacking = lacking or missing_words

    def mark(self, status: Status, premises: Sequence[str], claim: str) -> MarkedSpans:
        """Return the words to mark: none of a supported claim, at least one of a contradicted one."""
        if status is Status.SUPPORTED:
            return MarkedSpans()
        exact = list(self._exact(premises, claim))
        differing = _apart(doubt for doubt in exact if doubt.status is Status.CONTRADICTED)
        conflicts = tuple(doubt for doubt in differing if doubt.surety >= STANDS_OUT)
        absent = [doubt for doubt in exact if doubt.status is Status.UNKNOWN]
        if status is Status.UNKNOWN:
            phrases = list(self._lacking(premises, claim))
            beside = [doubt for doubt in absent if not any(_meet(doubt, phrase) for phrase in phrases)]
            return MarkedSpans((), _apart((*conflicts, *phrases, *beside)) or _apart(self._arcs(premises, claim)))
        read = list(self._read(premises, claim))
        missing = list(missing_words(premises, claim))
        lacking = _apart((*absent, *_doubted(missing, read)))
        if not conflicts:
            conflicts = _guess(read, missing or list(self._arcs(premises, claim)), differing)
        return MarkedSpans(
            conflicts, tuple(doubt for doubt in lacking if not any(_meet(doubt, one) for one in conflicts))
        )


def _guess(read: Sequence[Doubt], missing: Sequence[Doubt], differing: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """Return the words that are most likely to be what is contradicted.

    Args:
        missing: Words that no premise has, or that only unsupported arcs reach.
        differing: Differences between parses that do not stand out; they may give a reason.
    """
    doubts = [doubt for doubt in read if doubt.status is Status.CONTRADICTED] or [*differing, *missing]
    sureties = [doubt.surety / 2 + any(_meet(doubt, other) for other in missing) / 2 for doubt in doubts]
    most = max(sureties, default=0)
    chosen = [
        doubt
        for doubt, surety in zip(doubts, sureties, strict=True)
        if surety == most or (surety >= most - _NEAR and doubt.surety >= STANDS_OUT)
    ]
    return _apart(_reasoned(doubt, differing) for doubt in chosen)


def _reasoned(doubt: Doubt, differing: Iterable[Doubt]) -> Doubt:
    reason = next((other for other in differing if _meet(doubt, other)), doubt)
    return doubt._replace(status=Status.CONTRADICTED, why=reason.why, sentence=reason.sentence)


def _doubted(missing: Sequence[Doubt], read: Sequence[Doubt]) -> Iterator[Doubt]:
    """Yield the words that no premise has, but for those that a network that read them finds supported."""
    for doubt in missing:
        sureties = [other.surety for other in read if _meet(doubt, other)]
        if not sureties or sum(sureties) >= STANDS_OUT:
            yield doubt


def _apart(doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
    """Return doubts in the order of the claim; of those that overlap the surest, of equals the longest."""
    chosen: list[Doubt] = []
    for doubt in sorted(doubts, key=lambda doubt: (-doubt.surety, doubt.start - doubt.end, doubt.start)):
        if not any(_meet(doubt, other) for other in chosen):
            chosen.append(doubt)
    return tuple(sorted(chosen, key=lambda doubt: doubt.start))


def _meet(one: Doubt, other: Doubt) -> bool:
    return one.start < other.end and other.start < one.end
