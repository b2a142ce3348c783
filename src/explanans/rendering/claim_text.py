"""Checked claims as text: for a terminal, as JUnit's XML, and as a summary in GitHub-flavoured Markdown."""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from xml.sax.saxutils import escape, quoteattr

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text

from explanans.rendering.phrases import (
    arc_words,
    by_evidence,
    counted,
    format_score,
    percentage,
    summarize_claim,
    summarize_claims,
    summarize_labels,
    summarize_set_aside,
    unsupported_arcs,
)
from explanans.rendering.terminal import CONTRADICTED, HEADING, QUIET, UNSUPPORTED, Terminal, grid
from explanans.structures.facts import SetAside
from explanans.structures.presentable import SIGNED
from explanans.structures.verdicts import (
    ArcVerdict,
    CheckedClaims,
    ClaimVerdict,
    LabelAgreement,
    Mark,
    RankedClaim,
    Requirement,
    Status,
)

_INDENT = 2
_JUDGED = 26  # the columns before a claim that was judged
_CONTRADICTED, _NOT_FOUND = "^", "~"
_MARKS: tuple[tuple[str, str, Callable[[ClaimVerdict], tuple[Mark, ...]]], ...] = (
    (CONTRADICTED, _CONTRADICTED, attrgetter("contradicted")),
    (UNSUPPORTED, _NOT_FOUND, attrgetter("unsupported")),
)
"""The style of each kind of mark, the sign below it if there are no colours, and where a verdict has them."""
_WIDTH = 100
_ICONS = {Status.SUPPORTED: "✅", Status.UNKNOWN: "❔", Status.CONTRADICTED: "❌"}
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONGEST_NAME = 120
STATUS_STYLES = {Status.SUPPORTED: "green", Status.CONTRADICTED: "bold red", Status.UNKNOWN: "yellow"}


