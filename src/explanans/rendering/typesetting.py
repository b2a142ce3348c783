"""Typesetting without fonts: estimated text widths, line breaks and marked stretches."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from explanans.language.sentences import tidy

# All lengths are in pixels.
MARGIN = 14.0
"""Margin of a drawing."""
PADDING = 12.0
"""Padding of a box."""
CAPTION_SIZE = 10.5
CAPTION_LINE = 16.0
LABEL_SIZE = 11.0
LABEL_LINE = 15.0


@dataclass(frozen=True, slots=True)
class Type:
    """The type of one kind of box."""

    size: float
    line: float
    longest: float
    spread: float = 1.0


LEAF_TYPE = Type(13.5, 18.5, 190.0)
"""Type of facts and of concepts."""


class Stretch(NamedTuple):
    """A stretch of a text, as ``text[start:end]``."""

    start: int
    end: int


class Run(NamedTuple):
    """A stretch of text and whether it is marked as unsupported."""

    text: str
    marked: bool


def find_words(text: str, words: Iterable[str]) -> tuple[Stretch, ...]:
    """Return the spans of words in a text; absent words are skipped.

    Args:
        words: Words as in the text, in order.

    Example:
        >>> find_words("the art of the artist", ("artist",))
        (Stretch(start=15, end=21),)
    """
    spans: list[Stretch] = []
    start = 0
    for word in map(tidy, words):
        found = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE).search(text, start) if word else None
        if found:
            spans.append(Stretch(*found.span()))
            start = found.end()
    return tuple(spans)


def split_runs(text: str, marks: Iterable[Stretch], part: Stretch | None = None) -> Iterator[Run]:
    """Yield the marked and unmarked stretches of a text.

    Args:
        marks: The marked spans, in order and disjoint.
        part: The part of the text to yield; all if None.

    Example:
        >>> list(split_runs("wide seas", find_words("wide seas", ["wide"])))
        [Run(text='wide', marked=True), Run(text=' seas', marked=False)]
    """
    position, stop = part or Stretch(0, len(text))
    for mark in marks:
        start, end = max(mark.start, position), min(mark.end, stop)
        if start < end:
            if position < start:
                yield Run(text[position:start], False)
            yield Run(text[start:end], True)
            position = end
    if position < stop:
        yield Run(text[position:stop], False)


@dataclass(frozen=True, slots=True)
class Box:
    """A box with text.

    Attributes:
        caption: A small line above the text; empty for none.
    """

    text: str
    lines: tuple[Stretch, ...]
    type: Type
    caption: str
    width: float
    height: float
    x: float
    y: float

    @property
    def middle(self) -> float:
        """The horizontal middle."""
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height


# Widths in ems, of the widest common sans-serif faces (DejaVu Sans, Verdana), so that text in any other generic face
# fits into its box.
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
    """Return an upper estimate of the width of a text.

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


def wrap(text: str, width: float, size: float) -> tuple[Stretch, ...]:
    """Return the lines of a text as stretches, without the blanks between lines.

    A word longer than a line is broken.

    Example:
        >>> [("heat melts ice")[start:end] for start, end in wrap("heat melts ice", 70, 10)]
        ['heat melts', 'ice']
    """
    lines: list[Stretch] = []
    for piece in _pieces(text, width, size):
        if lines and piece.start > lines[-1].end and text_width(text[lines[-1].start : piece.end], size) <= width:
            lines[-1] = Stretch(lines[-1].start, piece.end)
        else:
            lines.append(piece)
    return tuple(lines)


def wrap_evenly(text: str, width: float, size: float) -> tuple[Stretch, ...]:
    """Return as many lines of a text as ``wrap`` does, of about equal length.

    Example:
        >>> [("heat melts all ice")[start:end] for start, end in wrap_evenly("heat melts all ice", 90, 10)]
        ['heat melts', 'all ice']
    """
    lines = even = wrap(text, width, size)
    while len(even) == len(lines) and width > size:
        lines, width = even, width - size / 2
        even = wrap(text, width, size)
    return lines


def set_text(text: str, kind: Type) -> tuple[tuple[Stretch, ...], float, float]:
    """Return the lines of a text, their width and their height."""
    size = kind.size * kind.spread
    lines = wrap_evenly(text, kind.longest, size)
    width = max((text_width(text[start:end], size) for start, end in lines), default=0.0)
    return lines, width, max(1, len(lines)) * kind.line


def _pieces(text: str, width: float, size: float) -> list[Stretch]:
    """Return the words of a text; words wider than a line are split."""
    pieces: list[Stretch] = []
    for found in re.finditer(r"\S+", text):
        start, used = found.start(), 0.0
        for position in range(*found.span()):
            glyph = text_width(text[position], size)
            if used + glyph > width and position > start:
                pieces.append(Stretch(start, position))
                start, used = position, 0.0
            used += glyph
        pieces.append(Stretch(start, found.end()))
    return pieces


def shorten(text: str, width: float, size: float) -> str:
    """Return a text, cut and ended with an ellipsis if it is too wide.

    Example:
        >>> shorten("PROTO-THERMAL CONDUCTION", 80, 10)
        'PROTO-THER…'
    """
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"
