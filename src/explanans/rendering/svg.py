"""SVG shapes, documents and elements that all drawings share."""

from collections.abc import Iterable, Sequence
from importlib.resources import files
from xml.sax.saxutils import escape, quoteattr

from explanans.rendering.typesetting import LABEL_LINE, Stretch, split_runs


def length(value: float) -> str:
    """Return a length with one decimal, or none if the decimal is 0.

    Example:
        >>> length(2.04), length(2.06)
        ('2', '2.1')
    """
    return f"{value:.1f}".removesuffix(".0")


def resource(*names: str) -> str:
    """Return the concatenated style sheets or scripts of the package."""
    return "".join(files(__package__).joinpath(name).read_text(encoding="utf-8") for name in names)


def document(width: float, height: float, label: str, style: str, parts: Iterable[str]) -> str:
    """Return a drawing as a standalone file.

    Args:
        style: Its style sheet.
    """
    size = f'width="{length(width)}" height="{length(height)}"'
    box = f'viewBox="0 0 {length(width)} {length(height)}"'
    start = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} class="drawing" role="img"'
    paper = f"<style>\n{style}</style>", f'<rect class="paper" {size}/>'
    return "\n".join((f"{start} aria-label={quoteattr(label)}>", *paper, *parts, "</svg>\n"))


def element(width: float, height: float, attributes: str, label: str, parts: Iterable[str]) -> str:
    """Return a drawing as an element of a page with its style sheet.

    Args:
        attributes: Further attributes, such as the role.
    """
    size = f'width="{length(width)}" height="{length(height)}" viewBox="0 0 {length(width)} {length(height)}"'
    return "\n".join((f'<svg class="drawing" {size} {attributes} aria-label={quoteattr(label)}>', *parts, "</svg>"))


def head(x: float, y: float, *, up: bool) -> str:
    """Return the head of an arrow.

    Args:
        x: The x-coordinate of its tip.
        y: The y-coordinate of the box edge.
        up: Whether it points upwards.
    """
    start, side = (y + 1, "") if up else (y - 1, "-")
    return f'<path class="head" d="M{length(x)} {length(start)}l4.5 {side}8h-9z"/>'


def frame(x: float, y: float, width: float, height: float) -> str:
    """Return the frame of a box."""
    return f'<rect class="box" {_place(x, y)} width="{length(width)}" height="{length(height)}" rx="7"/>'


def pill(middle: float, y: float, width: float, lines: int = 1) -> str:
    """Return the background of a label.

    Args:
        middle: Horizontal middle.
        y: Upper edge.
        lines: Number of lines of the label.
    """
    size = f'width="{length(width)}" height="{length(lines * LABEL_LINE)}"'
    return f'<rect class="pill" {_place(middle - width / 2, y)} {size}/>'


def text(kind: str, place: tuple[float, float], size: float | str, content: str, *, centred: bool = False) -> str:
    """Return a line of text.

    Args:
        kind: Its style class.
        place: Its left edge (its middle if centred) and its baseline.
        size: Its font size.
        content: Markup.
    """
    anchor = ' text-anchor="middle"' * centred
    return f'<text class="{kind}" {_place(*place)} font-size="{size}"{anchor}>{content}</text>'


def spans(x: float, first: float, step: float, lines: Sequence[str]) -> str:
    """Return the lines of a text.

    Args:
        x: Left edge or middle.
        first: Baseline of the first line.
        step: Distance between baselines.
        lines: Markup of the lines.
    """
    return "".join(f"<tspan {_place(x, first + n * step)}>{line}</tspan>" for n, line in enumerate(lines))


def marked(whole: str, marks: Iterable[Stretch], part: Stretch) -> str:
    """Return a part of a text as markup, with marks on unsupported spans."""
    return "".join(
        f'<tspan class="unsupported">{escape(run.text)}</tspan>' if run.marked else escape(run.text)
        for run in split_runs(whole, marks, part)
    )


def _place(x: float, y: float) -> str:
    return f'x="{length(x)}" y="{length(y)}"'
