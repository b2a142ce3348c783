"""Sentences of prose: those that know their lines, with corrected ends, and those with places in a whole text."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

import sentencex

from explanans.language.lexicon import word_set

_PERSONAL = "mr mrs ms mx"
_TITLES = f"{_PERSONAL} dr prof st ste mt ft gen sen rep gov capt lt col sgt maj hon rev"
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
_TITLE = re.compile(rf"\b(?:{_words(_PERSONAL)})\.\s*$", re.IGNORECASE)
_STOP = re.compile(r"(?<![.!?])[.!?]+[\"”’)\]]*\s+(?=[\"“‘'(\[]?[A-Z])")
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
        if held and not _goes_on(held[-_LONGEST:], piece):
            yield from _parted(held)
            held = ""
        held += piece
    if held:
        yield from _parted(held)


def _goes_on(end: str, piece: str) -> bool:
    """Return whether a sentence goes on behind such an end: behind a title, and a figure behind an abbreviation."""
    is_open = piece[:1].isdigit() or piece[:1].islower()
    return _TITLE.search(end) is not None or (is_open and _OPEN_ABBREVIATION.search(end) is not None)


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
_BLANK = re.compile(r"[^\S \t\n\r]")
"""Blanks that take several bytes, or that end lines in some programs."""
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
        yield from sentences_of_passage(passage)


def sentences_of_passage(passage: list[tuple[int, str]]) -> Iterator[Sentence]:
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
    # The splitter takes all blanks for one byte long, and fails at others.
    for piece in corrected(_pieces(_BLANK.sub(" ", text))):
        start, position = position, position + len(piece)
        if any(character.isalnum() for character in piece):
            yield start + len(piece) - len(piece.lstrip()), position - len(piece) + len(piece.rstrip())


def _pieces(text: str) -> Iterator[str]:
    """Yield the sentences of a text with the blanks around them; of one longer than ``AT_ONCE`` by stretches."""
    # A stretch begins with the last sentences of the one before it, which were cut, or might have ended elsewhere.
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


LONGEST = 60
"""Words of a sentence; what is longer is no sentence that anybody would quote, and is taken apart."""

_WIDE = 50  # characters of a line that may have been wrapped for want of room
_WORD = re.compile(r"\S+")
_LETTERS = 15  # of a word; more count as several words, so that a text without blanks is taken apart too
# The best places to take a sentence apart come first.
_CLAUSE_ENDS = (re.compile(r"[;:]$"), re.compile(r"[,–—)]$"))
_OPEN_ENDS = word_set("language.sentences.open-ends")


class Line(NamedTuple):
    """A line of a text without its markup.

    Attributes:
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
    closed = sentence.endswith(tuple("%)]”’\"'"))
    lacks = sentence[-1:].isalnum() or (closed and not ends_sentence(sentence))
    return f"{sentence}." if lacks else sentence


def tidy_sentence(text: str) -> str:
    r"""Return a sentence on one line with a full stop, unless it ends in a mark; see ``tidy``.

    Example:
        >>> tidy_sentence(" ice\nmelts "), tidy_sentence("")
        ('ice melts.', '')
    """
    return with_period(tidy(text))


def without_period(sentence: str) -> str:
    """Return a sentence without its full stop.

    Example:
        >>> without_period("Ice melts."), without_period("And so on ...")
        ('Ice melts', 'And so on ...')
    """
    return sentence if sentence.endswith(("..", "…")) else sentence.removesuffix(".").rstrip()
