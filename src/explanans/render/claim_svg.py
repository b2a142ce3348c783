"""The arcs of a checked sentence drawn above its words, in SVG, for a page."""

from collections.abc import Iterator
from importlib.resources import files
from xml.sax.saxutils import escape, quoteattr

from explanans.render.arc_layout import CORNER, WORD_SIZE, ArcLayout, Wire, WordBox, lay_out_arcs
from explanans.render.claim_wording import finding
from explanans.render.layout import LABEL_LINE, LABEL_SIZE
from explanans.render.svg import drawing_style
from explanans.render.wording import Span as Part
from explanans.render.wording import split_runs
from explanans.verdict import ClaimVerdict, Span

_HEAD = 6.0


def inline_arcs(verdict: ClaimVerdict, sentence: Span, label: str) -> str:
    """Return the arcs of a sentence as an SVG element for a page that brings ``page.css`` and ``arc_style``.

    Supported arcs are solid lines, unsupported ones dashed, and their labels start with a cross. A tooltip says what
    supports an arc.

    Args:
        verdict: The verdict of the claim.
        sentence: One of its sentences.
        label: What the drawing shows, in words.
    """
    layout = lay_out_arcs(verdict, sentence)
    width, height = _number(layout.width), _number(layout.height)
    start = f'<svg class="drawing" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    start = f'{start} style="--natural: {width}px" role="img" aria-label={quoteattr(label)}>'
    return "\n".join((start, *_parts(layout, verdict), "</svg>"))


def arc_style() -> str:
    """Return the style sheet of a drawing."""
    return drawing_style() + files(__package__).joinpath("claim.css").read_text(encoding="utf-8")


def _parts(layout: ArcLayout, verdict: ClaimVerdict) -> Iterator[str]:
    # High arcs first, so that the labels of lower ones stand before the lines that come down through them.
    yield from (_wire(wire, layout.base) for wire in reversed(layout.wires))
    marks = [Part(word.start, word.end) for word in verdict.unsupported]
    yield from (_word(word, layout.base, verdict.claim, marks) for word in layout.words)


def _wire(wire: Wire, base: float) -> str:
    kind = "held" if wire.arc.supported else "doubted"
    middle, child = (wire.head_x + wire.child_x) / 2, _number(wire.child_x)
    head = f"M{child} {_number(base)}l3.5 -{_number(_HEAD)}h-7z"
    pill = (
        f'x="{_number(middle - wire.label_width / 2)}" y="{_number(wire.y - LABEL_LINE / 2)}" '
        f'width="{_number(wire.label_width)}" height="{_number(LABEL_LINE)}"'
    )
    place = f'x="{_number(middle)}" y="{_number(wire.y + LABEL_SIZE * 0.36)}"'
    return (
        f'<g class="join arc {kind}"><title>{escape(finding(wire.arc))}</title>'
        f'<path class="wire" d="{_path(wire, base)}"/><path class="head" d="{head}"/><rect class="pill" {pill}/>'
        f'<text class="label" {place} font-size="{_number(LABEL_SIZE)}" text-anchor="middle">'
        f"{escape(wire.label)}</text></g>"
    )


def _path(wire: Wire, base: float) -> str:
    """Return the path from the head up, across with rounded corners, and down to the child."""
    step = CORNER if wire.child_x > wire.head_x else -CORNER
    step = min(abs(step), abs(wire.child_x - wire.head_x) / 2) * (1 if step > 0 else -1)
    up, across, corner = _number(wire.y + CORNER), _number(wire.child_x - step), _number(CORNER)
    return (
        f"M{_number(wire.head_x)} {_number(base)}V{up}q0 -{corner} {_number(step)} -{corner}H{across}"
        f"q{_number(step)} 0 {_number(step)} {corner}V{_number(base - _HEAD + 1)}"
    )


def _word(word: WordBox, base: float, claim: str, marks: list[Part]) -> str:
    runs = "".join(
        f'<tspan class="unsupported">{escape(run.text)}</tspan>' if run.marked else escape(run.text)
        for run in split_runs(claim, marks, Part(word.span.start, word.span.end))
    )
    place = f'x="{_number(word.x + word.width / 2)}" y="{_number(base + WORD_SIZE + 2)}"'
    return f'<text class="word" {place} font-size="{_number(WORD_SIZE)}" text-anchor="middle">{runs}</text>'


def _number(value: float) -> str:
    """Return a length with one digit after the point, or none where it would be 0."""
    return f"{value:.1f}".removesuffix(".0")
