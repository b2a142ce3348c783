"""SVG drawings of explanation graphs, and HTML pages of them."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from explanans.language.sentences import tidy
from explanans.rendering import svg
from explanans.rendering.graph_layout import ConceptBox, GraphLayout, Wire, lay_out_graph
from explanans.rendering.page import page, tidied
from explanans.rendering.phrases import Origin, denies, describe_graph, stance_sentence
from explanans.rendering.svg import length
from explanans.rendering.typesetting import (
    CAPTION_LINE,
    CAPTION_SIZE,
    LABEL_SIZE,
    LEAF_TYPE,
    MARGIN,
    PADDING,
    text_width,
    wrap,
)
from explanans.structures.graphs import Edge, ExplanationGraph

_TEXT_SIZE = 13.0
_TEXT_LINE = 18.0
_LONGEST = 460.0
_CLASSES = {Origin.BOTH: "both"}


class _Line(NamedTuple):
    """A line of text above the drawing and its style class."""

    text: str
    kind: str


def graph_svg(graph: ExplanationGraph, remarks: Sequence[str] = ()) -> str:
    """Return an explanation graph as an SVG document: belief, argument and stance in words, and the graph below.

    The drawing is self-contained and follows the user's colour scheme (light or dark). Concepts name their origin;
    those in neither belief nor argument have a dashed border. Negative relations are highlighted.

    Args:
        graph: The graph; it may be invalid.
        remarks: Sentences such as the faults of the graph.

    Example:
        >>> from explanans.structures.graphs import Edge, Relation, Stance
        >>> edge = Edge("rain", Relation.CAUSES, "mud")
        >>> graph_svg(ExplanationGraph("Rain is bad.", "Mud is wet.", Stance.SUPPORT, (edge,)))[:38]
        '<svg xmlns="http://www.w3.org/2000/svg'
    """
    lines = list(_claim(graph, remarks))
    layout = lay_out_graph(graph) if graph.edges else GraphLayout(0.0, 0.0, (), ())
    top = MARGIN + len(lines) * _TEXT_LINE
    width = max([layout.width, *(text_width(line.text, _TEXT_SIZE) * 1.06 + 2 * MARGIN for line in lines)])
    height = top + (layout.height or MARGIN)
    parts = (
        *(_text_line(line, place) for place, line in enumerate(lines)),
        f'<g transform="translate({length((width - layout.width) / 2)} {length(top)})">',
        *_parts(layout),
        "</g>",
    )
    label = f"{stance_sentence(graph.stance)} {describe_graph(graph)}"
    return svg.document(width, height, label, graph_style(), parts)


def graph_drawing(graph: ExplanationGraph, marked: Collection[Edge] = (), *, origins: bool = True) -> str:
    """Return a graph as an SVG document without belief, argument and stance.

    Args:
        graph: A graph with at least one edge.
        marked: Edges to highlight, such as those that an earlier graph lacks.
        origins: Whether concepts name their origin.

    Example:
        >>> from explanans.structures.graphs import Relation, Stance
        >>> edge = Edge("rain", Relation.CAUSES, "mud")
        >>> drawing = graph_drawing(ExplanationGraph("Rain is bad.", "Mud is wet.", Stance.SUPPORT, (edge,)))
        >>> "rain" in drawing, "Rain is bad" in drawing
        (True, False)
    """
    layout = lay_out_graph(graph)
    parts = _parts(layout, marked, origins=origins)
    style = graph_style() + svg.resource("graph_marks.css")
    return svg.document(layout.width, layout.height, describe_graph(graph), style, parts)


def inline_graph(graph: ExplanationGraph, label: str) -> str:
    """Return a graph as an SVG element for a page with ``graph_style``.

    Args:
        graph: A graph with at least one edge.
    """
    layout = lay_out_graph(graph)
    return svg.element(layout.width, layout.height, 'role="img"', f"{label}: {describe_graph(graph)}", _parts(layout))


def graph_style() -> str:
    """Return the style sheet of a drawing."""
    return svg.resource("tree.css", "graph.css")


def explanation_graph_page(graphs: Sequence[ExplanationGraph]) -> str:
    """Return graphs of one belief and argument as an HTML page, best first.

    Args:
        graphs: At least one graph, best first.

    Example:
        >>> from explanans.structures.graphs import Edge, Relation, Stance
        >>> graph = ExplanationGraph("Rain.", "Mud.", Stance.SUPPORT, (Edge("rain", Relation.CAUSES, "mud"),))
        >>> explanation_graph_page([graph]).splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    title = f"{tidy(graphs[0].belief)}: explanation graph"
    return page(title, svg.resource("page.css", "graph_report.css") + graph_style(), _body(graphs))


