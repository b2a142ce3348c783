"""Marked words of a claim: words that its source contradicts, and words that it lacks."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from explanans.entailment.claims.span_findings import STANDS_OUT, Doubt, Locator, missing_words
from explanans.structures.verdicts import Status

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
    """Return no doubts.

    Args:
        premises: Any premises.
        claim: Any claim.
    """
    return ()


class Marker:
    """Chooses what to mark of a sentence of a claim.

    Args:
        exact: Finds differences between parses and gives reasons; what it finds goes before all else.
        read: Doubts words by a network.
        arcs: Doubts words by their arcs; asked where no word stands out.
    """

    def __init__(self, exact: Locator = nothing, read: Locator = nothing, arcs: Locator = nothing) -> None:
        self._exact = exact
        self._read = read
        self._arcs = arcs

    def mark(self, status: Status, premises: Sequence[str], claim: str) -> MarkedSpans:
        """Return the words to mark: none of a supported claim, at least one of a contradicted one.

        Args:
            status: The status of the claim, given the premises.
            premises: The premises.
            claim: The claim, one sentence.
        """
        if status is Status.SUPPORTED:
            return MarkedSpans()
        exact = list(self._exact(premises, claim))
        read = list(self._read(premises, claim))
        missing = list(missing_words(premises, claim))
        differing = _apart(doubt for doubt in exact if doubt.status is Status.CONTRADICTED)
        conflicts = tuple(doubt for doubt in differing if doubt.surety >= STANDS_OUT)
        absent = [doubt for doubt in exact if doubt.status is Status.UNKNOWN]
        lacking = _apart((*absent, *_doubted(missing, read)))
        if status is Status.UNKNOWN:
            return MarkedSpans((), _apart((*conflicts, *lacking)) or _apart(self._arcs(premises, claim)))
        if not conflicts:
            conflicts = _guess(read, missing or list(self._arcs(premises, claim)), differing)
        return MarkedSpans(
            conflicts, tuple(doubt for doubt in lacking if not any(_meet(doubt, one) for one in conflicts))
        )


def _guess(read: Sequence[Doubt], missing: Sequence[Doubt], differing: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """Return the words that are most likely to be what is contradicted.

    Args:
        read: Doubts of a network.
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
