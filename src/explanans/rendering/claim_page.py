"""Self-contained HTML pages of checked claims."""

from collections.abc import Iterator, Sequence
from html import escape

from explanans.rendering.arc_svg import arc_style, inline_arcs
from explanans.rendering.page import page, tidied
from explanans.rendering.phrases import (
    arc_words,
    by_evidence,
    format_score,
    summarize_claim,
    summarize_claims,
    unsupported_arcs,
)
from explanans.rendering.svg import resource
from explanans.rendering.typesetting import Stretch, split_runs
from explanans.structures.verdicts import ArcVerdict, ClaimVerdict, RankedClaim, Span


def claims_page(claims: Sequence[RankedClaim], signature: str) -> str:
    """Return checked claims as an HTML page, each with its dependency arcs and their support.

    Args:
        claims: At least one claim, in display order.
        signature: Settings that reproduce the verdicts.

    Example:
        >>> claims_page([RankedClaim(1, ClaimVerdict("Yes.", (), (), (), None, None))], "v1").splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    title = claims[0].verdict.claim if len(claims) == 1 else summarize_claims(claims)
    body = (*_header(claims), "<main>", *_sections(claims), "</main>")
    footer = f"<footer>Made by Explanans. Signature: <code>{tidied(signature)}</code></footer>"
    style = resource("page.css", "claim_page.css") + arc_style()
    return page(f"{title}: claim check", style, (*body, footer))


def _header(claims: Sequence[RankedClaim]) -> Iterator[str]:
    yield '<header><p class="eyebrow">Claim check</p>'
    if len(claims) == 1:
        yield f'<h1 class="quoted">{_marked(claims[0].verdict)}</h1>'
        yield f'<p class="summary">{escape(summarize_claim(claims[0].verdict))}</p></header>'
        return
    yield f"<h1>{escape(summarize_claims(claims))}</h1>"
    yield '<table><thead><tr><th scope="col">#</th><th scope="col">Claim</th><th scope="col">Score</th></tr></thead>'
    yield "<tbody>"
    for place, verdict in claims:
        score = "–" if verdict.score is None else format_score(verdict.score)
        link = f'<a href="#claim-{place}">{place}</a>'
        yield f'<tr><td class="rank">{link}</td><td>{_marked(verdict)}</td><td>{score}</td></tr>'
    yield "</tbody></table></header>"


def _sections(claims: Sequence[RankedClaim]) -> Iterator[str]:
    for place, verdict in claims:
        name = f"claim-{place}"
        yield f'<section aria-labelledby="{name}">'
        if len(claims) == 1:
            yield f'<h2 id="{name}">Arc by arc</h2>'
        else:
            yield f'<h2 id="{name}">Claim {place}</h2>'
            yield f'<p class="checked">{_marked(verdict)}</p><p class="support">{escape(summarize_claim(verdict))}</p>'
        yield from arc_by_arc(verdict)
        yield "</section>"


def arc_by_arc(verdict: ClaimVerdict) -> Iterator[str]:
    """Yield the arcs of a claim: drawn above its words, and listed with what supports them.

    Args:
        verdict: The verdict on the claim.
    """
    yield from _drawings(verdict)
    yield from _findings(verdict)


def _drawings(verdict: ClaimVerdict) -> Iterator[str]:
    drawn = [sentence for sentence in verdict.sentences if _arcs_of(verdict, sentence)]
    if not drawn:
        return
    yield "<figure>"
    for sentence in drawn:
        doubtful = sum(not arc.supported for arc in _arcs_of(verdict, sentence))
        label = f"The arcs of “{sentence.text}”, {doubtful} of them not supported; they are listed below"
        yield f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(label)}">'
        yield f"{inline_arcs(verdict, sentence, label)}</div>"
    yield '<figcaption><span><span class="swatch solid"></span>supported arc, from head to child</span>'
    yield '<span><span class="swatch dashed"></span>✗ unsupported arc</span>'
    if verdict.unsupported:
        yield "<span><mark>word</mark> none of whose arcs is supported</span>"
    yield "</figcaption></figure>"


def _arcs_of(verdict: ClaimVerdict, sentence: Span) -> list[ArcVerdict]:
    return [arc for arc in verdict.arcs if sentence.start <= arc.child.start < sentence.end]


def _findings(verdict: ClaimVerdict) -> Iterator[str]:
    doubtful = unsupported_arcs(verdict)
    if doubtful:
        yield "<h3>Not supported</h3>"
        yield f'<ul class="arcs">{"".join(map(_doubt, doubtful))}</ul>'
    supporting = by_evidence(verdict.arcs)
    if supporting:
        yield "<h3>Supported, with the sentence of the source that says it best</h3>"
        yield '<ul class="arcs">'
        for evidence, arcs in supporting.items():
            items = "".join(f"<li>{_arc(arc)}</li>" for arc in arcs)
            number = f'<span class="number">{evidence.number}</span>'
            yield f"<li><p>{number}{tidied(evidence.text)}</p><ul>{items}</ul></li>"
        yield "</ul>"


def _doubt(arc: ArcVerdict) -> str:
    return f'<li><span class="cross">✗</span> {_arc(arc)}</li>'


def _arc(arc: ArcVerdict) -> str:
    return f'{escape(arc_words(arc))} <span class="figure">{format_score(arc.score)}</span>'


def _marked(verdict: ClaimVerdict) -> str:
    runs = split_runs(verdict.claim, (Stretch(word.start, word.end) for word in verdict.unsupported))
    return "".join(f"<mark>{escape(run.text)}</mark>" if run.marked else escape(run.text) for run in runs)
