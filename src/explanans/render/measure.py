"""How wide text will be, without a font at hand, and where to break its lines."""

import re
import unicodedata

from explanans.render.wording import Span

# Widths in ems. They are those of the widest common sans-serif faces (DejaVu Sans, Verdana), so that text set in any
# other generic face stays inside its box.
_WIDTHS = {
    **dict.fromkeys("ijl'|.,:;!()[] ", 0.4),
    **dict.fromkeys('frtIJ-/\\"`*°', 0.46),
    **dict.fromkeys("mMW@%", 1.0),
    **dict.fromkeys("w&QOGDN", 0.84),
    **dict.fromkeys("ABCEFHKLPRSTUVXYZ", 0.73),
    **dict.fromkeys("+=<>~^#", 0.84),
}
_USUAL_WIDTH = 0.65
_WIDE_WIDTH = 1.05


def text_width(text: str, size: float) -> float:
    """Return a generous estimate of how wide a text is.

    Args:
        text: The text.
        size: The font size in pixels.

    Returns:
        The width in pixels.

    Example:
        >>> text_width("ice", 10) < text_width("ice age", 10)
        True
    """
    return size * sum(map(_glyph_width, text))


def _glyph_width(character: str) -> float:
    if character in _WIDTHS:
        return _WIDTHS[character]
    if character.isascii() or character in "…–·×":
        return _USUAL_WIDTH
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return _WIDE_WIDTH
    return _USUAL_WIDTH if character.islower() else _WIDE_WIDTH


def wrap(text: str, width: float, size: float) -> tuple[Span, ...]:
    """Return the lines of a text, as spans of it without the blanks between lines.

    A word that is longer than a line is broken where it must be.

    Args:
        text: The text, on one line.
        width: The longest line in pixels.
        size: The font size in pixels.

    Example:
        >>> [("heat melts ice")[start:end] for start, end in wrap("heat melts ice", 70, 10)]
        ['heat melts', 'ice']
    """
    lines: list[Span] = []
    for piece in _pieces(text, width, size):
        if lines and piece.start > lines[-1].end and text_width(text[lines[-1].start : piece.end], size) <= width:
            lines[-1] = Span(lines[-1].start, piece.end)
        else:
            lines.append(piece)
    return tuple(lines)


def wrap_evenly(text: str, width: float, size: float) -> tuple[Span, ...]:
    """Return the lines of a text, as few as ``wrap`` gives and about equally long.

    Args:
        text: The text, on one line.
        width: The longest line in pixels.
        size: The font size in pixels.

    Example:
        >>> [("heat melts all ice")[start:end] for start, end in wrap_evenly("heat melts all ice", 90, 10)]
        ['heat melts', 'all ice']
    """
    lines = even = wrap(text, width, size)
    while len(even) == len(lines) and width > size:
        lines, width = even, width - size / 2
        even = wrap(text, width, size)
    return lines


def _pieces(text: str, width: float, size: float) -> list[Span]:
    """Return the words of a text, those wider than a line cut into parts that are not."""
    pieces: list[Span] = []
    for found in re.finditer(r"\S+", text):
        start, used = found.start(), 0.0
        for position in range(*found.span()):
            glyph = text_width(text[position], size)
            if used + glyph > width and position > start:
                pieces.append(Span(start, position))
                start, used = position, 0.0
            used += glyph
        pieces.append(Span(start, found.end()))
    return pieces


def shorten(text: str, width: float, size: float) -> str:
    """Return a text, cut and ended with an ellipsis where it is wider than allowed.

    Args:
        text: The text.
        width: The width in pixels.
        size: The font size in pixels.

    Example:
        >>> shorten("PROTO-THERMAL CONDUCTION", 80, 10)
        'PROTO-THER…'
    """
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"
