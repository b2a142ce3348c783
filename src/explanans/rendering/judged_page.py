"""Self-contained HTML pages of judged claims next to their source."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from explanans.rendering.arc_svg import arc_style
from explanans.rendering.claim_page import arc_by_arc
from explanans.rendering.page import page, tidied
from explanans.rendering.phrases import percentage, summarize_claims
from explanans.rendering.svg import resource
from explanans.structures.documents import Document, Quote
from explanans.structures.verdicts import ClaimVerdict, Mark, RankedClaim

_WHOLE = 60_000  # longest document, in characters, that is shown whole; a longer one is cut around its evidence
_AROUND = 700

Places = dict[Quote, list[int]]
"""Numbers of the claims that each quote is evidence for."""


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
    title = claims[0].verdict.claim if len(claims) == 1 else summarize_claims(claims)
    places: Places = {}
    for place, verdict in claims:
        for quote in verdict.evidence:
            places.setdefault(quote, []).append(place)
    names = {quote: f"evidence-{number}" for number, quote in enumerate(places, 1)}
    body = (
        f'<header><p class="eyebrow">Claim check</p><h1>{escape(summarize_claims(claims))}</h1>',
        f"{_legend(claims)}</header>",
        '<main class="beside">',
        '<section aria-label="Claims"><ol class="claims">',
        *(part for claim in claims for part in _claim(claim, names if documents else {})),
        "</ol></section>",
        *_source(documents, places, names),
        "</main>",
        f"<footer>Made by Explanans. Signature: <code>{tidied(signature)}</code></footer>",
    )
    style = resource("page.css", "claim_page.css", "judged_page.css") + arc_style()
    return page(f"{title}: claim check", style, body)


def _legend(claims: Sequence[RankedClaim]) -> str:
    items = ['<mark class="said">sentence</mark> evidence in the source']
    if any(claim.verdict.contradicted for claim in claims):
        items.append('<mark class="wrong">word</mark> contradicted')
    if any(claim.verdict.unsupported for claim in claims):
        items.append('<mark class="absent">word</mark> not found in the source')
    items.append("support: how probable it is that the source supports the claim")
    return f'<p class="legend">{"".join(f"<span>{item}</span>" for item in items)}</p>'


def _claim(claim: RankedClaim, names: dict[Quote, str]) -> Iterator[str]:
    place, verdict = claim
    yield f'<li class="judged says-{verdict.status}" id="claim-{place}" value="{place}">'
    yield f'<p class="status"><b>{verdict.status}</b> <span>· support {percentage(verdict.support)}</span></p>'
    yield f'<p class="checked">{_marked(verdict)}</p>'
    reasons = dict.fromkeys(mark.why for mark in (*verdict.contradicted, *verdict.unsupported) if mark.why)
    if reasons:
        yield f'<p class="why">{tidied("; ".join(reasons))}</p>'
    for quote in verdict.evidence:
        name = names.get(quote)
        where = f'<a href="#{name}">{tidied(quote.place)}</a>' if name else tidied(quote.place)
        yield f"<blockquote>{tidied(quote.text)} <cite>{where}</cite></blockquote>"
    if verdict.arcs:
        yield "<details><summary>Arc by arc</summary>"
        yield from arc_by_arc(verdict)
        yield "</details>"
    yield "</li>"


def _marked(verdict: ClaimVerdict) -> str:
    """Return a claim with its marks, which do not overlap."""
    kinds = [(mark, "wrong", "contradicted") for mark in verdict.contradicted]
    kinds += [(mark, "absent", "not found in the source") for mark in verdict.unsupported]
    found, end = [], 0
    for mark, kind, meaning in sorted(kinds, key=lambda item: item[0].start):
        if mark.start < end:
            continue
        why = _why(mark, meaning)
        found.append(escape(verdict.claim[end : mark.start]))
        found.append(f'<mark class="{kind}" title="{why}">{escape(verdict.claim[mark.start : mark.end])}</mark>')
        end = mark.end
    return "".join(found) + escape(verdict.claim[end:])


def _why(mark: Mark, meaning: str) -> str:
    return tidied(f"{meaning}: {mark.why}" if mark.why else meaning)


def _source(documents: Sequence[Document], places: Places, names: dict[Quote, str]) -> Iterator[str]:
    if not documents:
        return
    yield '<section class="source" aria-label="Source" tabindex="0">'
    for document in documents:
        yield f"<h2>{tidied(document.name)}</h2>"
        quotes = sorted((quote for quote in places if quote.source == document.name), key=lambda quote: quote.start)
        yield f'<div class="text">{"".join(_text(document.text, quotes, places, names))}</div>'
    yield "</section>"


def _text(text: str, quotes: Iterable[Quote], places: Places, names: dict[Quote, str]) -> Iterator[str]:
    """Yield a document with its evidence marked; passages far from evidence are cut if it is long."""
    is_long = len(text) > _WHOLE
    end = 0
    for quote in quotes:
        yield _between(text, end, quote.start, is_long=is_long)
        links = ", ".join(f'<a href="#claim-{place}">{place}</a>' for place in places[quote])
        said = escape(text[quote.start : quote.end])
        yield f'<mark class="said" id="{names[quote]}">{said}</mark><sup>{links}</sup>'
        end = quote.end
    yield _between(text, end, len(text), is_long=is_long)


def _between(text: str, start: int, end: int, *, is_long: bool) -> str:
    if not is_long or end - start <= 2 * _AROUND:
        return escape(text[start:end])
    before = escape(text[start : start + _AROUND]) if start else ""
    after = escape(text[end - _AROUND : end]) if end < len(text) else ""
    return f'{before}<span class="gap"> … </span>{after}'
