"""HTML pages of checked claims: arc by arc, or judged next to their source."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from explanans.rendering.arc_drawing import inline_arcs
from explanans.rendering.markup import page
from explanans.rendering.phrases import summarize_claims
from explanans.structures.documents import Document, Quote
from explanans.structures.verdicts import ClaimVerdict, RankedClaim

_WHOLE = 60_000  # longest document, in characters, that is shown whole; a longer one is cut around its evidence
_AROUND = 700


@dataclass(frozen=True, slots=True)
class _Arcs:
    """A verdict, and the drawings of its sentences with their labels."""

    verdict: ClaimVerdict
    drawings: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class _Judged:
    """A judged claim with its text in runs (text, class, why), its reasons and its arcs."""

    ranked: RankedClaim
    runs: list[tuple[str, str, str]]
    reasons: str
    arcs: _Arcs


def claims_page(claims: Sequence[RankedClaim], signature: str) -> str:
    """Return checked claims as an HTML page, each with its dependency arcs and their support.

    Args:
        claims: At least one claim, in display order.
        signature: Settings that reproduce the verdicts.

    Example:
        >>> claims_page([RankedClaim(1, ClaimVerdict("Yes.", (), (), (), None, None))], "v1").splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    drawn = [_arcs(claim.verdict) for claim in claims]
    return page("claims", title=_title(claims), claims=claims, drawn=drawn, signature=signature)


def judged_page(claims: Sequence[RankedClaim], signature: str, documents: Sequence[Document] = ()) -> str:
    """Return judged claims as an HTML page: each with its marks and evidence, next to the source.

    Args:
        claims: At least one claim, in display order.
        signature: Settings that reproduce the verdicts.
        documents: The source, shown with the evidence marked.

    Example:
        >>> judged_page([RankedClaim(1, ClaimVerdict("Yes.", (), (), (), None, None))], "v1").splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    places: dict[Quote, list[int]] = {}
    for place, verdict in claims:
        for quote in verdict.evidence:
            places.setdefault(quote, []).append(place)
    return page(
        "judged",
        title=_title(claims),
        summary=summarize_claims(claims),
        claims=[_judged(claim) for claim in claims],
        has_contradicted=any(claim.verdict.contradicted for claim in claims),
        has_unsupported=any(claim.verdict.unsupported for claim in claims),
        places=places,
        names={quote: f"evidence-{number}" for number, quote in enumerate(places, 1)} if documents else {},
        documents=[(document.name, list(_passages(document, places))) for document in documents],
        signature=signature,
    )


def _title(claims: Sequence[RankedClaim]) -> str:
    return f"{claims[0].verdict.claim if len(claims) == 1 else summarize_claims(claims)}: claim check"


def _arcs(verdict: ClaimVerdict) -> _Arcs:
    drawings = []
    for sentence in verdict.sentences:
        arcs = [arc for arc in verdict.arcs if sentence.start <= arc.child.start < sentence.end]
        if arcs:
            doubtful = sum(not arc.supported for arc in arcs)
            label = f"The arcs of “{sentence.text}”, {doubtful} of them not supported; they are listed below"
            drawings.append((label, inline_arcs(verdict, sentence, label)))
    return _Arcs(verdict, drawings)


def _judged(claim: RankedClaim) -> _Judged:
    verdict = claim.verdict
    reasons = dict.fromkeys(mark.why for mark in (*verdict.contradicted, *verdict.unsupported) if mark.why)
    return _Judged(claim, list(_runs(verdict)), "; ".join(reasons), _arcs(verdict))


def _runs(verdict: ClaimVerdict) -> Iterator[tuple[str, str, str]]:
    """Yield the stretches of a claim, each with the class and the meaning of its mark, empty for none."""
    marks = [(mark, "wrong", "contradicted") for mark in verdict.contradicted]
    marks += [(mark, "absent", "not found in the source") for mark in verdict.unsupported]
    end = 0
    for mark, kind, meaning in sorted(marks, key=lambda item: item[0].start):
        if mark.start >= end:
            yield verdict.claim[end : mark.start], "", ""
            yield verdict.claim[mark.start : mark.end], kind, f"{meaning}: {mark.why}" if mark.why else meaning
            end = mark.end
    yield verdict.claim[end:], "", ""


def _passages(document: Document, quotes: Iterable[Quote]) -> Iterator[tuple[str | None, Quote | None]]:
    """Yield a document in stretches, each with its quote if it is evidence; None stands for what is left out.

    Passages far from evidence are left out of a long document.
    """
    text, end = document.text, 0
    for quote in sorted((quote for quote in quotes if quote.source == document.name), key=lambda quote: quote.start):
        yield from _between(text, end, quote.start)
        yield text[quote.start : quote.end], quote
        end = quote.end
    yield from _between(text, end, len(text))


def _between(text: str, start: int, end: int) -> Iterator[tuple[str | None, None]]:
    if len(text) <= _WHOLE or end - start <= 2 * _AROUND:
        yield text[start:end], None
        return
    yield text[start : start + _AROUND] if start else "", None
    yield None, None
    yield text[end - _AROUND : end] if end < len(text) else "", None
