r"""CoNLL-U: one word a line in ten columns, with its basic head and its enhanced ones.

The format is that of Universal Dependencies (https://universaldependencies.org/format.html). Features, comments other
than ``# text``, and the column MISC but for ``SpaceAfter`` are passed over. A parse has no words that are not in its
text: the path to a child through an empty node becomes one arc whose label joins those of the path, as in
``conj>nsubj`` (the IWPT 2020 shared task on enhanced dependencies does so too).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from explanans.errors import InputError, amount
from explanans.formats.lines import Line
from explanans.io.files import read_lines
from explanans.registry import takes
from explanans.structures.syntax import ROOT, Arc, Parse, Token

_COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
_NUMBER = re.compile(r"0|[1-9]\d{0,5}", re.ASCII)
_RANGE = re.compile(r"([1-9]\d{0,5})-([1-9]\d{0,5})", re.ASCII)
_EMPTY = re.compile(r"(0|[1-9]\d{0,5})\.[1-9]\d{0,5}", re.ASCII)
_HEAD = re.compile(r"(0|[1-9]\d{0,5}(?:\.[1-9]\d{0,5})?|0\.[1-9]\d{0,5}):(.+)", re.ASCII)


class _Row(NamedTuple):
    """A word, or an empty node.

    Attributes:
        lemma: Its dictionary form; empty if there is none.
        pos: Its universal part of speech; empty if there is none.
        tag: Its finer part of speech; empty if there is none.
        head: The number of its head, from 1; 0 for a root and for an empty node.
        enhanced: The ids and labels of its enhanced heads.
    """

    line: Line
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


class _Surface(NamedTuple):
    """A contraction of several words as it stands in the text."""

    last: int
    form: str
    space_after: bool


@dataclass(slots=True)
class _Sentence:
    """The lines of a sentence.

    Attributes:
        text: The text of its ``# text`` line; None if it has none.
        surfaces: Its contractions, by the number of their first word.
    """

    text: str | None = None
    words: list[_Row] = field(default_factory=list)
    surfaces: dict[int, _Surface] = field(default_factory=dict)
    empty: list[_Row] = field(default_factory=list)


def decode(lines: Iterable[str], source: str) -> Iterator[Parse]:
    r"""Yield one parse a sentence.

    A sentence without a ``# text`` line has its words with spaces between them, but where ``SpaceAfter=No`` stands.
    Enhanced arcs are None if no word of the sentence has any.

    Raises:
        FormatError: A line has not ten columns, ids do not count up, a head is missing, is no word or leads round in a
            circle, or the words are not those of the text; it names the line and the column.

    Example:
        >>> lines = ["1\tcats\tcat\tNOUN\tNNS\t_\t2\tnsubj\t_\t_", "2\tpurr\tpurr\tVERB\tVBP\t_\t0\troot\t_\t_", ""]
        >>> (parse,) = decode(lines, "cats.conllu")
        >>> parse.text, parse.tokens[0].lemma, parse.arcs[0]
        ('cats purr', 'cat', Arc(head=1, child=0, label='nsubj'))
    """
    for sentence in _sentences(lines, source):
        text = sentence.text if sentence.text is not None else _spaced(sentence)
        spans = _spans(sentence, text)
        tokens = tuple(
            Token(row.form, row.lemma, row.pos, row.tag, *span) for row, span in zip(sentence.words, spans, strict=True)
        )
        arcs = tuple(Arc(row.head - 1, child, row.label) for child, row in enumerate(sentence.words))
        _check_tree(arcs, sentence)
        yield Parse(text, tokens, arcs, _enhanced(sentence))


def _sentences(lines: Iterable[str], source: str) -> Iterator[_Sentence]:
    """Yield the sentences of a file; empty lines part them, however many."""
    sentence = _Sentence()
    number = 0
    for number, text in enumerate(lines, 1):
        if not text.strip():
            if sentence.words:
                yield _whole(sentence, Line(text, source, number))
                sentence = _Sentence()
        elif text.startswith("#"):
            name, equals, value = text[1:].partition("=")
            if name.strip() == "text" and equals:
                sentence.text = value.strip()
        else:
            _add(sentence, Line(text, source, number))
    if sentence.words:
        yield _whole(sentence, Line("", source, number))


def _add(sentence: _Sentence, line: Line) -> None:
    fields = line.text.split("\t")
    if len(fields) != len(_COLUMNS):
        raise line.error(amount(len(fields), "column"), f"the ten columns {' '.join(_COLUMNS)}, with tabs between them")
    if not fields[1]:
        raise line.error("an empty FORM", "a word, or _", column=2)
    follows = len(sentence.words) + 1
    if fields[0] == str(follows):
        sentence.words.append(_word(fields, line))
    elif match := _RANGE.fullmatch(fields[0]):
        first, last = int(match[1]), int(match[2])
        if first != follows or last < first or any(surface.last >= first for surface in sentence.surfaces.values()):
            raise line.error(f"the ID {fields[0]}", f"a range from {follows}", column=1)
        sentence.surfaces[first] = _Surface(last, fields[1], _space_follows(fields))
    elif (match := _EMPTY.fullmatch(fields[0])) and int(match[1]) == follows - 1:
        sentence.empty.append(_row(fields, 0, line))
    else:
        raise line.error(f"the ID {fields[0]!r}", f"{follows}, or an empty line before 1", column=1)


def _word(fields: list[str], line: Line) -> _Row:
    if not _NUMBER.fullmatch(fields[6]) or fields[6] == fields[0]:
        raise line.error(f"the HEAD {fields[6]!r}", "0 or the ID of another word", column=7)
    if fields[7] in {"", "_"}:
        raise line.error("no DEPREL", "a label, such as nsubj", column=8)
    return _row(fields, int(fields[6]), line)


def _row(fields: list[str], head: int, line: Line) -> _Row:
    enhanced = []
    for item in fields[8].split("|") if fields[8] not in {"", "_"} else ():
        match = _HEAD.fullmatch(item)
        if not match or match[1] == fields[0]:
            raise line.error(f"the DEPS {item!r}", "heads and labels, such as 4:nsubj|6:conj", column=9)
        enhanced.append((match[1], match[2]))
    lemma, pos, tag = ("" if value == "_" else value for value in fields[2:5])
    lemma = "_" if fields[1] == "_" else lemma
    return _Row(line, fields[0], fields[1], lemma, pos, tag, head, fields[7], tuple(enhanced), _space_follows(fields))


def _space_follows(fields: list[str]) -> bool:
    return "SpaceAfter=No" not in fields[9].split("|")


def _whole(sentence: _Sentence, end: Line) -> _Sentence:
    """Return a sentence whose heads and contractions are of its words."""
    count = len(sentence.words)
    for row in sentence.words:
        if row.head > count:
            raise row.line.error(f"the HEAD {row.head}", f"0 to {count}", column=7)
    if any(surface.last > count for surface in sentence.surfaces.values()):
        raise end.error("the end of a sentence within a contraction", "all of its words", column=1)
    return sentence


def _spaced(sentence: _Sentence) -> str:
    """Return the text that the words and their ``SpaceAfter`` make."""
    text, last = "", 0
    for row in sentence.words:
        if row.number <= last:
            continue  # a later word of a contraction
        surface = sentence.surfaces.get(row.number)
        last = surface.last if surface else row.number
        form, space_after = (surface.form, surface.space_after) if surface else (row.form, row.space_after)
        text += form + " " * space_after
    return text.rstrip(" ")


def _spans(sentence: _Sentence, text: str) -> list[tuple[int, int]]:
    """Return where each word starts and ends in the text."""
    spans: list[tuple[int, int]] = []
    end = 0
    for row in sentence.words:
        if len(spans) >= row.number:
            continue
        surface = sentence.surfaces.get(row.number)
        form = surface.form if surface else row.form
        start = text.find(form, end)
        if start < 0 or text[end:start].strip():
            found = f"the word {form!r}, where the text goes on with {text[end : end + 20].strip()!r}"
            raise row.line.error(found, "the words of the line `# text`, in order", column=2)
        end = start + len(form)
        spans += _parts(sentence.words[row.number - 1 : surface.last], start, end, text) if surface else [(start, end)]
    if text[end:].strip():
        found = f"no word for {text[end:].strip()[:20]!r} at the end of the text"
        raise sentence.words[-1].line.error(found, "the words of the line `# text`, in order", column=2)
    return spans


def _parts(rows: Sequence[_Row], start: int, end: int, text: str) -> list[tuple[int, int]]:
    """Return the places of the words of a contraction: their own where they spell it, else that of all of it."""
    if "".join(row.form for row in rows) != text[start:end]:
        return [(start, end)] * len(rows)
    starts = [start]
    for row in rows:
        starts.append(starts[-1] + len(row.form))
    return list(pairwise(starts))


def _check_tree(arcs: Sequence[Arc], sentence: _Sentence) -> None:
    """Complain of words whose heads lead round in a circle."""
    sound = {ROOT}
    for start in range(len(arcs)):
        path: dict[int, None] = {}
        at = start
        while at not in sound:
            if at in path:
                found = f"the word {sentence.words[at].form!r}, which hangs on itself by way of its heads"
                raise sentence.words[at].line.error(found, "a tree", column=7)
            path[at] = None
            at = arcs[at].head
        sound.update(path)


def _enhanced(sentence: _Sentence) -> tuple[Arc, ...] | None:
    """Return the enhanced arcs with no empty nodes in them."""
    if not any(row.enhanced for row in sentence.words):
        return None
    numbers = {row.id: child for child, row in enumerate(sentence.words)} | {"0": ROOT}
    empty = {row.id: row for row in sentence.empty}
    arcs = set[Arc]()
    for child, row in enumerate(sentence.words):
        waiting = [(head, label, frozenset[str]()) for head, label in row.enhanced]
        while waiting:
            head, label, passed = waiting.pop()
            if head in numbers:
                if numbers[head] != child:  # a path through an empty node may lead back
                    arcs.add(Arc(numbers[head], child, label))
            elif head not in empty:
                raise row.line.error(f"the head {head}", "0 or the id of a word", column=9)
            elif head not in passed:
                above = empty[head].enhanced
                waiting += [(higher, f"{upper}>{label}", passed | {head}) for higher, upper in above]
    return tuple(sorted(arcs, key=lambda arc: (arc.child, arc.head, arc.label)))


def encode(parse: Parse) -> str:
    r"""Return the lines of a parse, each with its line end, and the empty line after them.

    Words that share their place in the text are written as the parts of one contraction. Line ends and tabs in the text
    become spaces, since the format has no place for them.

    Args:
        parse: The parse of a sentence with at least one word.

    Raises:
        InputError: It has no words, or a word, lemma, tag or label would not be read back: it holds a tab or a line
            end, or is nothing if something is needed.

    Example:
        >>> cats = Token("cats", "cat", "NOUN", "NNS", 0, 4)
        >>> print(encode(Parse("cats", (cats,), (Arc(ROOT, 0, "root"),))).replace("\t", " "), end="")
        # text = cats
        1 cats cat NOUN NNS _ 0 root _ _
        <BLANKLINE>
    """
    if not parse.tokens:
        raise InputError(f"the sentence {parse.text!r} has no words; accepted in CoNLL-U: one or more")
    heads: dict[int, list[str]] = {}
    for arc in sorted(parse.enhanced or ()):
        heads.setdefault(arc.child, []).append(f"{arc.head + 1}:{arc.label}")
    lines = ["# text = " + "".join(" " if character in "\t\n\r" else character for character in parse.text)]
    for child, (token, arc) in enumerate(zip(parse.tokens, parse.arcs, strict=True)):
        lines += _contraction(parse, child)
        spaced = parse.tokens[child + 1].start > token.end if child + 1 < len(parse.tokens) else True
        misc = "" if spaced or _shared(parse.tokens, child) > 1 else "SpaceAfter=No"
        deps = "|".join(heads.get(child, ()))
        fields = (str(child + 1), token.text, token.lemma, token.pos, token.tag, "", str(arc.head + 1), arc.label)
        lines.append(_line((*fields, deps, misc), parse.text))
    return "\n".join(lines) + "\n\n"


def _shared(tokens: Sequence[Token], number: int) -> int:
    """Return how many words share the place of a word."""
    place = tokens[number][-2:]
    return sum(token[-2:] == place for token in tokens)


def _contraction(parse: Parse, first: int) -> list[str]:
    """Return the line of the contraction that starts with a word, where one does."""
    token = parse.tokens[first]
    count = _shared(parse.tokens, first)
    if count == 1 or (first > 0 and parse.tokens[first - 1][-2:] == token[-2:]):
        return []
    spaced = first + count == len(parse.tokens) or parse.tokens[first + count].start > token.end
    fields = [f"{first + 1}-{first + count}", parse.text[token.start : token.end], *[""] * 7]
    return [_line((*fields, "" if spaced else "SpaceAfter=No"), parse.text)]


def _line(fields: Sequence[str], text: str) -> str:
    line = "\t".join(field or "_" for field in fields)
    if not fields[1] or line.count("\t") != 9 or "\n" in line or "\r" in line:
        raise InputError(f"the sentence {text!r}: CoNLL-U takes fields of one line without tabs, and words of a letter")
    return line


_STOPS = " .!?…"


@takes("FILE")
class ConlluFile:
    """Looks the parses of sentences up in a file.

    Raises:
        InputError: No file was named, or it is missing.
        FormatError: It breaks the format.
    """

    def __init__(self, which: str = "") -> None:
        if not which:
            raise InputError("the parser conllu: names no file; accepted: conllu:FILE, such as conllu:parses.conllu")
        self._source = which
        digest = sha256()
        self._parses: dict[str, Parse] = {}
        self._unstopped: dict[str, Parse] = {}
        for parse in decode(read_lines(Path(which)), which):
            self._parses.setdefault(parse.text, parse)
            self._unstopped.setdefault(_unstopped(parse.text), parse)
            digest.update(encode(parse).encode())
        self._digest = digest.hexdigest()[:12]

    @property
    def name(self) -> str:
        """The path of the file, and the digest of what was read of it."""
        return f"conllu:{self._source} (SHA-256 of its parses {self._digest}…)"

    def parse(self, sentences: Iterable[str]) -> Iterator[Parse]:
        """Yield the parse of each sentence; see ``Parser``.

        Raises:
            InputError: The file lacks one of them.
        """
        for sentence in sentences:
            found = self._parses.get(sentence)
            if found is None and (other := self._unstopped.get(_unstopped(sentence))):
                found = _with_text(other, sentence)
            if found is None:
                accepted = "a file with a line `# text = …` for every sentence, which says it to the letter"
                raise InputError(f"{self._source}: has no parse of {sentence!r}; accepted: {accepted}")
            yield found


def _unstopped(text: str) -> str:
    """Return a sentence without its final stop."""
    return text.rstrip(_STOPS)


def _with_text(parse: Parse, text: str) -> Parse | None:
    """Return a parse for a text that differs in its final stop alone; None if words hang on that stop."""
    tokens = tuple(token for token in parse.tokens if token.end <= len(text))
    count = len(tokens)
    arcs = tuple(arc for arc in parse.arcs if arc.child < count)
    if any(arc.head >= count for arc in arcs) or not any(arc.head == ROOT for arc in arcs):
        return None
    enhanced = parse.enhanced
    if enhanced is not None:
        enhanced = tuple(arc for arc in enhanced if arc.child < count and arc.head < count)
    return Parse(text, tokens, arcs, enhanced)
