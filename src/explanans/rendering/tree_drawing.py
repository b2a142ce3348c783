"""Drawings of entailment trees: their layout, and SVG.

The hypothesis is at the top and every premise one layer below its conclusion. Subtrees are packed by their contours, as
in Reingold & Tilford 1981 ("Tidier drawings of trees", section 3), here with boxes of any width. The height of a layer
is that of its highest box, and all connectors of a layer turn in the band below it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from explanans.language.sentences import tidy
from explanans.rendering import markup
from explanans.rendering.markup import length
from explanans.rendering.outline import Conclusion, Leaf, Node, loose_ends, outline
from explanans.rendering.phrases import missing_links, provenance, summarize
from explanans.rendering.typesetting import (
    CAPTION_LINE,
    CAPTION_SIZE,
    LABEL_LINE,
    LABEL_SIZE,
    LEAF_TYPE,
    MARGIN,
    PADDING,
    Box,
    Type,
    set_text,
    shorten,
    text_width,
    wrap,
)
from explanans.structures.explanations import Explanation

MOST_LOOSE_FACTS = 10
"""Maximum number of facts to draw if no tree joins them."""
NOTE = "Underlined: words that no premise of their step supports."
_CORNER = 9.0
# All lengths are in pixels.
GAP = 22.0
"""Space between neighbouring boxes of a layer."""
STEM = 14.0
"""Distance from a layer to the labels below it, and from the labels to the turn of the connectors."""
DROP = 20.0
"""Distance from the turn of the connectors to the next layer."""
ROOT_TYPE = Type(16.5, 22.5, 400.0, spread=1.12)  # it is set in bold
CONCLUSION_TYPE = Type(13.5, 18.5, 220.0, spread=1.03)  # single words may be set in bold
LEAST_WIDTH = 60.0
LEAST_CAPTION = 110.0
"""Maximum width of a caption that widens its box; longer captions are cut."""


@dataclass(frozen=True, slots=True)
class NodeBox(Box):
    """A box with a fact or conclusion; its caption is cut to the width of the box."""

    node: Node


@dataclass(frozen=True, slots=True)
class Join:
    """The connectors from a conclusion to its premises.

    Attributes:
        label: The lines of the inference's name; empty if unknown.
        label_y: The upper edge of the label.
        turn: The height at which the connectors run sideways.
    """

    conclusion: NodeBox
    premises: tuple[NodeBox, ...]
    label: tuple[str, ...]
    label_y: float
    turn: float


@dataclass(frozen=True, slots=True)
class TreeLayout:
    """A drawing: its size in pixels, its boxes from the hypothesis down, and its connectors."""

    width: float
    height: float
    boxes: tuple[NodeBox, ...]
    joins: tuple[Join, ...]


@dataclass(frozen=True, slots=True)
class _PlacedBox:
    """A box whose ``x`` is relative to the middle of its parent, and the boxes below it."""

    box: NodeBox
    below: "tuple[_PlacedBox, ...]" = ()


def lay_out_tree(root: Node) -> TreeLayout:
    """Return the layout of a tree; boxes do not overlap.

    Example:
        >>> from explanans.structures.facts import Fact
        >>> layout = lay_out_tree(Leaf(Fact("f1", "ice is a solid"), "ice is a solid", 1))
        >>> len(layout.boxes), layout.joins
        (1, ())
    """
    placed, contour = _place(root)
    layers = _layers(placed)
    tops, bands = _heights(layers)
    left = min(edge for edge, _ in contour)
    right = max(edge for _, edge in contour)
    boxes: list[NodeBox] = []
    joins: list[Join] = []
    _settle(placed, MARGIN - left, 0, (tops, bands), (boxes, joins))
    height = max(box.bottom for box in boxes) + MARGIN
    return TreeLayout(right - left + 2 * MARGIN, height, tuple(boxes), tuple(joins))


def stack(hypothesis: Conclusion, facts: Sequence[Leaf], space: float) -> TreeLayout:
    """Return the layout of a hypothesis and facts without a tree: one below the other."""
    wide = replace(LEAF_TYPE, longest=ROOT_TYPE.longest)
    boxes = [_sized(hypothesis, ROOT_TYPE, "HYPOTHESIS")]
    boxes += [_sized(fact, wide, provenance(fact.fact)) for fact in facts]
    width = max(box.width for box in boxes)
    y = MARGIN
    for number, box in enumerate(boxes):
        boxes[number] = replace(box, x=MARGIN, y=y, width=width)
        y = boxes[number].bottom + (GAP / 2 if number else space)
    return TreeLayout(width + 2 * MARGIN, boxes[-1].bottom + MARGIN, tuple(boxes), ())


def _sized(node: Node, kind: Type, caption: str) -> NodeBox:
    """Return a node's box at the origin."""
    lines, wide, high = set_text(node.text, kind)
    width = max(min(text_width(caption, CAPTION_SIZE), LEAST_CAPTION), LEAST_WIDTH, wide) + 2 * PADDING
    height = high + (CAPTION_LINE if caption else 0) + 2 * PADDING - 4
    return NodeBox(node.text, lines, kind, caption, width, height, 0.0, 0.0, node)


