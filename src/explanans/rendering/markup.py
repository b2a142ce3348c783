"""HTML pages from the Jinja2 templates in ``templates``, and the SVG elements that all drawings share."""

import base64
import hashlib
import html
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from explanans.language.sentences import tidy
from explanans.rendering import phrases
from explanans.rendering.typesetting import LABEL_LINE, Stretch, split_runs

if TYPE_CHECKING:
    from jinja2 import Environment


def resource(*names: str) -> str:
    """Return the concatenated style sheets or scripts of the package."""
    return "".join(files(__package__).joinpath(name).read_text(encoding="utf-8") for name in names)


def page(template: str, **values: object) -> str:
    """Return a self-contained HTML page; its content security policy forbids all requests, and all scripts but its own.

    Args:
        template: Name of a template, which names its style sheets and its script.
        values: What the template needs; texts are escaped.
    """
    return _environment().get_template(f"{template}.html").render(values)


@cache
def _environment() -> "Environment":
    """Return the environment of all templates; Jinja2 is loaded for a page only."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined  # noqa: PLC0415
    from markupsafe import Markup  # noqa: PLC0415

    def escaped(value: object) -> object:
        return value if hasattr(value, "__html__") else Markup(html.escape(str(value)))  # noqa: S704 - it is escaped

    environment = Environment(
        loader=FunctionLoader(lambda name: resource(f"templates/{name}")),
        autoescape=True,
        finalize=escaped,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"sha256": _sha256, "tidy": tidy}
    environment.globals |= {"resource": resource, "split_runs": split_runs, "words": phrases}
    return environment


def _sha256(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def length(value: float) -> str:
    """Return a length with one decimal, or none if the decimal is 0.

    Example:
        >>> length(2.04), length(2.06)
        ('2', '2.1')
    """
    return f"{value:.1f}".removesuffix(".0")


def document(width: float, height: float, label: str, style: str, parts: Iterable[str]) -> str:
    """Return a drawing as a standalone file with its style sheet."""
    size = f'width="{length(width)}" height="{length(height)}"'
    box = f'viewBox="0 0 {length(width)} {length(height)}"'
    start = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} class="drawing" role="img"'
    paper = f"<style>\n{style}</style>", f'<rect class="paper" {size}/>'
    return "\n".join((f"{start} aria-label={quoteattr(label)}>", *paper, *parts, "</svg>\n"))


def element(width: float, height: float, attributes: str, label: str, parts: Iterable[str]) -> str:
    """Return a drawing as an element of a page that has its style sheet."""
    size = f'width="{length(width)}" height="{length(height)}" viewBox="0 0 {length(width)} {length(height)}"'
    return "\n".join((f'<svg class="drawing" {size} {attributes} aria-label={quoteattr(label)}>', *parts, "</svg>"))


def head(x: float, y: float, *, up: bool) -> str:
    """Return the head of an arrow with its tip at the edge of a box."""
    start, side = (y + 1, "") if up else (y - 1, "-")
    return f'<path class="head" d="M{length(x)} {length(start)}l4.5 {side}8h-9z"/>'


def frame(x: float, y: float, width: float, height: float) -> str:
    """Return the frame of a box."""
    return f'<rect class="box" {_place(x, y)} width="{length(width)}" height="{length(height)}" rx="7"/>'


def pill(middle: float, y: float, width: float, lines: int = 1) -> str:
    """Return the background of a label with its upper edge at ``y``."""
    size = f'width="{length(width)}" height="{length(lines * LABEL_LINE)}"'
    return f'<rect class="pill" {_place(middle - width / 2, y)} {size}/>'


def text(kind: str, place: tuple[float, float], size: float | str, content: str, *, centred: bool = False) -> str:
    """Return a line of text from markup; its place is its left edge, or its middle if centred, and its baseline."""
    anchor = ' text-anchor="middle"' * centred
    return f'<text class="{kind}" {_place(*place)} font-size="{size}"{anchor}>{content}</text>'


def spans(x: float, first: float, step: float, lines: Sequence[str]) -> str:
    """Return the lines of a text from markup; ``first`` is the baseline of the first, ``step`` the line height."""
    return "".join(f"<tspan {_place(x, first + n * step)}>{line}</tspan>" for n, line in enumerate(lines))


def marked(whole: str, marks: Iterable[Stretch], part: Stretch) -> str:
    """Return a part of a text as markup, with marks on unsupported spans."""
    return "".join(
        f'<tspan class="unsupported">{escape(run.text)}</tspan>' if run.marked else escape(run.text)
        for run in split_runs(whole, marks, part)
    )


def _place(x: float, y: float) -> str:
    return f'x="{length(x)}" y="{length(y)}"'
