"""Checked claims as text, page and record."""

import json

import msgspec
from rich.console import Console

from explanans.formats.records import claims_record
from explanans.rendering.claim_text import ClaimsText
from explanans.rendering.pages import claims_page
from explanans.structures.verdicts import ClaimVerdict, Mark, RankedClaim, Span


def printed(claims: tuple[RankedClaim, ...], width: int, **options: bool) -> str:
    console = Console(width=width, highlight=False, color_system="truecolor" if options else None, **options)  # type: ignore[arg-type]
    with console.capture() as capture:
        console.print(ClaimsText(claims, "scorer:a|parser:b"))
    return capture.get()


def test_carets_stand_under_the_words_of_wrapped_lines(claims: tuple[RankedClaim, ...]) -> None:
    lines = printed(claims, 30).splitlines()
    assert lines[:5] == [
        "Claim 2",
        "The Moon of our planet orbits",
        "Mars every twenty-seven days.",
        "^^^^ ^^^^^",
        "5 of 7 arcs supported · score",
    ]
    assert all(len(line) <= 30 for line in lines)
    assert all(line == line.rstrip() for line in lines)
    assert "  0.020  orbits → Mars (obj)" in lines
    assert lines.index("  0.020  orbits → Mars (obj)") < lines.index("  0.400  days. → every (det)")


def test_a_terminal_gets_underlines_and_no_carets(claims: tuple[RankedClaim, ...]) -> None:
    shown = printed(claims, 80, force_terminal=True)
    assert "\x1b[1;4;33mMars\x1b[0m" in shown
    assert "^" not in shown
    assert "^" in printed(claims, 80, force_terminal=True, no_color=True)


def test_wide_characters_have_wide_carets() -> None:
    claim = "热的 iron"
    verdict = ClaimVerdict(claim, (Span(claim, 0, 7),), (), (Mark("热的", 0, 2),), None, None)
    assert printed((RankedClaim(1, verdict),), 80).splitlines()[1] == "^^^^"


def test_hostile_text_stays_text(hostile_claim: tuple[RankedClaim, ...]) -> None:
    shown = printed(hostile_claim, 80)
    assert "\x1b" not in shown
    page = claims_page(hostile_claim, "<i>")
    assert "<script" not in page
    assert "<i>" not in page
    assert "\x1b" not in page
    assert page.count("&lt;script&gt;") > 3


def test_a_page_draws_each_sentence_and_tells_support_by_more_than_colour(claims: tuple[RankedClaim, ...]) -> None:
    page = claims_page(claims, "v1")
    assert page.count("<svg") == 1
    assert page.count('class="join arc doubted"') == 2
    assert page.count('class="join arc held"') == 5
    assert "✗ obj 0.02" in page
    assert "stroke-dasharray" in page
    assert "<title>orbits → Mars (obj), score 0.020, not supported</title>" in page
    assert "orbits → Moon (nsubj), score 0.970, supported by sentence 2: The Moon of our planet" in page
    assert page.index('id="claim-2"') < page.index('id="claim-1"')
    assert "nothing to check" in page


def test_a_record_is_json_with_rounded_scores(claims: tuple[RankedClaim, ...]) -> None:
    record = json.loads(msgspec.json.encode(claims_record(claims, "v1")))
    assert [claim["place"] for claim in record["claims"]] == [2, 1]
    assert record["claims"][0]["score"] == round(4.5 / 7, 6)
    assert record["claims"][1]["score"] is None
    assert record["claims"][0]["arcs"][3]["evidence"] is None
    assert record["claims"][0]["arcs"][4]["evidence"]["sentence"] == 2
