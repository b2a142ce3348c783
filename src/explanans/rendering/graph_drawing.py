"""Drawings of explanation graphs: their layout, and SVG.

Concepts are placed in rows, each below all its predecessors. The name of a relation is an item of a row between them,
so that names and concepts do not overlap. A long edge reserves a place in every row that it crosses.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple
from xml.sax.saxutils import escape

from explanans.language.sentences import tidy
from explanans.rendering import layers, markup
from explanans.rendering.markup import length
from explanans.rendering.phrases import Origin, denies, describe_graph, origin, predicted_stance
from explanans.rendering.typesetting import (
    CAPTION_LINE,
    CAPTION_SIZE,
    LABEL_LINE,
    LABEL_SIZE,
    LEAF_TYPE,
    MARGIN,
    PADDING,
    Box,
    set_text,
    text_width,
    wrap,
)
from explanans.structures.graphs import Edge, ExplanationGraph

GAP = 18.0
"""Space between neighbours of a row, in pixels."""
ROW_GAP = 17.0
"""Space between rows, in pixels."""
_LANE = 8.0
_LEAST_WIDTH = 56.0
_CAPTIONS = {Origin.EXTERNAL: "external", Origin.BOTH: "belief · argument"}
_TEXT_SIZE = 13.0
_TEXT_LINE = 18.0
_LONGEST = 460.0
_CLASSES = {Origin.BOTH: "both"}


@dataclass(frozen=True, slots=True)
class ConceptBox(Box):
    """A box with a concept.

    Attributes:
        origin: The text that contains the concept.
    """

    concept: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Wire:
    """An edge with its place, in pixels.

    Attributes:
        points: Points of its path, from the upper concept down.
        upward: Whether its head is at the first point.
    """

    edge: Edge
    points: tuple[tuple[float, float], ...]
    upward: bool
    label_x: float
    label_y: float
    label_width: float


@dataclass(frozen=True, slots=True)
class GraphLayout:
    """A drawing: its size in pixels, its boxes and its wires."""

    width: float
    height: float
    boxes: tuple[ConceptBox, ...]
    wires: tuple[Wire, ...]


_Place = tuple[int, int]
"""Row and number of an item: a concept, or an edge that crosses the row."""


def lay_out_graph(graph: ExplanationGraph) -> GraphLayout:
    """Return the layout of a graph; boxes and names do not overlap.

    The graph may be disconnected or have cycles.

    Args:
        graph: A graph with at least one edge.

    Example:
        >>> from explanans.structures.graphs import Relation, Stance
        >>> edge = Edge("rain", Relation.CAUSES, "mud")
        >>> layout = lay_out_graph(ExplanationGraph("Rain is bad.", "Mud is wet.", Stance.SUPPORT, (edge,)))
        >>> [box.concept for box in layout.boxes], layout.boxes[0].y < layout.wires[0].label_y < layout.boxes[1].y
        (['rain', 'mud'], True)
    """
    concepts = graph.concepts()
    boxes = [_concept_box(graph, concept) for concept in concepts]
    links, turned = layers.forward([(edge.source, edge.target) for edge in graph.edges])
    depths = layers.depths(links)
    homes = {concept: (2 * depths[concept], number) for number, concept in enumerate(concepts)}
    ways = [_way(homes[upper], homes[lower], len(concepts) + n) for n, (upper, lower) in enumerate(links)]
    labels = [_label_place(way) for way in ways]
    widths: dict[_Place, float] = {place: _LANE for way in ways for place in way}
    widths |= {place: _label_width(edge) for place, edge in zip(labels, graph.edges, strict=True)}
    widths |= {homes[box.concept]: box.width for box in boxes}
    steps = [step for way in ways for step in pairwise(way)]
    rows = layers.arrange(_rows(widths), steps)
    middles = layers.spread(rows, steps, widths, GAP)
    heights = {homes[box.concept]: box.height for box in boxes} | dict.fromkeys(labels, LABEL_LINE)
    bands = _bands(rows, heights)
    placed = {
        box.concept: replace(box, x=MARGIN + middles[home] - box.width / 2, y=bands[home[0]][0])
        for box, home in zip(boxes, homes.values(), strict=True)
    }
    wires = [
        Wire(
            edge,
            _points(way, middles, bands, (placed[upper], placed[lower])),
            upward=number in turned or upper == lower,
            label_x=middles[label] + MARGIN,
            label_y=bands[label[0]][0],
            label_width=widths[label],
        )
        for number, (edge, way, label, (upper, lower)) in enumerate(zip(graph.edges, ways, labels, links, strict=True))
    ]
    width = max(middles[place] + widths[place] / 2 for place in widths) + 2 * MARGIN
    return GraphLayout(width, bands[-1][1] + MARGIN, tuple(placed.values()), tuple(wires))


def _concept_box(graph: ExplanationGraph, concept: str) -> ConceptBox:
    """Return a concept's box at the origin."""
    text, kind = tidy(concept), origin(graph, concept)
    lines, wide, high = set_text(text, LEAF_TYPE)
    caption = _CAPTIONS.get(kind, kind.value)
    width = max(_LEAST_WIDTH, text_width(caption, CAPTION_SIZE), wide) + 2 * PADDING
    height = high + CAPTION_LINE + 2 * PADDING - 8
    return ConceptBox(text, lines, LEAF_TYPE, caption, width, height, 0.0, 0.0, concept, kind)


