"""Checked claims for a terminal, or as plain text where its output goes elsewhere."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text

from explanans.render.terminal import HEADING, QUIET, UNSUPPORTED, Terminal, grid
from explanans.render.wording import (
    arc_words,
    by_evidence,
    format_score,
    summarize_claim,
    summarize_claims,
    unsupported_arcs,
)
from explanans.verdict import ArcVerdict, ClaimVerdict, RankedClaim

_INDENT = 2


@dataclass(frozen=True)
class ClaimsText:
    """Checked claims that a rich console can print.

    On a terminal with colours, words without support are underlined and coloured. Elsewhere they have carets below, and
    nothing but text is written.

    Args:
        claims: The claims, in the order in which to show them.
        signature: What reproduces their verdicts.

    Example:
        >>> from explanans.verdict import Span
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

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the claims from top to bottom."""
        writer = _Writer(console, options)
        yield from writer.show(writer.parts(self.claims, self.signature))


class _Writer(Terminal):
    """Writes claims."""

    def parts(self, claims: Sequence[RankedClaim], signature: str) -> Iterator[RenderableType]:
        for place, verdict in claims:
            if len(claims) > 1:
                yield Text(f"Claim {place}", HEADING)
            yield from self.claim(verdict)
            yield Text()
        if len(claims) > 1:
            yield self.text(summarize_claims(claims))
        yield self.text(signature, QUIET)

    def claim(self, verdict: ClaimVerdict) -> Iterator[RenderableType]:
        yield from self.marked(verdict)
        yield self.text(summarize_claim(verdict), QUIET)
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

    def marked(self, verdict: ClaimVerdict) -> Iterator[Text]:
        """Yield the lines of a claim, and below those with unsupported words carets where there are no colours."""
        # The words keep their places, so each character that cannot be expressed becomes one other.
        claim = Text(
            verdict.claim.encode(self.options.encoding, "replace").decode(self.options.encoding),
            "bold",
        )
        for word in verdict.unsupported:
            claim.stylize(UNSUPPORTED, word.start, word.end)
        for line in claim.wrap(self.console, self.options.max_width):
            yield line
            if line.spans and not self.coloured:
                yield Text(_carets(line))

    def arcs(self, arcs: Sequence[ArcVerdict]) -> Padding:
        table = grid("left")
        for arc in arcs:
            table.add_row(Text(format_score(arc.score), QUIET), self.text(arc_words(arc)))
        return Padding(table, (0, 0, 0, _INDENT))


def _carets(line: Text) -> str:
    """Return what marks the styled stretches of a line from below, however wide its characters are."""
    marked = {place for span in line.spans for place in range(span.start, span.end)}
    below = ("^" if place in marked else " " for place in range(len(line)))
    return "".join(mark * cell_len(character) for mark, character in zip(below, line.plain, strict=True)).rstrip()
