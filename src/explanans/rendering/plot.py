"""SVG plots of shares, from 0 to 1, for a page with ``plot.css``."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from explanans.rendering.typesetting import text_width

WIDTH = 340.0
"""Width in pixels; a plot shrinks with the page."""
LABEL_SIZE = 12.0
_HEIGHT = 200.0
_TOP, _BOTTOM, _LEFT, _RIGHT = 18.0, 36.0, 34.0, 8.0
_ROW, _BAR = 40.0, 12.0
_VALUE = 36.0
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


class Row(NamedTuple):
    """A kind and its shares, one bar each; the note, such as a count, is set in small type."""

    label: str
    values: tuple[float, ...]
    note: str


def rows(label: str, kinds: Sequence[Row], *, highest: float = 1.0) -> str:
    """Return horizontal bars, one group per kind.

    Args:
        kinds: The kinds, in order, with equal numbers of values.
    """
    start = max(text_width(text, LABEL_SIZE) for kind in kinds for text in (kind.label, kind.note)) + 8
    scale = (WIDTH - start - _VALUE) / highest
    parts: list[str] = []
    for number, kind in enumerate(kinds):
        top = number * _ROW + (_ROW - _BAR * len(kind.values)) / 2
        parts.append(_text(kind.label, start - 8, number * _ROW + 17, "end"))
        parts.append(_text(kind.note, start - 8, number * _ROW + 31, "end", "note"))
        for series, value in enumerate(kind.values):
            y = top + series * _BAR
            parts.append(_bar(start, y, value * scale, _BAR - 1.5, series))
            parts.append(_text(f"{value:.2f}", start + value * scale + 4, y + _BAR - 2))
    base = f'<path class="axis" d="M{_number(start)} 0V{_number(len(kinds) * _ROW)}"/>'
    return _drawing(label, len(kinds) * _ROW, [*parts, base])


def columns(label: str, axis: str, kinds: Sequence[Row], *, highest: float = 1.0) -> str:
    """Return vertical bars, one per kind.

    Args:
        kinds: The kinds, in order; the first value of each is drawn, with its note above.
    """
    step = (WIDTH - _LEFT - _RIGHT) / len(kinds)
    parts = _grid(highest)
    for number, kind in enumerate(kinds):
        x = _LEFT + number * step
        y = _height(kind.values[0] / highest)
        parts.append(_bar(x + step * 0.1, y, step * 0.8, _height(0) - y, 0))
        parts.append(_text(kind.note, x + step / 2, y - 4, "middle"))
        parts.append(_text(kind.label, x + step / 2, _HEIGHT - _BOTTOM + 15, "middle"))
    return _drawing(label, _HEIGHT, [*parts, _axis_name(axis)])


def curves(label: str, axis: str, lines: Mapping[str, Mapping[str, float]]) -> str:
    """Return lines over a common axis, with names at their ends if there are several.

    Args:
        lines: For each line by name, its shares by the names of the points; all lines share at least two points.
    """
    named = len(lines) > 1
    end = WIDTH - _RIGHT - (max(text_width(name, LABEL_SIZE) for name in lines) + 6) * named
    parts = _grid(1.0)
    names: list[tuple[float, str]] = []
    points: dict[str, float] = {}
    for name, shares in lines.items():
        points = {point: _LEFT + 6 + n * (end - _LEFT - 6) / (len(shares) - 1) for n, point in enumerate(shares)}
        path = " ".join(f"{_number(points[point])},{_number(_height(share))}" for point, share in shares.items())
        parts.append(f'<polyline class="line" points="{path}"/>')
        names.append((_height(list(shares.values())[-1]) + 4, name))
    parts.extend(
        _text(point, x, _HEIGHT - _BOTTOM + 15, "middle")
        for n, (point, x) in enumerate(points.items(), 1)
        if _has_label(n)
    )
    if named:
        parts.extend(_text(name, end + 6, y) for y, name in _apart(names))
    return _drawing(label, _HEIGHT, [*parts, _axis_name(axis)])


def _has_label(number: int) -> bool:
    return number == 1 or number % 5 == 0


def _apart(names: Iterable[tuple[float, str]]) -> Iterator[tuple[float, str]]:
    """Yield names with their heights, moved up if they would overlap."""
    free = _height(0) + 4
    for wanted, name in sorted(names, reverse=True):
        height = min(wanted, free)
        free = height - LABEL_SIZE
        yield height, name


def gauge(value: float, low: float, high: float) -> str:
    """Return a track from 0 to 1 with a value and its interval; it is hidden from screen readers."""
    x, start, end = (_number(share * 100) for share in (value, low, high))
    return (
        '<svg class="gauge" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        '<path class="track" d="M0 4H100"/>'
        f'<path class="interval" d="M{start} 4H{end}"/><path class="mark" d="M{x} 0V8"/></svg>'
    )


def _grid(highest: float) -> list[str]:
    parts: list[str] = []
    for tick in _TICKS:
        y = _height(tick)
        name = f"{tick * highest:.2f}" if highest <= 1 else f"{tick * highest:.0f}"
        parts.append(f'<path class="grid" d="M{_number(_LEFT)} {_number(y)}H{_number(WIDTH - _RIGHT)}"/>')
        parts.append(_text(name, _LEFT - 6, y + 4, "end", "note"))
    return parts


def _height(share: float) -> float:
    return _TOP + (1 - share) * (_HEIGHT - _TOP - _BOTTOM)


def _axis_name(axis: str) -> str:
    return _text(axis, (_LEFT + WIDTH - _RIGHT) / 2, _HEIGHT - 5, "middle", "note")


def _bar(x: float, y: float, width: float, height: float, series: int) -> str:
    size = f'width="{_number(width)}" height="{_number(height)}"'
    return f'<rect class="bar series-{series}" x="{_number(x)}" y="{_number(y)}" {size}/>'


def _text(text: str, x: float, y: float, anchor: str = "start", kind: str = "name") -> str:
    return f'<text class="{kind}" x="{_number(x)}" y="{_number(y)}" text-anchor="{anchor}">{escape(text)}</text>'


def _drawing(label: str, height: float, parts: Iterable[str]) -> str:
    size = f'width="{_number(WIDTH)}" height="{_number(height)}" viewBox="0 0 {_number(WIDTH)} {_number(height)}"'
    return f'<svg class="plot" {size} role="img" aria-label={quoteattr(label)}>{"".join(parts)}</svg>'


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