def _label_place(way: Sequence[_Place]) -> _Place:
    """Return the place of a relation's name: near the middle of the edge, in a row without concepts."""
    middle = len(way) // 2
    return way[middle if middle % 2 else middle - 1]


def _label_width(edge: Edge) -> float:
    return text_width(edge.relation, LABEL_SIZE) + 8


def _way(upper: _Place, lower: _Place, number: int) -> list[_Place]:
    """Return the places that an edge passes, from its upper concept to its lower one."""
    if upper == lower:
        return [upper, (upper[0] + 1, number)]
    return [upper, *((row, number) for row in range(upper[0] + 1, lower[0])), lower]


def _rows(places: Iterable[_Place]) -> list[list[_Place]]:
    rows: dict[int, list[_Place]] = {}
    for place in places:
        rows.setdefault(place[0], []).append(place)
    return [rows[row] for row in sorted(rows)]


def _bands(rows: Sequence[Sequence[_Place]], heights: Mapping[_Place, float]) -> list[tuple[float, float]]:
    """Return the upper and the lower edge of each row."""
    bands: list[tuple[float, float]] = []
    y = MARGIN
    for row in rows:
        bands.append((y, y + max(heights.get(place, 0.0) for place in row)))
        y = bands[-1][1] + ROW_GAP
    return bands


def _points(
    way: Sequence[_Place],
    middles: Mapping[_Place, float],
    bands: Sequence[tuple[float, float]],
    ends: tuple[ConceptBox, ConceptBox],
) -> tuple[tuple[float, float], ...]:
    """Return the points of an edge, which is vertical within every row that it crosses."""
    upper, lower = ends
    points = [(MARGIN + middles[way[0]], upper.bottom)]
    for place in way[1:]:
        x = MARGIN + middles[place]
        if place == way[-1] and upper is not lower:
            points.append((x, lower.y))
        else:
            points.extend((x, y) for y in bands[place[0]])
    return tuple(points)


class _Line(NamedTuple):
    """A line of text above the drawing and its style class."""

    text: str
    kind: str


