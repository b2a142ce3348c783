"""Claims that were judged, as text, page and record."""

import json

import msgspec
import pytest
from rich.console import Console

from explanans.formats.records import claims_record
from explanans.rendering import forms
from explanans.rendering.claim_text import ClaimsText
from explanans.rendering.pages import judged_page
from explanans.structures.facts import Document, Quote
from explanans.structures.verdicts import CheckedClaims, ClaimVerdict, Mark, NliScores, RankedClaim, Span, Status

TEXT = "The shop closes at six. <b>It</b> sells bread."
TEN = Mark("ten", 12, 15, "“ten” against “six”", 0)
CLOSES = Quote("The shop closes at six.", 0, 23, "shop.txt", 1)


def claim(text: str, judgement: NliScores, *marks: Mark, unsupported: tuple[Mark, ...] = ()) -> ClaimVerdict:
    return ClaimVerdict(
        claim=text,
        sentences=(Span(text, 0, len(text)),),
        arcs=(),
        unsupported=unsupported,
        score=None,
        minimum=None,
        status=judgement.status,
        support=judgement.supported,
        contradicted=marks,
        evidence=(CLOSES,),
        judgement=judgement,
    )


@pytest.fixture
def judged() -> tuple[RankedClaim, ...]:
    return (
        RankedClaim(1, claim("It shuts at six.", NliScores(0.913, 0.05, 0.037))),
        RankedClaim(
            2, claim("It shuts at ten.", NliScores(0.003, 0.99, 0.007), Mark("ten", 12, 15, "“ten” against “six”", 0))
        ),
        RankedClaim(
            3, claim("Ann owns it.", NliScores(0.2, 0.1, 0.7), unsupported=(Mark("Ann", 0, 3), Mark("owns", 4, 8)))
        ),
    )


def printed(claims: tuple[RankedClaim, ...], width: int = 80) -> str:
    console = Console(width=width, highlight=False, color_system=None)
    with console.capture() as capture:
        console.print(ClaimsText(claims, "judge:a"))
    return capture.get()


def test_a_line_a_claim_with_marks_reasons_and_evidence(judged: tuple[RankedClaim, ...]) -> None:
    assert printed(judged).splitlines() == [
        "1  supported  91%  It shuts at six.",
        "                   shop.txt:1  The shop closes at six.",
        "",
        "2  contradicted  1%  It shuts at ten.",
        "                                 ^^^",
        "                     “ten” against “six”",
        "                     shop.txt:1  The shop closes at six.",
        "",
        "3  unknown  20%  Ann owns it.",
        "                 ~~~ ~~~~",
        "                 shop.txt:1  The shop closes at six.",
        "",
        "3 claims · 1 supported · 1 contradicted · 1 unknown",
        "^^^ contradicted  ~~~ not found in the source",
        "%: how probable it is that the source supports the claim",
        "judge:a",
    ]
    assert all(len(line) <= 50 for line in printed(judged, 50).splitlines())


def test_a_page_shows_the_source_with_the_evidence_marked(judged: tuple[RankedClaim, ...]) -> None:
    page = forms.page(CheckedClaims(judged, "judge:a", (Document("shop.txt", TEXT),)))
    assert '<mark class="said" id="evidence-1">The shop closes at six.</mark><sup><a href="#claim-1">1</a>' in page
    assert "&lt;b&gt;It&lt;/b&gt; sells bread." in page
    assert "<b>It" not in page
    assert '<mark class="wrong" title="contradicted: “ten” against “six”">ten</mark>' in page
    assert '<mark class="absent" title="not found in the source">Ann</mark>' in page
    assert '<a href="#evidence-1">shop.txt:1</a>' in page


def test_a_page_without_documents_has_no_links_to_them(judged: tuple[RankedClaim, ...]) -> None:
    page = judged_page(judged[:1], "judge:a")
    assert "#evidence" not in page
    assert "shop.txt:1" in page


def test_of_a_very_long_document_what_is_far_from_evidence_is_left_out(judged: tuple[RankedClaim, ...]) -> None:
    page = judged_page(judged, "judge:a", (Document("shop.txt", TEXT + " far" * 40_000 + " end"),))
    assert len(page) < 40_000
    assert '<span class="gap">' in page


def test_a_record_has_the_keys_that_scripts_read(judged: tuple[RankedClaim, ...]) -> None:
    record = json.loads(msgspec.json.encode(claims_record(judged, "judge:a")))
    _, wrong, unknown = record["claims"]
    assert (wrong["status"], wrong["support"], wrong["arcs"]) == ("contradicted", 0.003, [])
    mark = {"text": "ten", "start": 12, "end": 15, "why": "“ten” against “six”", "evidence": 0}
    assert wrong["contradicted"] == [mark]
    assert wrong["evidence"] == [{"text": CLOSES.text, "start": 0, "end": 23, "source": "shop.txt", "line": 1}]
    assert [word["text"] for word in unknown["unsupported"]] == ["Ann", "owns"]
    assert record["claims"][0]["probabilities"] == {"supported": 0.913, "contradicted": 0.05, "unknown": 0.037}
    assert unknown["status"] == Status.UNKNOWN
