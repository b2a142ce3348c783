"""An explanation graph as a drawing in SVG, alone or as part of a page."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from explanans.graph import ExplanationGraph
from explanans.render.graph_layout import ConceptBox, GraphLayout, Wire, lay_out_graph
from explanans.render.graph_wording import Origin, denies, describe_graph, stance_sentence
from explanans.render.layout import CAPTION_LINE, CAPTION_SIZE, LABEL_LINE, LABEL_SIZE, LEAF_TYPE, MARGIN, PADDING
from explanans.render.measure import text_width, wrap
from explanans.render.svg import drawing_style
from explanans.text.sentences import tidy

_TEXT_SIZE = 13.0
_TEXT_LINE = 18.0
_LONGEST = 460.0
_HEAD = 8.0
_CLASSES = {Origin.BOTH: "both"}


class _Line(NamedTuple):
    """A line of text above the drawing, and its style class."""

    text: str
    kind: str


def graph_svg(graph: ExplanationGraph, remarks: Sequence[str] = ()) -> str:
    """Return an explanation graph as an SVG document: belief, argument and stance in words, and the graph below.

    The drawing needs no other file and follows the reader's choice of light or dark. Concepts say where they come from;
    those that stand neither in belief nor argument have a dashed border. Relations that deny something stand out.

    Args:
        graph: The graph, valid or not.
        remarks: What there is to say against it, such as its faults, a sentence each.

    Example:
        >>> from explanans.graph import Edge, Relation, Stance
        >>> edge = Edge("rain", Relation.CAUSES, "mud")
        >>> graph_svg(ExplanationGraph("Rain is bad.", "Mud is wet.", Stance.SUPPORT, (edge,)))[:38]
        '<svg xmlns="http://www.w3.org/2000/svg'
    """
    lines = list(_claim(graph, remarks))
    layout = lay_out_graph(graph) if graph.edges else GraphLayout(0.0, 0.0, (), ())
    top = MARGIN + len(lines) * _TEXT_LINE
    width = max([layout.width, *(text_width(line.text, _TEXT_SIZE) * 1.06 + 2 * MARGIN for line in lines)])
    height = top + (layout.height or MARGIN)
    size = f'width="{_number(width)}" height="{_number(height)}"'
    box = f'viewBox="0 0 {_number(width)} {_number(height)}"'
    label = quoteattr(f"{stance_sentence(graph.stance)} {describe_graph(graph)}")
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} class="drawing" role="img" aria-label={label}>',
            f"<style>\n{graph_style()}</style>",
            f'<rect class="paper" {size}/>',
            *(_text_line(line, number) for number, line in enumerate(lines)),
            f'<g transform="translate({_number((width - layout.width) / 2)} {_number(top)})">',
            *_parts(layout),
            "</g>",
            "</svg>\n",
        )
    )


def inline_graph(graph: ExplanationGraph, label: str) -> str:
    """Return a graph as an SVG element for a page that brings ``graph_style``.

    Args:
        graph: The graph; one edge or more.
        label: What the drawing shows, in words.
    """
    layout = lay_out_graph(graph)
    width, height = _number(layout.width), _number(layout.height)
    start = f'<svg class="drawing" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    name = quoteattr(f"{label}: {describe_graph(graph)}")
    return "\n".join((f'{start} role="img" aria-label={name}>', *_parts(layout), "</svg>"))


def graph_style() -> str:
    """Return the style sheet of a drawing."""
    return drawing_style() + files(__package__).joinpath("graph.css").read_text(encoding="utf-8")


def _claim(graph: ExplanationGraph, remarks: Sequence[str]) -> Iterator[_Line]:
    yield from _wrapped(stance_sentence(graph.stance), "stance")
    yield from _wrapped(f"Belief: {tidy(graph.belief)}", "claim")
    yield from _wrapped(f"Argument: {tidy(graph.argument)}", "claim")
    for remark in remarks:
        yield from _wrapped(tidy(remark), "fault")


def _wrapped(text: str, kind: str) -> Iterator[_Line]:
    return (_Line(text[start:end], kind) for start, end in wrap(text, _LONGEST, _TEXT_SIZE))


def _text_line(line: _Line, number: int) -> str:
    y = MARGIN + number * _TEXT_LINE + _TEXT_SIZE
    place = f'x="{_number(MARGIN)}" y="{_number(y)}"'
    return f'<text class="{line.kind}" {place} font-size="{_number(_TEXT_SIZE)}">{escape(line.text)}</text>'


def _parts(layout: GraphLayout) -> Iterator[str]:
    yield from map(_wire, layout.wires)
    yield from map(_label, layout.wires)
    yield from map(_box, layout.boxes)


def _wire(wire: Wire) -> str:
    (x, y), *_ = wire.points
    if wire.upward:
        head = f"M{_number(x)} {_number(y + 1)}l4.5 {_number(_HEAD)}h-9z"
    else:
        x, y = wire.points[-1]
        head = f"M{_number(x)} {_number(y - 1)}l4.5 -{_number(_HEAD)}h-9z"
    return f'<path class="wire" d="{_path(wire.points)}"/><path class="head" d="{head}"/>'


def _path(points: Sequence[tuple[float, float]]) -> str:
    """Return a smooth path that leaves and enters each point straight from above."""
    (x, y), *others = points
    path = f"M{_number(x)} {_number(y)}"
    for next_x, next_y in others:
        if abs(next_x - x) < 0.1:
            path += f"V{_number(next_y)}"
        else:
            middle = _number((y + next_y) / 2)
            path += f"C{_number(x)} {middle} {_number(next_x)} {middle} {_number(next_x)} {_number(next_y)}"
        x, y = next_x, next_y
    return path


def _label(wire: Wire) -> str:
    left, kind = wire.label_x - wire.label_width / 2, " denies" * denies(wire.edge.relation)
    place = f'x="{_number(wire.label_x)}" y="{_number(wire.label_y + LABEL_SIZE)}"'
    return (
        f'<g class="join"><rect class="pill" x="{_number(left)}" y="{_number(wire.label_y)}" '
        f'width="{_number(wire.label_width)}" height="{_number(LABEL_LINE)}"/>'
        f'<text class="label{kind}" {place} font-size="{_number(LABEL_SIZE)}" text-anchor="middle">'
        f"{escape(wire.edge.relation)}</text></g>"
    )


def _box(box: ConceptBox) -> str:
    kind = _CLASSES.get(box.origin, box.origin.value)
    middle, y = _number(box.x + box.width / 2), box.y + PADDING - 4
    caption = (
        f'<text class="caption" x="{middle}" y="{_number(y + CAPTION_SIZE)}" font-size="{CAPTION_SIZE}" '
        f'text-anchor="middle">{box.caption}</text>'
    )
    lines = "".join(
        f'<tspan x="{middle}" y="{_number(y + CAPTION_LINE + number * LEAF_TYPE.line + LEAF_TYPE.size)}">'
        f"{escape(line)}</tspan>"
        for number, line in enumerate(box.lines)
    )
    return (
        f'<g class="node concept {kind}"><rect class="box" x="{_number(box.x)}" y="{_number(box.y)}" '
        f'width="{_number(box.width)}" height="{_number(box.height)}" rx="7"/>{caption}'
        f'<text class="text" font-size="{LEAF_TYPE.size}" text-anchor="middle">{lines}</text></g>'
    )


def _number(value: float) -> str:
    """Return a length with one digit after the point, or none where it would be 0."""
    return f"{value:.1f}".removesuffix(".0")