def graph_svg(graph: ExplanationGraph, remarks: Sequence[str] = ()) -> str:
    """Return an explanation graph as an SVG document: belief, argument and stance in words, and the graph below.

    The drawing is self-contained and follows the user's colour scheme (light or dark). Concepts name their origin;
    those in neither belief nor argument have a dashed border. Negative relations are highlighted.

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
    label = f"{predicted_stance(graph)} {describe_graph(graph)}"
    return markup.document(width, height, label, graph_style(), parts)


def graph_drawing(graph: ExplanationGraph, marked: Collection[Edge] = (), *, origins: bool = True) -> str:
    """Return a graph as an SVG document without belief, argument and stance.

    Args:
        graph: A graph with at least one edge.
        marked: Edges to highlight, such as those that an earlier graph lacks.

    Example:
        >>> from explanans.structures.graphs import Relation, Stance
        >>> edge = Edge("rain", Relation.CAUSES, "mud")
        >>> drawing = graph_drawing(ExplanationGraph("Rain is bad.", "Mud is wet.", Stance.SUPPORT, (edge,)))
        >>> "rain" in drawing, "Rain is bad" in drawing
        (True, False)
    """
    layout = lay_out_graph(graph)
    parts = _parts(layout, marked, origins=origins)
    style = graph_style() + markup.resource("graph_marks.css")
    return markup.document(layout.width, layout.height, describe_graph(graph), style, parts)


def inline_graph(graph: ExplanationGraph, label: str) -> str:
    """Return a graph as an SVG element for a page with ``graph_style``.

    Args:
        graph: A graph with at least one edge.
    """
    layout = lay_out_graph(graph)
    return markup.element(
        layout.width, layout.height, 'role="img"', f"{label}: {describe_graph(graph)}", _parts(layout)
    )


def graph_style() -> str:
    """Return the style sheet of a drawing."""
    return markup.resource("tree.css", "graph.css")


def _claim(graph: ExplanationGraph, remarks: Sequence[str]) -> Iterator[_Line]:
    yield from _wrapped(predicted_stance(graph), "stance")
    yield from _wrapped(f"Belief: {tidy(graph.belief)}", "claim")
    yield from _wrapped(f"Argument: {tidy(graph.argument)}", "claim")
    for remark in remarks:
        yield from _wrapped(tidy(remark), "fault")


def _wrapped(text: str, kind: str) -> Iterator[_Line]:
    return (_Line(text[start:end], kind) for start, end in wrap(text, _LONGEST, _TEXT_SIZE))


def _text_line(line: _Line, place: int) -> str:
    y = MARGIN + place * _TEXT_LINE + _TEXT_SIZE
    return markup.text(line.kind, (MARGIN, y), length(_TEXT_SIZE), escape(line.text))


def _parts(layout: GraphLayout, marked: Collection[Edge] = (), *, origins: bool = True) -> Iterator[str]:
    for draw in (_wire, _label):
        for wire in layout.wires:
            part = draw(wire)
            yield f'<g class="marked">{part}</g>' if wire.edge in marked else part
    yield from (_box(box, has_origin=origins) for box in layout.boxes)


def _wire(wire: Wire) -> str:
    head = markup.head(*wire.points[0 if wire.upward else -1], up=wire.upward)
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
    name = markup.text(kind, (wire.label_x, wire.label_y + LABEL_SIZE), size, escape(wire.edge.relation), centred=True)
    return f'<g class="join">{markup.pill(wire.label_x, wire.label_y, wire.label_width)}{name}</g>'


def _box(box: ConceptBox, *, has_origin: bool) -> str:
    kind = _CLASSES.get(box.origin, box.origin.value) if has_origin else "untold"
    middle, y = box.middle, box.y + PADDING - 4
    caption = markup.text("caption", (middle, y + CAPTION_SIZE), CAPTION_SIZE, box.caption, centred=True)
    first = y + (CAPTION_LINE if has_origin else CAPTION_LINE / 2) + LEAF_TYPE.size
    lines = markup.spans(middle, first, LEAF_TYPE.line, [escape(box.text[start:end]) for start, end in box.lines])
    return (
        f'<g class="node concept {kind}">{markup.frame(box.x, box.y, box.width, box.height)}{caption * has_origin}'
        f'<text class="text" font-size="{LEAF_TYPE.size}" text-anchor="middle">{lines}</text></g>'
    )
