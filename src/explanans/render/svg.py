"""An explanation's tree as a drawing in SVG, alone or as part of a page."""

from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from explanans.explanation import Explanation
from explanans.render.layout import (
    CAPTION_LINE,
    CAPTION_SIZE,
    LABEL_LINE,
    LABEL_SIZE,
    MARGIN,
    PADDING,
    ROOT_TYPE,
    Box,
    Join,
    Layout,
    lay_out,
    stack,
)
from explanans.render.measure import shorten, text_width, wrap
from explanans.render.outline import Conclusion, Leaf, Node, loose_ends, outline
from explanans.render.wording import missing_links, provenance, split_runs, summarize
from explanans.text.sentences import tidy

MOST_LOOSE_FACTS = 10
"""How many facts are drawn where no tree joins them."""
NOTE = "Underlined: words that no premise of their step supports."
_CORNER = 9.0


class _Note(NamedTuple):
    """A line of text beside the boxes, and the height of its base line."""

    text: str
    y: float


def explanation_svg(explanation: Explanation) -> str:
    """Return an explanation as an SVG document: its tree or, where there is none, its best facts and what is missing.

    The drawing needs no other file, follows the reader's choice of light or dark, and says in tooltips where each
    fact comes from.

    Args:
        explanation: The explanation.

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
    size = f'width="{_number(width)}" height="{_number(height)}"'
    box = f'viewBox="0 0 {_number(width)} {_number(height)}"'
    label = quoteattr(f"{tidy(explanation.hypothesis)} ({summarize(explanation)})")
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} class="drawing" role="img" aria-label={label}>',
            f"<style>\n{drawing_style()}</style>",
            f'<rect class="paper" {size}/>',
            *map(_join, layout.joins),
            *(_box(box, "", f"<title>{escape(_describe(box.node))}</title>") for box in layout.boxes),
            *map(_note, notes),
            "</svg>\n",
        )
    )


def _tree(root: Conclusion) -> tuple[Layout, list[_Note]]:
    layout = lay_out(root)
    doubtful = any(isinstance(box.node, Conclusion) and box.node.marks for box in layout.boxes)
    return layout, [_Note(NOTE, layout.height + LABEL_SIZE)] if doubtful else []


def _loose_facts(explanation: Explanation) -> tuple[Layout, list[_Note]]:
    hypothesis, facts = loose_ends(explanation, MOST_LOOSE_FACTS)
    reason = f"No tree: {missing_links(explanation)[0]}"
    lines = [reason[start:end] for start, end in wrap(reason, ROOT_TYPE.longest, LABEL_SIZE)]
    layout = stack(hypothesis, facts, (len(lines) + 1.5) * LABEL_LINE)
    top = layout.boxes[0].bottom + 1.5 * LABEL_LINE
    return layout, [_Note(line, top + number * LABEL_LINE) for number, line in enumerate(lines)]


def inline_drawing(layout: Layout, label: str) -> str:
    """Return a tree as an SVG element for a page that brings ``drawing_style`` and a card for each box.

    Box number n, counted from 0, can take the focus and is described by the element ``card-n``.

    Args:
        layout: The tree's layout.
        label: What the drawing shows, in words.
    """
    boxes = (
        _box(box, f' tabindex="0" role="img" aria-label={quoteattr(box.node.text)} aria-describedby="card-{number}"')
        for number, box in enumerate(layout.boxes)
    )
    return _element(layout, boxes, label)


def plain_drawing(layout: Layout, label: str) -> str:
    """Return a tree as an SVG element for a page that brings ``drawing_style``, with tooltips and nothing to focus.

    Args:
        layout: The tree's layout.
        label: What the drawing shows, in words.
    """
    return _element(
        layout, (_box(box, "", f"<title>{escape(_describe(box.node))}</title>") for box in layout.boxes), label
    )


def _element(layout: Layout, boxes: Iterable[str], label: str) -> str:
    width, height = _number(layout.width), _number(layout.height)
    start = f'<svg class="drawing" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return "\n".join(
        (f'{start} role="group" aria-label={quoteattr(label)}>', *map(_join, layout.joins), *boxes, "</svg>")
    )


def drawing_style() -> str:
    """Return the style sheet of a drawing."""
    return files(__package__).joinpath("tree.css").read_text(encoding="utf-8")


def _describe(node: Node) -> str:
    """Return in words what a node is beyond its text: a fact's provenance, or a step's inference and verdict."""
    if isinstance(node, Leaf):
        return " · ".join(filter(None, (f"Fact {tidy(node.fact.id)}", provenance(node.fact))))
    if not node.number:
        return "Hypothesis"
    return " · ".join(filter(None, (f"Step {node.number}", node.inference, node.finding, node.likelihood)))


def _box(box: Box, attributes: str, inside: str = "") -> str:
    node = box.node
    kind = "leaf"
    if isinstance(node, Conclusion):
        kind = "conclusion" + " root" * node.root + " doubtful" * (not node.supported)
    return (
        f'<g class="node {kind}"{attributes}>{inside}'
        f'<rect class="box" x="{_number(box.x)}" y="{_number(box.y)}" width="{_number(box.width)}" '
        f'height="{_number(box.height)}" rx="7"/>{"".join(_texts(box))}</g>'
    )


def _texts(box: Box) -> Iterator[str]:
    x, y = _number(box.x + PADDING), box.y + PADDING - 2
    if box.caption:
        caption = shorten(box.caption, box.width - 2 * PADDING, CAPTION_SIZE)
        place = f'x="{x}" y="{_number(y + CAPTION_SIZE)}"'
        yield f'<text class="caption" {place} font-size="{CAPTION_SIZE}">{escape(caption)}</text>'
        y += CAPTION_LINE
    marks = box.node.marks if isinstance(box.node, Conclusion) else ()
    yield f'<text class="text" font-size="{box.type.size}">'
    for line in box.lines:
        runs = "".join(
            f'<tspan class="unsupported">{escape(run.text)}</tspan>' if run.marked else escape(run.text)
            for run in split_runs(box.node.text, marks, line)
        )
        yield f'<tspan x="{x}" y="{_number(y + box.type.size)}">{runs}</tspan>'
        y += box.type.line
    yield "</text>"


def _join(join: Join) -> str:
    """Return the connectors of one step, an arrow head at its conclusion and its label."""
    top, middle = join.conclusion.bottom, join.conclusion.middle
    wires = "".join(f'<path class="wire" d="{_wire(join, premise)}"/>' for premise in join.premises)
    head = f"M{_number(middle)} {_number(top + 1)}l4.5 8h-9z"
    return f'<g class="join">{wires}<path class="head" d="{head}"/>{_label(join)}</g>'


def _wire(join: Join, premise: Box) -> str:
    """Return the path from a conclusion straight down, around two rounded corners, to a premise."""
    start, end, turn = join.conclusion.middle, premise.middle, join.turn
    corner = _CORNER
    path = f"M{_number(start)} {_number(join.conclusion.bottom)}"
    if abs(end - start) >= 2 * corner:  # a premise that stands nearly below is reached straight down
        side = corner if end > start else -corner
        path += (
            f"V{_number(turn - corner)}q0 {_number(corner)} {_number(side)} {_number(corner)}"
            f"H{_number(end - side)}q{_number(side)} 0 {_number(side)} {_number(corner)}"
        )
    return path + f"V{_number(premise.y)}"


def _label(join: Join) -> str:
    if not join.label:
        return ""
    middle = join.conclusion.middle
    width = max(text_width(line, LABEL_SIZE) for line in join.label) + 8
    pill = (
        f'<rect class="pill" x="{_number(middle - width / 2)}" y="{_number(join.label_y)}" '
        f'width="{_number(width)}" height="{_number(len(join.label) * LABEL_LINE)}"/>'
    )
    lines = "".join(
        f'<tspan x="{_number(middle)}" y="{_number(join.label_y + LABEL_SIZE + number * LABEL_LINE)}">'
        f"{escape(line)}</tspan>"
        for number, line in enumerate(join.label)
    )
    return f'{pill}<text class="label" font-size="{LABEL_SIZE}" text-anchor="middle">{lines}</text>'


def _note(note: _Note) -> str:
    place = f'x="{_number(MARGIN)}" y="{_number(note.y)}"'
    return f'<text class="label" {place} font-size="{LABEL_SIZE}">{escape(note.text)}</text>'


def _number(value: float) -> str:
    """Return a length with one digit after the point, or none where it would be 0."""
    return f"{value:.1f}".removesuffix(".0")