@dataclass(frozen=True)
class ClaimsText:
    """Checked claims that a rich console can print.

    On a terminal with colours, words without support are underlined and coloured. Elsewhere they have carets below, and
    nothing but text is written.

    Args:
        labels: How far the verdicts agree with labels; None if there are none.

    Example:
        >>> from explanans.structures.verdicts import Mark, Span
        >>> frog, green = Span("frog", 2, 6), Span("green", 10, 15)
        >>> arc = ArcVerdict(green, frog, "nsubj", 0.25, supported=False)
        >>> verdict = ClaimVerdict("A frog is green.", (Span("A frog is green.", 0, 16),), (arc,), (green,), 0.25, 0.25)
        >>> Console(width=60).print(ClaimsText([RankedClaim(1, verdict)], "v1"))
        A frog is green.
                  ^^^^^
        0 of 1 arc supported · score 0.250 · least 0.250
        Not supported
          0.250  green → frog (nsubj)
        <BLANKLINE>
        v1
    """

    claims: Sequence[RankedClaim]
    signature: str
    set_aside: Sequence[SetAside] = ()
    labels: LabelAgreement | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the claims from top to bottom."""
        writer = _Writer(console, options)
        yield from writer.show(writer.parts(self.claims, "" if self.labels else self.signature, self.set_aside))
        if self.labels:
            yield from writer.show(writer.labelled(self.labels, self.signature))


class _Writer(Terminal):
    """Writes claims."""

    def parts(
        self, claims: Sequence[RankedClaim], signature: str, set_aside: Sequence[SetAside]
    ) -> Iterator[RenderableType]:
        if any(claim.verdict.judgement for claim in claims):
            yield from self.judged(claims)
            if set_aside:
                yield self.text(summarize_set_aside(set_aside), QUIET)
            if signature and SIGNED.get():
                yield self.text(signature, QUIET)
            return
        for place, verdict in claims:
            if len(claims) > 1:
                yield Text(f"Claim {place}", HEADING)
            yield from self.claim(verdict)
            yield Text()
        if len(claims) > 1:
            yield self.text(summarize_claims(claims))
        if signature and SIGNED.get():
            yield self.text(signature, QUIET)

    def labelled(self, labels: LabelAgreement, signature: str) -> Iterator[RenderableType]:
        """Yield how far the verdicts agree with labels, and the signature."""
        yield self.text(summarize_labels(labels))
        if signature and SIGNED.get():
            yield self.text(signature, QUIET)

    def judged(self, claims: Sequence[RankedClaim]) -> Iterator[RenderableType]:
        """Yield judged claims: the status and the support of each, its marks, and its evidence."""
        for place, verdict in claims:
            number = [Text(str(place), QUIET)] if len(claims) > 1 else []
            table = grid(*(("right", "left", "right") if number else ("left", "right")))
            status = Text(verdict.status, STATUS_STYLES[verdict.status])
            width = max(20, self.options.max_width - _JUDGED - len(str(place)))
            below = [*self.marked(verdict, width), *self.reasons(verdict), *self.quotes(verdict)]
            table.add_row(*number, status, percentage(verdict.support), Group(*below))
            yield table
            if verdict.arcs:
                yield self.text(summarize_claim(verdict), QUIET)
                yield from self.arc_by_arc(verdict)
            yield Text()
        if len(claims) > 1:
            yield self.text(summarize_claims(claims))
        yield from self.legend(claims)

    def reasons(self, verdict: ClaimVerdict) -> Iterator[Text]:
        reasons = dict.fromkeys(mark.why for mark in (*verdict.contradicted, *verdict.unsupported) if mark.why)
        if reasons:
            yield self.text("; ".join(reasons), QUIET)

    def quotes(self, verdict: ClaimVerdict) -> Iterator[Text]:
        for quote in verdict.evidence:
            yield Text.assemble(self.text(quote.place, QUIET), "  ", self.text(quote.text))

    def legend(self, claims: Sequence[RankedClaim]) -> Iterator[Text]:
        """Yield the legend of the marks, if there are any."""
        signs = []
        for style, caret, marks in _MARKS:
            if any(marks(claim.verdict) for claim in claims):
                word = "contradicted" if caret == _CONTRADICTED else "not found in the source"
                signs.append(Text(word, style) if self.coloured else Text(f"{caret * 3} {word}"))
        if signs:
            yield Text("  ").join(signs)
        yield self.text("%: how probable it is that the source supports the claim", QUIET)

    def claim(self, verdict: ClaimVerdict) -> Iterator[RenderableType]:
        yield from self.marked(verdict, self.options.max_width)
        yield self.text(summarize_claim(verdict), QUIET)
        yield from self.arc_by_arc(verdict)

    def arc_by_arc(self, verdict: ClaimVerdict) -> Iterator[RenderableType]:
        doubtful = unsupported_arcs(verdict)
        if doubtful:
            yield Text("Not supported", "yellow")
            yield self.arcs(doubtful)
        supporting = by_evidence(verdict.arcs)
        if supporting:
            yield Text("Supported, with the sentence of the source that says it best")
        for evidence, arcs in supporting.items():
            table = grid("left")
            table.add_row(Text(str(evidence.number), QUIET), Group(self.text(evidence.text), self.arcs(arcs)))
            yield Padding(table, (0, 0, 0, _INDENT))

    def marked(self, verdict: ClaimVerdict, width: int) -> Iterator[Text]:
        """Yield the lines of a claim, and signs below those with marks if there are no colours."""
        # The words keep their places, so each character that cannot be expressed becomes one other.
        claim = Text(verdict.claim.encode(self.options.encoding, "replace").decode(self.options.encoding), "bold")
        for style, _, marks in _MARKS:
            for mark in marks(verdict):
                claim.stylize(style, mark.start, mark.end)
        for line in claim.wrap(self.console, width):
            yield line
            if line.spans and not self.coloured:
                yield Text(_signs(line, "^" if verdict.judgement is None else ""))

    def arcs(self, arcs: Sequence[ArcVerdict]) -> Padding:
        table = grid("left")
        for arc in arcs:
            table.add_row(Text(format_score(arc.score), QUIET), self.text(arc_words(arc)))
        return Padding(table, (0, 0, 0, _INDENT))


def _signs(line: Text, only: str = "") -> str:
    """Return the line of signs below the styled stretches of a line; wide characters count by their cells."""
    signs = {style: only or caret for style, caret, _ in _MARKS}
    marked = {place: signs[str(span.style)] for span in line.spans for place in range(span.start, span.end)}
    below = (marked.get(place, " ") for place in range(len(line)))
    return "".join(mark * cell_len(character) for mark, character in zip(below, line.plain, strict=True)).rstrip()


def failed_claims(checked: CheckedClaims, required: Requirement) -> tuple[RankedClaim, ...]:
    """Return the claims that do not reach what is required."""
    return tuple(item for item in checked.claims if not required.is_met(item.verdict.status, item.verdict.support))


def plain_text(claims: tuple[RankedClaim, ...], signature: str = "") -> str:
    """Return claims as a terminal without colours shows them: marks below their words, and the lines of the source.

    Args:
        signature: The signature that reproduces their verdicts; left out if empty.
    """
    file = io.StringIO()
    Console(file=file, width=_WIDTH, color_system=None, force_terminal=False).print(ClaimsText(claims, signature))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()).strip("\n")


def junit(checked: CheckedClaims, required: Requirement) -> str:
    """Return claims as JUnit's XML: a test case a claim, a failure for each that does not reach what is required."""
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
    """Return claims as GitHub-flavoured Markdown: a sentence, and a table with those that fail first."""
    failed = {place for place, _ in failed_claims(checked, required)}
    said = f"{len(failed)} of {counted(len(checked.claims), 'claim')} fail" + "s" * (len(failed) == 1)
    lines = [f"### {'❌' if failed else '✅'} {said}", "", f"Failing: {required}.", ""]
    lines += [f"{summarize_labels(checked.labels)}".capitalize() + ".", ""] if checked.labels else []
    lines += ["| | claim | status | support | because |", "| :--- | :--- | :--- | ---: | :--- |"]
    for place, verdict in sorted(checked.claims, key=lambda item: (item.place not in failed, item.place)):
        cells = (
            _cell(checked.name(place)),
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
