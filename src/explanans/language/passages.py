"""Sentences of a text and where each stands in it, whatever its lines."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from explanans.language.sentences import BULLET, ends_sentence, sentence_spans, tidy

LONGEST = 60
"""Words of a sentence; what is longer is no sentence that anybody would quote, and is taken apart."""

_WIDE = 50  # characters of a line that may have been wrapped for want of room
_WORD = re.compile(r"\S+")
_LETTERS = 15  # of a word; more count as several words, so that a text without blanks is taken apart too
# The best places to take a sentence apart come first.
_CLAUSE_ENDS = (re.compile(r"[;:]$"), re.compile(r"[,–—)]$"))
_OPEN_ENDS = frozenset(
    """
    a an the this that these those my your his her its our their some any no every each of in on at by for from to with
    without into onto over under between during after before since until about as than and or but nor if when while
    because although which who whose where is are was were be been has have had will would can could may might must
    should not very more most only
    """.split()
)


class Line(NamedTuple):
    """A line of a text without its markup.

    Attributes:
        text: Its text without the markup.
        places: Where each of its characters stands in the text.
        number: Its number, counted from 1.
        is_item: Whether it started with a bullet, which is not read.
    """

    text: str
    places: Sequence[int]
    number: int
    is_item: bool = False


class PlacedSentence(NamedTuple):
    """A sentence and where it stands.

    Attributes:
        text: The sentence on one line, with its full stop.
        line: The line that it starts on, counted from 1.
        paragraph: The number of its paragraph, from 0.
    """

    text: str
    start: int
    end: int
    line: int
    paragraph: int


def placed_sentences(text: str) -> Iterator[PlacedSentence]:
    r"""Yield the sentences of plain text.

    A blank line ends a paragraph, a bullet starts a sentence. A line that does not end as a sentence does goes on in
    the next one where that starts in lower case, where its last word asks for another, or where the next word had no
    room on it; in a text no line of which ends as a sentence does, each line is one.

    Example:
        >>> text = "Bread rises. Yeast\nmakes gas.\n\nIt lifts"
        >>> [(item.text, item.start, item.line) for item in placed_sentences(text)]
        [('Bread rises.', 0, 1), ('Yeast makes gas.', 13, 1), ('It lifts', 31, 4)]
    """
    for paragraph, passage in joined_lines(text):
        yield from passage_sentences(passage, paragraph)


def joined_lines(text: str) -> Iterator[tuple[int, list[Line]]]:
    """Yield the lines of plain text that belong together, each group with the number of its paragraph, from 0."""
    lines = list(_lines(text))
    goes_on = _continuations(lines)
    paragraph = 0
    passage: list[Line] = []
    for line, continues in zip(lines, goes_on, strict=True):
        if passage and not continues:
            yield paragraph, passage
            passage = []
        if line.text:
            passage.append(line)
        else:
            paragraph += 1
    if passage:
        yield paragraph, passage


def passage_sentences(lines: Sequence[Line], paragraph: int) -> Iterator[PlacedSentence]:
    """Yield the sentences of lines that belong together."""
    text = " ".join(line.text for line in lines)
    places: list[int] = []
    numbers: list[int] = []
    for line in lines:
        places += [*line.places, line.places[-1] + 1]
        numbers += [line.number] * (len(line.text) + 1)
    for sentence in sentence_spans(text):
        for start, end in parted(text, *sentence):
            if read := tidy(text[start:end]):
                yield PlacedSentence(read, places[start], places[end - 1] + 1, numbers[start], paragraph)


def parted(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where the parts of a sentence start and end: all of it, unless it has more than `LONGEST` words.

    A longer one ends after the last semicolon or colon of its second half, else after the last comma there, else
    where the number of words is reached; the rest goes on so.

    Example:
        >>> text = "word " * 45 + "here; " + "word " * 30 + "end"
        >>> [text[start:end].split()[-1] for start, end in parted(text, 0, len(text))]
        ['here;', 'end']
    """
    words = [part for match in _WORD.finditer(text, start, end) for part in _short(*match.span())]
    while len(words) > LONGEST:
        last = _last_of_clause(text, words[:LONGEST])
        yield words[0][0], words[last][1]
        words = words[last + 1 :]
    if words:
        yield words[0][0], words[-1][1]


def _short(start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a word in parts of at most `_LETTERS` letters, all that remains in the last."""
    parts = max(1, (end - start) // _LETTERS)
    for part in range(parts):
        yield start + part * _LETTERS, end if part == parts - 1 else start + (part + 1) * _LETTERS


def _last_of_clause(text: str, words: Sequence[tuple[int, int]]) -> int:
    """Return the number of the word after which to take a sentence apart."""
    for marks in _CLAUSE_ENDS:
        for number in range(len(words) - 1, len(words) // 2, -1):
            if marks.search(text[slice(*words[number])]):
                return number
    return len(words) - 1


def _lines(text: str) -> Iterator[Line]:
    """Yield the lines without bullets and the blanks around them."""
    start = 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        bullet = BULLET.match(line)
        begin = bullet.end() if bullet else len(line) - len(line.lstrip())
        read = line[begin:].rstrip()
        yield Line(read, range(start + begin, start + begin + len(read)), number, bullet is not None)
        start += len(line)


def _continuations(lines: Sequence[Line]) -> list[bool]:
    """Return for each line whether it goes on with the sentence of the line before it."""
    prose = any(ends_sentence(line.text) for line in lines)
    widest = max((len(line.text) for line in lines), default=0)
    asked, roomless, without_period = [False][: len(lines)], [False], 0
    for before, line in pairwise(lines):
        is_open = bool(before.text and line.text) and not line.is_item and not _ends(before.text, line.text)
        without_period += is_open
        asked.append(is_open and prose and _asks(before.text, line.text))
        roomless.append(is_open and len(before.text) + 1 + len(line.text.split()[0]) > widest)
    # Of lines that are sentences only the longest have no room for the word that follows; of wrapped ones nearly all.
    some_ask = any(asked)
    is_wrapped = some_ask or sum(roomless) > without_period / 2
    return [
        asks or (full and is_wrapped and len(before.text) >= (0 if some_ask else _WIDE))
        for before, asks, full in zip((Line("", (), 0), *lines), asked, roomless, strict=False)
    ]


def _ends(line: str, following: str) -> bool:
    """Return whether a line ends a sentence; what stands after a colon or a semicolon may go on in lower case."""
    return ends_sentence(line) and not (line.endswith((":", ";")) and following[0].islower())


def _asks(line: str, following: str) -> bool:
    """Return whether a line asks to be continued by the next one, whatever its length."""
    return following[0].islower() or line.endswith(",") or line.rsplit(maxsplit=1)[-1].lower() in _OPEN_ENDS


def with_period(sentence: str) -> str:
    """Return a sentence with a full stop, unless it ends in a mark.

    Example:
        >>> with_period("Ice melts"), with_period("Does it?"), with_period("If it is warm,")
        ('Ice melts.', 'Does it?', 'If it is warm,')
    """
    last = sentence[-1]
    lacks = last.isalnum() or (last in "%)]”’\"'" and not ends_sentence(sentence))
    return f"{sentence}." if lacks else sentence


def without_period(sentence: str) -> str:
    """Return a sentence without its full stop.

    Example:
        >>> without_period("Ice melts."), without_period("And so on ...")
        ('Ice melts', 'And so on ...')
    """
    return sentence if sentence.endswith(("..", "…")) else sentence.removesuffix(".").rstrip()
