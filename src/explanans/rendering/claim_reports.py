"""Checked claims for continuous integration: JUnit's XML, and a summary in GitHub-flavoured Markdown."""

import io
import re
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from rich.console import Console

from explanans.rendering.claim_text import ClaimsText
from explanans.rendering.phrases import counted, percentage, summarize_labels
from explanans.structures.verdicts import CheckedClaims, ClaimVerdict, RankedClaim, Requirement, Status

_WIDTH = 100
_ICONS = {Status.SUPPORTED: "✅", Status.UNKNOWN: "❔", Status.CONTRADICTED: "❌"}
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONGEST_NAME = 120


def failed_claims(checked: CheckedClaims, required: Requirement) -> tuple[RankedClaim, ...]:
    """Return the claims that do not reach what is required.

    Args:
        checked: The claims.
        required: The threshold of each.
    """
    return tuple(item for item in checked.claims if not required.is_met(item.verdict.status, item.verdict.support))


def plain_text(claims: tuple[RankedClaim, ...], signature: str = "") -> str:
    """Return claims as a terminal without colours shows them: marks below their words, and the lines of the source.

    Args:
        claims: The claims.
        signature: The signature that reproduces their verdicts; left out if empty.
    """
    file = io.StringIO()
    Console(file=file, width=_WIDTH, color_system=None, force_terminal=False).print(ClaimsText(claims, signature))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()).strip("\n")


def junit(checked: CheckedClaims, required: Requirement) -> str:
    """Return claims as JUnit's XML: a test case a claim, a failure for each that does not reach what is required.

    Args:
        checked: The claims.
        required: The threshold of each.
    """
    failed = {place for place, _ in failed_claims(checked, required)}
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<testsuites tests="{len(checked.claims)}" failures="{len(failed)}">',
        f'<testsuite name="explanans check" tests="{len(checked.claims)}" failures="{len(failed)}" errors="0">',
    ]
    for item in checked.claims:
        place, verdict = item
        name = f"{checked.name(place)}: {verdict.claim}"[:_LONGEST_NAME]
        lines.append(f"<testcase classname={_attribute(_group(checked, place))} name={_attribute(name)}>")
        if place in failed:
            message = f"{verdict.status}, support {verdict.support:.0%}"
            shown = escape(_NOT_XML.sub("", plain_text((item,))))
            lines.append(f"<failure type={_attribute(verdict.status)} message={_attribute(message)}>{shown}</failure>")
        lines.append("</testcase>")
    return "\n".join([*lines, "</testsuite>", "</testsuites>", ""])


def _group(checked: CheckedClaims, place: int) -> str:
    """Return the record of a claim, for which its id stands without the number of the claim."""
    return re.sub(r"\.\d+$", "", checked.ids[place - 1]) if checked.ids else "claims"


def _attribute(text: str) -> str:
    return quoteattr(_NOT_XML.sub("", text))


def markdown_summary(checked: CheckedClaims, required: Requirement) -> str:
    """Return claims as GitHub-flavoured Markdown: a sentence, and a table with those that fail first.

    Args:
        checked: The claims.
        required: The threshold of each.
    """
    failed = {place for place, _ in failed_claims(checked, required)}
    said = f"{len(failed)} of {counted(len(checked.claims), 'claim')} fail" + "s" * (len(failed) == 1)
    lines = [f"### {'❌' if failed else '✅'} {said}", "", f"Failing: {required}.", ""]
    lines += [f"{summarize_labels(checked.labels)}".capitalize() + ".", ""] if checked.labels else []
    lines += ["| | claim | status | support | because |", "| :--- | :--- | :--- | ---: | :--- |"]
    for place, verdict in sorted(checked.claims, key=lambda item: (item.place not in failed, item.place)):
        cells = (
            checked.name(place),
            _marked(verdict),
            f"{_ICONS[verdict.status]} {verdict.status}",
            percentage(verdict.support).strip(),
            "<br>".join(_because(verdict)),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def _marked(verdict: ClaimVerdict) -> str:
    """Return a claim with the words at fault in bold."""
    text, end, parts = verdict.claim, 0, []
    for mark in sorted((*verdict.contradicted, *verdict.unsupported), key=lambda mark: (mark.start, mark.end)):
        if mark.start >= end:
            parts += [_cell(text[end : mark.start]), f"**{_cell(text[mark.start : mark.end])}**"]
            end = mark.end
    return "".join([*parts, _cell(text[end:])])


def _because(verdict: ClaimVerdict) -> Iterator[str]:
    reasons = dict.fromkeys(mark.why for mark in (*verdict.contradicted, *verdict.unsupported) if mark.why)
    yield from map(_cell, reasons)
    for quote in verdict.evidence:
        yield f"{_cell(quote.place)}: {_cell(quote.text)}"


def _cell(text: str) -> str:
    return re.sub(r"([\\`*_\[\]|~])", r"\\\1", escape(re.sub(r"\s+", " ", text)))
