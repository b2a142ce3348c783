"""The lines of CoNLL-U files: the columns of each word, checked one by one."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from explanans.exceptions import FormatError

_COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
_NUMBER = re.compile(r"0|[1-9]\d{0,5}", re.ASCII)
_RANGE = re.compile(r"([1-9]\d{0,5})-([1-9]\d{0,5})", re.ASCII)
_EMPTY = re.compile(r"(0|[1-9]\d{0,5})\.[1-9]\d{0,5}", re.ASCII)
_HEAD = re.compile(r"(0|[1-9]\d{0,5}(?:\.[1-9]\d{0,5})?|0\.[1-9]\d{0,5}):(.+)", re.ASCII)


class Row(NamedTuple):
    """A word, or an empty node.

    Attributes:
        line: The number of its line.
        id: Its id as written.
        form: The word as written.
        lemma: Its dictionary form; empty where there is none.
        pos: Its universal part of speech; empty where there is none.
        tag: Its finer part of speech; empty where there is none.
        head: The number of its head, from 1; 0 for a root and for an empty node.
        label: What it is to its head.
        enhanced: The ids and labels of its enhanced heads.
        space_after: Whether a space follows in the text.
    """

    line: int
    id: str
    form: str
    lemma: str
    pos: str
    tag: str
    head: int
    label: str
    enhanced: tuple[tuple[str, str], ...]
    space_after: bool

    @property
    def number(self) -> int:
        """The number of a word, from 1."""
        return int(self.id)


class Surface(NamedTuple):
    """A contraction of several words as it stands in the text."""

    last: int
    form: str
    space_after: bool


@dataclass(slots=True)
class Sentence:
    """The lines of a sentence.

    Attributes:
        text: What its ``# text`` line says; None where it has none.
        words: Its words.
        surfaces: Its contractions, by the number of their first word.
        empty: Its empty nodes.
    """

    text: str | None = None
    words: list[Row] = field(default_factory=list)
    surfaces: dict[int, Surface] = field(default_factory=dict)
    empty: list[Row] = field(default_factory=list)


def read_rows(lines: Iterable[str], source: str) -> Iterator[Sentence]:
    """Yield the sentences of a file; empty lines part them, however many.

    Args:
        lines: The lines.
        source: The file's name, for complaints.

    Raises:
        FormatError: A line breaks the format; it names the line and the column.
    """
    sentence = Sentence()
    number = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            if sentence.words:
                yield _whole(sentence, source, number)
                sentence = Sentence()
        elif line.startswith("#"):
            name, equals, text = line[1:].partition("=")
            if name.strip() == "text" and equals:
                sentence.text = text.strip()
        else:
            _add(sentence, line, source, number)
    if sentence.words:
        yield _whole(sentence, source, number)


def _add(sentence: Sentence, line: str, source: str, number: int) -> None:
    fields = line.split("\t")
    if len(fields) != len(_COLUMNS):
        found = f"{len(fields)} columns"
        raise FormatError(found, source, number, f"the ten columns {' '.join(_COLUMNS)}, with tabs between them")
    if not fields[1]:
        raise FormatError("an empty FORM", source, number, "a word, or _", column=2)
    follows = len(sentence.words) + 1
    if fields[0] == str(follows):
        sentence.words.append(_word(fields, source, number))
    elif match := _RANGE.fullmatch(fields[0]):
        first, last = int(match[1]), int(match[2])
        if first != follows or last < first or any(surface.last >= first for surface in sentence.surfaces.values()):
            raise FormatError(f"the ID {fields[0]}", source, number, f"a range from {follows}", column=1)
        sentence.surfaces[first] = Surface(last, fields[1], "SpaceAfter=No" not in fields[9].split("|"))
    elif (match := _EMPTY.fullmatch(fields[0])) and int(match[1]) == follows - 1:
        sentence.empty.append(_row(fields, 0, source, number))
    else:
        raise FormatError(f"the ID {fields[0]!r}", source, number, f"{follows}, or an empty line before 1", column=1)


def _word(fields: list[str], source: str, number: int) -> Row:
    if not _NUMBER.fullmatch(fields[6]) or fields[6] == fields[0]:
        raise FormatError(f"the HEAD {fields[6]!r}", source, number, "0 or the ID of another word", column=7)
    if fields[7] in {"", "_"}:
        raise FormatError("no DEPREL", source, number, "a label, such as nsubj", column=8)
    return _row(fields, int(fields[6]), source, number)


def _row(fields: list[str], head: int, source: str, number: int) -> Row:
    enhanced = []
    for item in fields[8].split("|") if fields[8] not in {"", "_"} else ():
        match = _HEAD.fullmatch(item)
        if not match or match[1] == fields[0]:
            raise FormatError(
                f"the DEPS {item!r}", source, number, "heads and labels, such as 4:nsubj|6:conj", column=9
            )
        enhanced.append((match[1], match[2]))
    lemma, pos, tag = ("" if value == "_" else value for value in fields[2:5])
    lemma = "_" if fields[1] == "_" else lemma
    space_after = "SpaceAfter=No" not in fields[9].split("|")
    return Row(number, fields[0], fields[1], lemma, pos, tag, head, fields[7], tuple(enhanced), space_after)


def _whole(sentence: Sentence, source: str, number: int) -> Sentence:
    """Return a sentence whose heads and contractions are of its words."""
    count = len(sentence.words)
    for row in sentence.words:
        if row.head > count:
            raise FormatError(f"the HEAD {row.head}", source, row.line, f"0 to {count}", column=7)
    if any(surface.last > count for surface in sentence.surfaces.values()):
        raise FormatError("the end of a sentence within a contraction", source, number, "all of its words", column=1)
    return sentence