def _tree_box(node: Node) -> NodeBox:
    if isinstance(node, Leaf):
        return _sized(node, LEAF_TYPE, tidy(node.fact.table) or tidy(node.fact.source))
    return _sized(node, ROOT_TYPE, "HYPOTHESIS") if node.root else _sized(node, CONCLUSION_TYPE, "")


def _place(node: Node) -> tuple[_PlacedBox, list[tuple[float, float]]]:
    """Return a subtree centred at 0, and its left and right edge in each layer."""
    box = _tree_box(node)
    edges = (-box.width / 2, box.width / 2)
    if isinstance(node, Leaf):
        return _PlacedBox(replace(box, x=edges[0])), [edges]
    middles: list[float] = []
    children: list[_PlacedBox] = []
    contour: list[tuple[float, float]] = []
    for premise in node.premises:
        child, below = _place(premise)
        middle = max((old[1] + GAP - new[0] for old, new in zip(contour, below, strict=False)), default=0.0)
        contour = _merge(contour, below, middle)
        middles.append(middle)
        children.append(child)
    centre = (middles[0] + middles[-1]) / 2
    shifted = tuple(
        replace(child, box=replace(child.box, x=child.box.x + middle - centre))
        for child, middle in zip(children, middles, strict=True)
    )
    contour = [(left - centre, right - centre) for left, right in contour]
    return _PlacedBox(replace(box, x=edges[0]), shifted), [edges, *contour]


def _merge(old: list[tuple[float, float]], new: list[tuple[float, float]], shift: float) -> list[tuple[float, float]]:
    """Return the contour of two neighbouring subtrees, with the right one shifted."""
    moved = [(left + shift, right + shift) for left, right in new]
    both = [(first[0], second[1]) for first, second in zip(old, moved, strict=False)]
    return both + old[len(both) :] + moved[len(both) :]


def _layers(root: _PlacedBox) -> list[list[_PlacedBox]]:
    layers = [[root]]
    while below := [child for placed in layers[-1] for child in placed.below]:
        layers.append(below)
    return layers


def _heights(layers: list[list[_PlacedBox]]) -> tuple[list[float], list[float]]:
    """Return the upper edge of each layer, and of the band of connectors below it."""
    tops, bands = [MARGIN], []
    for layer in layers:
        bands.append(tops[-1] + max(placed.box.height for placed in layer))
        label = max(len(_inference(placed.box)) for placed in layer) * LABEL_LINE
        tops.append(bands[-1] + STEM + label + STEM + DROP)
    return tops, bands


def _inference(box: NodeBox) -> tuple[str, ...]:
    """Return a box's inference and its likelihood in lines no wider than the box, so that no label meets another."""
    if isinstance(box.node, Leaf):
        return ()
    text = ", ".join(filter(None, (box.node.inference, box.node.likelihood)))
    return tuple(text[start:end] for start, end in wrap(text, box.width - PADDING, LABEL_SIZE))


def _settle(
    placed: _PlacedBox,
    middle: float,
    depth: int,
    heights: tuple[list[float], list[float]],
    found: tuple[list[NodeBox], list[Join]],
) -> NodeBox:
    """Place a subtree, append its boxes and joins to the lists, and return its topmost box."""
    tops, bands = heights
    boxes, joins = found
    box = replace(placed.box, x=middle + placed.box.x, y=tops[depth])
    boxes.append(box)
    if placed.below:
        premises = tuple(_settle(child, box.middle, depth + 1, heights, found) for child in placed.below)
        label_y = bands[depth] + STEM
        joins.append(Join(box, premises, _inference(box), label_y, tops[depth + 1] - DROP))
    return box


class _Note(NamedTuple):
    """A line of text beside the boxes, and the height of its base line."""

    text: str
    y: float


def explanation_svg(explanation: Explanation) -> str:
    """Return an explanation as an SVG document: its tree or, if there is none, its best facts and missing links.

    The drawing is self-contained, follows the user's colour scheme (light or dark), and gives the provenance of facts
    in tooltips.

    Raises:
        InputError: The explanation's tree is not a tree.

    Example:
        >>> explanation = Explanation("What melts ice?", "heat", "Heat melts ice.", (), None, (), ("no facts",), "v1")
        >>> explanation_svg(explanation)[:38]
        '<svg xmlns="http://www.w3.org/2000/svg'
    """
    root = outline(explanation)
    layout, notes = _loose_facts(explanation) if root is None else _tree(root)
    width = max([layout.width, *(text_width(note.text, LABEL_SIZE) + 2 * MARGIN for note in notes)])
    height = max([layout.height, *(note.y + MARGIN for note in notes)])
    label = f"{tidy(explanation.hypothesis)} ({summarize(explanation)})"
    texts = (markup.text("label", (MARGIN, note.y), LABEL_SIZE, escape(note.text)) for note in notes)
    parts = *map(_join, layout.joins), *map(_box_with_tooltip, layout.boxes), *texts
    return markup.document(width, height, label, markup.resource("tree.css"), parts)


