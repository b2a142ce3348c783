"""SVG drawings of explanation trees."""

from collections.abc import Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from explanans.language.sentences import tidy
from explanans.rendering import svg
from explanans.rendering.outline import Conclusion, Leaf, Node, loose_ends, outline
from explanans.rendering.phrases import missing_links, provenance, summarize
from explanans.rendering.svg import length
from explanans.rendering.tree_layout import ROOT_TYPE, Join, NodeBox, TreeLayout, lay_out_tree, stack
from explanans.rendering.typesetting import (
    CAPTION_LINE,
    CAPTION_SIZE,
    LABEL_LINE,
    LABEL_SIZE,
    MARGIN,
    PADDING,
    shorten,
    text_width,
    wrap,
)
from explanans.structures.explanations import Explanation

MOST_LOOSE_FACTS = 10
"""Maximum number of facts to draw if no tree joins them."""
NOTE = "Underlined: words that no premise of their step supports."
_CORNER = 9.0


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
    texts = (svg.text("label", (MARGIN, note.y), LABEL_SIZE, escape(note.text)) for note in notes)
    parts = *map(_join, layout.joins), *map(_box_with_tooltip, layout.boxes), *texts
    return svg.document(width, height, label, svg.resource("tree.css"), parts)


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
    return svg.element(layout.width, layout.height, 'role="group"', label, (*map(_join, layout.joins), *boxes))


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
    frame = svg.frame(box.x, box.y, box.width, box.height)
    return f'<g class="node {kind}"{attributes}>{inside}{frame}{"".join(_texts(box))}</g>'


def _texts(box: NodeBox) -> Iterator[str]:
    x, y = box.x + PADDING, box.y + PADDING - 2
    if box.caption:
        caption = shorten(box.caption, box.width - 2 * PADDING, CAPTION_SIZE)
        yield svg.text("caption", (x, y + CAPTION_SIZE), CAPTION_SIZE, escape(caption))
        y += CAPTION_LINE
    marks = box.node.marks if isinstance(box.node, Conclusion) else ()
    lines = [svg.marked(box.text, marks, line) for line in box.lines]
    yield f'<text class="text" font-size="{box.type.size}">'
    yield f"{svg.spans(x, y + box.type.size, box.type.line, lines)}</text>"


def _join(join: Join) -> str:
    """Return the connectors of a step with their arrow head and label."""
    wires = "".join(f'<path class="wire" d="{_wire(join, premise)}"/>' for premise in join.premises)
    head = svg.head(join.conclusion.middle, join.conclusion.bottom, up=True)
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
    pill = svg.pill(middle, join.label_y, width, len(join.label))
    lines = svg.spans(middle, join.label_y + LABEL_SIZE, LABEL_LINE, list(map(escape, join.label)))
    return f'{pill}<text class="label" font-size="{LABEL_SIZE}" text-anchor="middle">{lines}</text>'
