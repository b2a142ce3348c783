"""Sentences of prose that know their lines, with corrections of the ends that ``sentencex`` finds."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

import sentencex

_TITLES = "mr mrs ms dr prof st ste mt ft gen sen rep gov capt lt col sgt maj hon rev"
_FIRMS = "inc ltd co corp bros"
_BEFORE_FIGURES = (
    "approx ca incl excl max min est temp dept no nos fig figs vol vols sec sect ch art eq p pp par cf viz"
)
_DAYS = "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun"
_OTHERS = "jr sr vs al ed eds univ assn ave blvd rd ph"


def _words(*lists: str) -> str:
    return "|".join(word for words in lists for word in words.split())


_ABBREVIATION = re.compile(
    rf"(?:\b(?:{_words(_TITLES, _FIRMS, _BEFORE_FIGURES, _DAYS, _OTHERS)}|e\.g|i\.e|u\.s|u\.k|u\.n|a\.m|p\.m|ph\.d)"
    r"|\b[A-Z]|(?:\b[A-Za-z]\.)+[A-Za-z])\.$",
    re.IGNORECASE,
)
_OPEN_ABBREVIATION = re.compile(rf"\b(?:{_words(_BEFORE_FIGURES, _DAYS)}|[a-z])\.\s*$", re.IGNORECASE)
_STOP = re.compile(r"[.!?]+[\"”’)\]]*\s+(?=[\"“‘'(\[]?[A-Z])")
_ANSWER = re.compile(r"\s*(?:A:\s)?No\.\s+(?=[A-Z])")
_LONGEST = 12  # characters of an abbreviation


def corrected(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the sentences of a text, those parted behind an abbreviation joined and those that hold a stop parted.

    Example:
        >>> list(corrected(["It weighs approx. ", "3 kg. ", '"It is red. It is old," he said.']))
        ['It weighs approx. 3 kg. ', '"It is red. ', 'It is old," he said.']
    """
    held = ""
    for piece in pieces:
        if held and not (_OPEN_ABBREVIATION.search(held[-_LONGEST:]) and (piece[:1].isdigit() or piece[:1].islower())):
            yield from _parted(held)
            held = ""
        held += piece
    if held:
        yield from _parted(held)


def _parted(piece: str) -> Iterator[str]:
    """Yield a sentence in parts, ended by the stops within it and by the answer *No.*, which is no number there."""
    start = 0
    answer = _ANSWER.match(piece)
    if answer:
        yield answer[0]
        start = answer.end()
    for stop in _STOP.finditer(piece, start):
        mark = stop.start() + 1
        if piece[stop.start()] == "." and _ABBREVIATION.search(piece[max(start, mark - _LONGEST) : mark]):
            continue
        yield piece[start : stop.end()]
        start = stop.end()
    if start < len(piece):
        yield piece[start:]


BULLET = re.compile(r"^\s*(?:[-*•‣◦]|\d{1,3}[.)])\s+")
AT_ONCE = 5_000
"""The characters whose sentences are looked for together: to find them takes longer than text grows longer."""
_SENTENCE_END = re.compile(r"[.!?:;…][\"'”’)\]]*$")
# Control characters, lone surrogates, non-characters, and the marks that turn the direction of all text after them.
# A terminal would obey some of them, XML forbids others, and none of them can be seen.
_UNSEEN = re.compile(
    r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)


class Sentence(NamedTuple):
    """A sentence and the line, counted from 1, that it starts on."""

    text: str
    line: int


def sentences(lines: Iterable[str]) -> Iterator[Sentence]:
    """Yield the sentences of plain text.

    A blank line, a bullet and a line that starts in upper case or with a digit after one without a full stop end a
    sentence; a line that goes on in lower case continues the one before. The final full stop is left out, as facts
    have none.

    Example:
        >>> list(sentences(["Bread rises. Yeast makes", "gas.", "- Gas fills dough"]))
        [Sentence(text='Bread rises', line=1), Sentence(text='Yeast makes gas', line=1),
         Sentence(text='Gas fills dough', line=3)]
    """
    for passage in _passages(lines):
        yield from passage_sentences(passage)


def passage_sentences(passage: list[tuple[int, str]]) -> Iterator[Sentence]:
    """Yield the sentences of lines that belong together."""
    text = " ".join(line for _, line in passage)
    starts = list(accumulate((len(line) + 1 for _, line in passage), initial=0))
    for start, end in sentence_spans(text):
        sentence = " ".join(text[start:end].split())
        if not sentence.endswith(("..", "…")):
            sentence = sentence.removesuffix(".").rstrip()
        yield Sentence(sentence, passage[bisect_right(starts, start, hi=len(passage)) - 1][0])


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the sentences of a text on one line start and end; what has no letter and no digit is none.

    Example:
        >>> [("Ice melts. Dr. Frost knows!")[start:end] for start, end in sentence_spans("Ice melts. Dr. Frost knows!")]
        ['Ice melts.', 'Dr. Frost knows!']
    """
    position = 0
    for piece in corrected(_pieces(text)):
        start, position = position, position + len(piece)
        if any(character.isalnum() for character in piece):
            yield start + len(piece) - len(piece.lstrip()), position - len(piece) + len(piece.rstrip())


def _pieces(text: str) -> Iterator[str]:
    """Yield the sentences of a text with the blanks around them; what is longer than ``AT_ONCE`` is read by stretches.

    A stretch begins with the last sentences of the one before it, which were cut, or might have ended elsewhere.
    """
    start = 0
    while len(text) - start > AT_ONCE:
        stretch = text[start : start + AT_ONCE]
        blank = max(stretch.rfind(" "), 0) + 1
        read = sentencex.segment("en", stretch[:blank] if blank > 1 else stretch)
        found = read[:-3] or read[:-1] or read
        yield from found
        start += sum(map(len, found))
    yield from sentencex.segment("en", text[start:])


def _passages(lines: Iterable[str]) -> Iterator[list[tuple[int, str]]]:
    passage: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        text = BULLET.sub("", line).strip()
        if passage and not (text and text == line.strip() and _continues(passage[-1][1], text)):
            yield passage
            passage = []
        if text:
            passage.append((number, text))
    if passage:
        yield passage


def _continues(before: str, text: str) -> bool:
    return text[0].islower() and not ends_sentence(before)


def ends_sentence(line: str) -> bool:
    """Return whether a line ends as a sentence does.

    Example:
        >>> ends_sentence('He said: "Ice melts."'), ends_sentence("ice melts")
        (True, False)
    """
    return _SENTENCE_END.search(line.rstrip()) is not None


def tidy(text: str) -> str:
    r"""Return a text on one line, without characters that a reader cannot see.

    Example:
        >>> tidy("ice\n is \x1b[31mcold\x00 ")
        'ice is [31mcold'
    """
    return " ".join(_UNSEEN.sub("", text).split())