def _tree(root: Conclusion) -> tuple[TreeLayout, list[_Note]]:
    layout = lay_out_tree(root)
    doubtful = any(isinstance(box.node, Conclusion) and box.node.marks for box in layout.boxes)
    return layout, [_Note(NOTE, layout.height + LABEL_SIZE)] if doubtful else []


def _loose_facts(explanation: Explanation) -> tuple[TreeLayout, list[_Note]]:
    hypothesis, facts = loose_ends(explanation, MOST_LOOSE_FACTS)
    reason = f"No tree: {missing_links(explanation)[0]}"
    lines = [reason[start:end] for start, end in wrap(reason, ROOT_TYPE.longest, LABEL_SIZE)]
    layout = stack(hypothesis, facts, (len(lines) + 1.5) * LABEL_LINE)
    top = layout.boxes[0].bottom + 1.5 * LABEL_LINE
    return layout, [_Note(line, top + number * LABEL_LINE) for number, line in enumerate(lines)]


def tree_element(layout: TreeLayout, label: str, *, with_cards: bool) -> str:
    """Return a tree as an SVG element for a page with ``tree.css``.

    Args:
        with_cards: Whether the page has a card for each box: box n, counted from 0, is focusable and described by the
            element ``card-n``. Otherwise boxes have tooltips.
    """
    boxes = (
        _box(box, f' tabindex="0" role="img" aria-label={quoteattr(box.text)} aria-describedby="card-{place}"')
        if with_cards
        else _box_with_tooltip(box)
        for place, box in enumerate(layout.boxes)
    )
    return markup.element(layout.width, layout.height, 'role="group"', label, (*map(_join, layout.joins), *boxes))


def _describe(node: Node) -> str:
    """Return the details of a node in words: a fact's provenance, or a step's inference and verdict."""
    if isinstance(node, Leaf):
        return " · ".join(filter(None, (f"Fact {tidy(node.fact.id)}", provenance(node.fact))))
    if not node.number:
        return "Hypothesis"
    return " · ".join(filter(None, (f"Step {node.number}", node.inference, node.finding, node.likelihood)))


def _box_with_tooltip(box: NodeBox) -> str:
    return _box(box, "", f"<title>{escape(_describe(box.node))}</title>")


def _box(box: NodeBox, attributes: str, inside: str = "") -> str:
    node = box.node
    kind = "leaf"
    if isinstance(node, Conclusion):
        kind = "conclusion" + " root" * node.root + " doubtful" * (not node.supported)
    frame = markup.frame(box.x, box.y, box.width, box.height)
    return f'<g class="node {kind}"{attributes}>{inside}{frame}{"".join(_texts(box))}</g>'


def _texts(box: NodeBox) -> Iterator[str]:
    x, y = box.x + PADDING, box.y + PADDING - 2
    if box.caption:
        caption = shorten(box.caption, box.width - 2 * PADDING, CAPTION_SIZE)
        yield markup.text("caption", (x, y + CAPTION_SIZE), CAPTION_SIZE, escape(caption))
        y += CAPTION_LINE
    marks = box.node.marks if isinstance(box.node, Conclusion) else ()
    lines = [markup.marked(box.text, marks, line) for line in box.lines]
    yield f'<text class="text" font-size="{box.type.size}">'
    yield f"{markup.spans(x, y + box.type.size, box.type.line, lines)}</text>"


def _join(join: Join) -> str:
    """Return the connectors of a step with their arrow head and label."""
    wires = "".join(f'<path class="wire" d="{_wire(join, premise)}"/>' for premise in join.premises)
    head = markup.head(join.conclusion.middle, join.conclusion.bottom, up=True)
    return f'<g class="join">{wires}{head}{_label(join)}</g>'


def _wire(join: Join, premise: NodeBox) -> str:
    """Return the path from a conclusion around two rounded corners to a premise."""
    start, end, turn = join.conclusion.middle, premise.middle, join.turn
    corner = _CORNER
    path = f"M{length(start)} {length(join.conclusion.bottom)}"
    if abs(end - start) >= 2 * corner:  # the path to a premise that is nearly below is straight
        side = corner if end > start else -corner
        path += (
            f"V{length(turn - corner)}q0 {length(corner)} {length(side)} {length(corner)}"
            f"H{length(end - side)}q{length(side)} 0 {length(side)} {length(corner)}"
        )
    return path + f"V{length(premise.y)}"


def _label(join: Join) -> str:
    if not join.label:
        return ""
    middle = join.conclusion.middle
    width = max(text_width(line, LABEL_SIZE) for line in join.label) + 8
    pill = markup.pill(middle, join.label_y, width, len(join.label))
    lines = markup.spans(middle, join.label_y + LABEL_SIZE, LABEL_LINE, list(map(escape, join.label)))
    return f'{pill}<text class="label" font-size="{LABEL_SIZE}" text-anchor="middle">{lines}</text>'