def _body(graphs: Sequence[ExplanationGraph]) -> Iterator[str]:
    first = graphs[0]
    yield '<header><p class="eyebrow">Explanation graph</p>'
    yield f"<h1>{stance_sentence(first.stance)}</h1>"
    yield f'<dl class="claim"><dt>Belief</dt><dd>{tidied(first.belief)}</dd>'
    yield f"<dt>Argument</dt><dd>{tidied(first.argument)}</dd></dl></header><main>"
    for place, graph in enumerate(graphs):
        title = "Why" if not place else f"Another graph ({place + 1})"
        yield f'<section aria-labelledby="graph{place}"><h2 id="graph{place}">{title}</h2>'
        yield f'<div class="graph scroll" tabindex="0" role="region" aria-label="{title}">'
        yield f"{inline_graph(graph, title)}</div></section>"
    yield "</main><footer>Made by Explanans.</footer>"


def _claim(graph: ExplanationGraph, remarks: Sequence[str]) -> Iterator[_Line]:
    yield from _wrapped(stance_sentence(graph.stance), "stance")
    yield from _wrapped(f"Belief: {tidy(graph.belief)}", "claim")
    yield from _wrapped(f"Argument: {tidy(graph.argument)}", "claim")
    for remark in remarks:
        yield from _wrapped(tidy(remark), "fault")


def _wrapped(text: str, kind: str) -> Iterator[_Line]:
    return (_Line(text[start:end], kind) for start, end in wrap(text, _LONGEST, _TEXT_SIZE))


def _text_line(line: _Line, place: int) -> str:
    y = MARGIN + place * _TEXT_LINE + _TEXT_SIZE
    return svg.text(line.kind, (MARGIN, y), length(_TEXT_SIZE), escape(line.text))


def _parts(layout: GraphLayout, marked: Collection[Edge] = (), *, origins: bool = True) -> Iterator[str]:
    for draw in (_wire, _label):
        for wire in layout.wires:
            part = draw(wire)
            yield f'<g class="marked">{part}</g>' if wire.edge in marked else part
    yield from (_box(box, has_origin=origins) for box in layout.boxes)


def _wire(wire: Wire) -> str:
    head = svg.head(*wire.points[0 if wire.upward else -1], up=wire.upward)
    return f'<path class="wire" d="{_path(wire.points)}"/>{head}'


def _path(points: Sequence[tuple[float, float]]) -> str:
    """Return a smooth path that is vertical at each point."""
    (x, y), *others = points
    path = f"M{length(x)} {length(y)}"
    for next_x, next_y in others:
        if abs(next_x - x) < 0.1:
            path += f"V{length(next_y)}"
        else:
            middle = length((y + next_y) / 2)
            path += f"C{length(x)} {middle} {length(next_x)} {middle} {length(next_x)} {length(next_y)}"
        x, y = next_x, next_y
    return path


def _label(wire: Wire) -> str:
    kind = "label" + " denies" * denies(wire.edge.relation)
    size = length(LABEL_SIZE)
    name = svg.text(kind, (wire.label_x, wire.label_y + LABEL_SIZE), size, escape(wire.edge.relation), centred=True)
    return f'<g class="join">{svg.pill(wire.label_x, wire.label_y, wire.label_width)}{name}</g>'


def _box(box: ConceptBox, *, has_origin: bool) -> str:
    kind = _CLASSES.get(box.origin, box.origin.value) if has_origin else "untold"
    middle, y = box.middle, box.y + PADDING - 4
    caption = (
        svg.text("caption", (middle, y + CAPTION_SIZE), CAPTION_SIZE, box.caption, centred=True) if has_origin else ""
    )
    first = y + (CAPTION_LINE if has_origin else CAPTION_LINE / 2) + LEAF_TYPE.size
    lines = svg.spans(middle, first, LEAF_TYPE.line, [escape(box.text[start:end]) for start, end in box.lines])
    return (
        f'<g class="node concept {kind}">{svg.frame(box.x, box.y, box.width, box.height)}{caption}'
        f'<text class="text" font-size="{LEAF_TYPE.size}" text-anchor="middle">{lines}</text></g>'
    )
