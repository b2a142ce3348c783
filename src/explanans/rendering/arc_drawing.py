"""SVG drawings of the dependency arcs of a checked sentence."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple
from xml.sax.saxutils import escape

from explanans.language.sentences import tidy
from explanans.rendering import markup
from explanans.rendering.markup import length
from explanans.rendering.phrases import describe_arc
from explanans.rendering.typesetting import LABEL_LINE, LABEL_SIZE, MARGIN, Stretch, text_width
from explanans.structures.verdicts import ArcVerdict, ClaimVerdict, Span

WORD_SIZE = 15.0
CORNER = 6.0
"""The radius of the corners of arcs."""
_GAP = 12.0
_LEVEL = 26.0
_PITCH = 11.0
_WORD_LINE = 24.0
_HEAD = 6.0


class WordBox(NamedTuple):
    """A stretch of a sentence without blanks: its span in the claim and its place in the drawing."""

    span: Span
    x: float
    width: float


class Wire(NamedTuple):
    """An arc from its head to its child, the height of its level, and its label in the middle of it."""

    arc: ArcVerdict
    head_x: float
    child_x: float
    y: float
    label: str
    label_width: float


@dataclass(frozen=True, slots=True)
class ArcLayout:
    """The words of a sentence and the arcs above them; lengths in pixels, from the upper left corner.

    Attributes:
        base: The y-coordinate at which arcs meet their words.
    """

    width: float
    height: float
    base: float
    words: tuple[WordBox, ...]
    wires: tuple[Wire, ...]


class _End(NamedTuple):
    """One end of an arc at a word, in the order from left to right in which no two arcs of the word cross."""

    side: int
    reach: int
    turn: int
    arc: int
    is_head: bool


def inline_arcs(verdict: ClaimVerdict, sentence: Span, label: str) -> str:
    """Return the arcs of a sentence as an SVG element for a page with ``page.css`` and ``claim.css``.

    Supported arcs are solid. Unsupported arcs are dashed, and their labels start with a cross. A tooltip names the
    support of an arc.
    """
    layout = lay_out_arcs(verdict, sentence)
    attributes = f'style="--natural: {length(layout.width)}px" role="img"'
    return markup.element(layout.width, layout.height, attributes, label, _parts(layout, verdict))


def _parts(layout: ArcLayout, verdict: ClaimVerdict) -> Iterator[str]:
    # High arcs are drawn first, so that the labels of lower arcs cover the lines that cross them.
    yield from (_wire(wire, layout.base) for wire in reversed(layout.wires))
    marks = [Stretch(word.start, word.end) for word in verdict.unsupported]
    yield from (_word(word, layout.base, verdict.claim, marks) for word in layout.words)


def _wire(wire: Wire, base: float) -> str:
    kind = "held" if wire.arc.supported else "doubted"
    middle = (wire.head_x + wire.child_x) / 2
    head = f"M{length(wire.child_x)} {length(base)}l3.5 -{length(_HEAD)}h-7z"
    size = length(LABEL_SIZE)
    label = markup.text("label", (middle, wire.y + LABEL_SIZE * 0.36), size, escape(wire.label), centred=True)
    return (
        f'<g class="join arc {kind}"><title>{escape(describe_arc(wire.arc))}</title>'
        f'<path class="wire" d="{_path(wire, base)}"/><path class="head" d="{head}"/>'
        f"{markup.pill(middle, wire.y - LABEL_LINE / 2, wire.label_width)}{label}</g>"
    )


def _path(wire: Wire, base: float) -> str:
    """Return the path from the head up, across with rounded corners, and down to the child."""
    step = CORNER if wire.child_x > wire.head_x else -CORNER
    step = min(abs(step), abs(wire.child_x - wire.head_x) / 2) * (1 if step > 0 else -1)
    up, across, corner = length(wire.y + CORNER), length(wire.child_x - step), length(CORNER)
    return (
        f"M{length(wire.head_x)} {length(base)}V{up}q0 -{corner} {length(step)} -{corner}H{across}"
        f"q{length(step)} 0 {length(step)} {corner}V{length(base - _HEAD + 1)}"
    )


def _word(word: WordBox, base: float, claim: str, marks: Sequence[Stretch]) -> str:
    runs = markup.marked(claim, marks, Stretch(word.span.start, word.span.end))
    return markup.text("word", (word.x + word.width / 2, base + WORD_SIZE + 2), length(WORD_SIZE), runs, centred=True)


def lay_out_arcs(verdict: ClaimVerdict, sentence: Span) -> ArcLayout:
    """Return the layout of one sentence of a claim; no two arcs or labels meet, and no arc crosses a word."""
    arcs = [arc for arc in verdict.arcs if sentence.start <= arc.child.start < sentence.end]
    chunks = [
        Span(found[0], sentence.start + found.start(), sentence.start + found.end())
        for found in re.finditer(r"\S+", verdict.claim[sentence.start : sentence.end])
    ]
    places = [(_place(chunks, arc.head), _place(chunks, arc.child)) for arc in arcs]
    words, at = _spread(chunks, places, [_label_width(arc) + 2 * CORNER for arc in arcs])
    levels = _levels([(at[number, True], at[number, False]) for number in range(len(arcs))], arcs)
    base = MARGIN + (max(levels, default=0) + 0.5) * _LEVEL
    wires = [
        Wire(arc, at[number, True], at[number, False], base - levels[number] * _LEVEL, _label(arc), _label_width(arc))
        for number, arc in enumerate(arcs)
    ]
    left = min([MARGIN, *((wire.head_x + wire.child_x - wire.label_width) / 2 for wire in wires)])
    right = max(
        [words[-1].x + words[-1].width, *((wire.head_x + wire.child_x + wire.label_width) / 2 for wire in wires)]
    )
    shift = MARGIN - left
    return ArcLayout(
        width=right - left + 2 * MARGIN,
        height=base + _WORD_LINE + MARGIN / 2,
        base=base,
        words=tuple(word._replace(x=word.x + shift) for word in words),
        wires=tuple(
            wire._replace(head_x=wire.head_x + shift, child_x=wire.child_x + shift)
            for wire in sorted(wires, key=lambda wire: -wire.y)
        ),
    )


def _spread(
    chunks: Sequence[Span], places: Sequence[tuple[int, int]], lengths: Sequence[float]
) -> tuple[list[WordBox], dict[tuple[int, bool], float]]:
    """Return words far enough apart for the labels of their arcs, and the x-coordinates of the ends of arcs."""
    ends = _ends(places, len(chunks))
    words: list[WordBox] = []
    at: dict[tuple[int, bool], float] = {}
    for chunk, meeting in zip(chunks, ends, strict=True):
        width = max(text_width(chunk.text, WORD_SIZE), _PITCH * len(meeting))
        inside = {
            (end.arc, end.is_head): width / 2 + _PITCH * (number - (len(meeting) - 1) / 2)
            for number, end in enumerate(meeting)
        }
        x = words[-1].x + words[-1].width + _GAP if words else MARGIN
        for (arc, is_head), offset in inside.items():
            x = max(x, at.get((arc, not is_head), -inf) + lengths[arc] - offset)
        words.append(WordBox(chunk, x, width))
        at |= {end: x + offset for end, offset in inside.items()}
    return words, at


def _place(chunks: Sequence[Span], word: Span) -> int:
    """Return the index of the stretch of a sentence in which a word starts."""
    return max((place for place, chunk in enumerate(chunks) if chunk.start <= word.start), default=0)


def _ends(places: Sequence[tuple[int, int]], words: int) -> list[list[_End]]:
    """Return the ends of arcs at each word from left to right: long arcs between short ones on either side."""
    ends: list[list[_End]] = [[] for _ in range(words)]
    for number, (head, child) in enumerate(places):
        # An arc within one word, as between the parts of a hyphenated one, spans its middle.
        reach = abs(head - child) or words
        side = 1 if head < child else -1
        ends[head].append(_End(side, -side * reach, -side * number, number, is_head=True))
        ends[child].append(_End(-side, side * reach, side * number, number, is_head=False))
    return [sorted(meeting) for meeting in ends]


def _levels(ends: Sequence[tuple[float, float]], arcs: Sequence[ArcVerdict]) -> list[int]:
    """Return the level of each arc, from 1: above all shorter arcs that it or its label overlaps."""
    levels = [0] * len(ends)
    placed: list[tuple[float, float, int]] = []
    for number in sorted(range(len(ends)), key=lambda number: abs(ends[number][0] - ends[number][1])):
        middle, half = sum(ends[number]) / 2, _label_width(arcs[number]) / 2
        left, right = min(*ends[number], middle - half), max(*ends[number], middle + half)
        level = 1 + max((level for start, end, level in placed if start < right and left < end), default=0)
        levels[number] = level
        placed.append((left, right, level))
    return levels


def _label(arc: ArcVerdict) -> str:
    return f"{'' if arc.supported else '✗ '}{tidy(arc.label)} {arc.score:.2f}"


def _label_width(arc: ArcVerdict) -> float:
    return text_width(_label(arc), LABEL_SIZE) + 8
