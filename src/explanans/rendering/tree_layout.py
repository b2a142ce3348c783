"""Layout of entailment trees.

The hypothesis is at the top and every premise one layer below its conclusion. Subtrees are packed by their contours, as
in Reingold & Tilford 1981 ("Tidier drawings of trees", section 3), here with boxes of any width. The height of a layer
is that of its highest box, and all connectors of a layer turn in the band below it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from explanans.language.sentences import tidy
from explanans.rendering.outline import Conclusion, Leaf, Node
from explanans.rendering.phrases import provenance
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
    text_width,
    wrap,
)

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
    """A box with a fact or conclusion; its caption is cut to the width of the box.

    Attributes:
        node: The fact or conclusion.
    """

    node: Node


@dataclass(frozen=True, slots=True)
class Join:
    """The connectors from a conclusion to its premises.

    Attributes:
        conclusion: The box above.
        premises: The boxes below.
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
    """Return the layout of a hypothesis and facts without a tree: one below the other.

    Args:
        facts: The facts, best first.
        space: Space below the hypothesis, in pixels.
    """
    wide = replace(LEAF_TYPE, longest=ROOT_TYPE.longest)
    boxes = [_box(hypothesis, ROOT_TYPE, "HYPOTHESIS"), *(_box(fact, wide, provenance(fact.fact)) for fact in facts)]
    width = max(box.width for box in boxes)
    y = MARGIN
    for number, box in enumerate(boxes):
        boxes[number] = replace(box, x=MARGIN, y=y, width=width)
        y = boxes[number].bottom + (GAP / 2 if number else space)
    return TreeLayout(width + 2 * MARGIN, boxes[-1].bottom + MARGIN, tuple(boxes), ())


def _box(node: Node, kind: Type, caption: str) -> NodeBox:
    """Return a node's box at the origin."""
    lines, wide, high = set_text(node.text, kind)
    width = max(min(text_width(caption, CAPTION_SIZE), LEAST_CAPTION), LEAST_WIDTH, wide) + 2 * PADDING
    height = high + (CAPTION_LINE if caption else 0) + 2 * PADDING - 4
    return NodeBox(node.text, lines, kind, caption, width, height, 0.0, 0.0, node)


def _tree_box(node: Node) -> NodeBox:
    if isinstance(node, Leaf):
        return _box(node, LEAF_TYPE, tidy(node.fact.table) or tidy(node.fact.source))
    return _box(node, ROOT_TYPE, "HYPOTHESIS") if node.root else _box(node, CONCLUSION_TYPE, "")


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
        label = max(len(_label(placed.box)) for placed in layer) * LABEL_LINE
        tops.append(bands[-1] + STEM + label + STEM + DROP)
    return tops, bands


def _label(box: NodeBox) -> tuple[str, ...]:
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
        joins.append(Join(box, premises, _label(box), label_y, tops[depth + 1] - DROP))
    return box
