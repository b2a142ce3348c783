"""Plain text and Markdown, one fact a sentence; premises of the user, one a line."""

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate, groupby

import msgspec

from explanans.formats.codec import Codec, find
from explanans.formats.lines import Id, numbered
from explanans.formats.lines import Line as NumberedLine
from explanans.formats.markdown import PassageKind, read_passages
from explanans.io.documents import SUFFIXES
from explanans.language.sentences import (
    Line,
    PlacedSentence,
    Sentence,
    passage_sentences,
    placed_sentences,
    sentence_spans,
    sentences,
    sentences_of_passage,
    without_period,
)
from explanans.language.set_aside import is_question, read_answered
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT

_PREMISE = 'a sentence, or a JSON object with "text" and, where wanted, "id"'
_KEPT = 3  # sentences whose lines are kept: a question and its answer are read together
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$|\Z")
_MARKDOWN_SPECIAL = re.compile(r"([!-/:-@\[-`{-~])")


def decode_text(lines: Iterable[str], source: str) -> Iterator[Fact]:
    """Yield one fact a sentence of plain text; its id is the file's name and the sentence's number.

    A question and its answer are one fact; other questions are none.

    Example:
        >>> [(fact.id, fact.text) for fact in decode_text(["Yeast makes gas. Gas lifts dough."], "bread.txt")]
        [('bread.txt#1', 'Yeast makes gas'), ('bread.txt#2', 'Gas lifts dough')]
    """
    return _facts(sentences(lines), source)


def encode_text(facts: Iterable[Fact]) -> Iterator[str]:
    """Yield one line a fact, as a sentence with its full stop.

    Args:
        facts: The facts; their ids and cells are left behind, since prose has no place for them.
    """
    for fact in facts:
        yield fact.text if fact.text.endswith(("!", "?", "..", "…")) else f"{fact.text}."


def decode_markdown(lines: Iterable[str], source: str) -> Iterator[Fact]:
    """Yield one fact a sentence of Markdown; headings, code blocks and markup are left out.

    A row of a table is one sentence, with the names of its columns. A question and its answer are one fact; other
    questions, struck-out text and items of task lists that are not ticked are none.

    Raises:
        FormatError: Markup is nested too deeply to be read, or a paragraph has more than ``markdown.MOST_MARKS`` marks.

    Example:
        >>> [fact.text for fact in decode_markdown(["# Bread", "- **Yeast** makes gas.", "- Gas lifts it"], "b.md")]
        ['Yeast makes gas', 'Gas lifts it']
    """
    return _facts(_markdown_sentences(lines, source), source)


def encode_markdown(facts: Iterable[Fact]) -> Iterator[str]:
    """Yield one list item a fact, with characters that Markdown would take as markup escaped.

    Args:
        facts: The facts; their ids and cells are left behind, since prose has no place for them.
    """
    for line in encode_text(facts):
        yield "- " + _MARKDOWN_SPECIAL.sub(r"\\\1", line)


class _Premise(msgspec.Struct):
    text: str
    id: Id = ""


def decode_premises(lines: Iterable[str], source: str, *, are_split: bool = True) -> Iterator[Fact]:
    """Yield premises, one a sentence; no sentence goes over the end of a line, and blank lines are skipped.

    A line that starts with ``{`` is one premise: a JSON object with ``text`` and, where wanted, ``id``. Premises
    without an id are called ``sent1``, ``sent2`` and so on by their line, ``sent1.1`` and so on if it has several.

    Args:
        are_split: Whether a line of several sentences is several premises; else it is one.

    Raises:
        FormatError: A line is no such object, has no text, or names an id for the second time.

    Example:
        >>> lines = ["ice is a solid", "", '{"id": "h", "text": "heat melts ice"}']
        >>> [premise.id for premise in decode_premises(lines, "notes")]
        ['sent1', 'h']
        >>> [(fact.id, fact.text) for fact in decode_premises(["Ice is a solid. Heat melts it."], "notes")]
        [('sent1.1', 'Ice is a solid'), ('sent1.2', 'Heat melts it')]
    """
    known: set[str] = set()
    decoder = msgspec.json.Decoder(_Premise)
    for line in numbered(lines, source):
        for premise in _premises_of(line, decoder, are_split=are_split):
            if not premise.text:
                raise line.error("a premise without words", _PREMISE)
            if premise.id in known or premise.id == ROOT:
                found = f"the id {premise.id!r}" + (" for the second time" if premise.id in known else "")
                raise line.error(found, f"each id once, and none {ROOT!r}")
            known.add(premise.id)
            yield premise


def premises_of_file(lines: Iterable[str], name: str) -> Iterator[Fact]:
    """Yield the premises of a file: of a document those that a knowledge base has of it, else `decode_premises`.

    Args:
        name: The name of the file, by whose suffix it is Markdown, HTML, Word or PDF.

    Example:
        >>> [premise.text for premise in premises_of_file(["# Ice", "- Heat **melts** ice."], "ice.md")]
        ['Heat melts ice']
    """
    if not name.lower().endswith((*MARKDOWN.suffixes, *SUFFIXES)):
        return decode_premises(lines, name)
    codec, path = find("facts", name)
    return iter(codec.decode(lines, path.name))


def _premises_of(line: NumberedLine, decoder: msgspec.json.Decoder[_Premise], *, are_split: bool) -> Iterator[Fact]:
    name = f"sent{line.number}"
    if line.text.lstrip().startswith("{"):
        premise = line.json(decoder, _PREMISE)
        yield Fact(str(premise.id) or name, _premise_text(premise.text), source=line.place)
        return
    spans = list(sentence_spans(line.text)) if are_split else []
    if len(spans) < 2:
        yield Fact(name, _premise_text(line.text), source=line.place)
        return
    for number, (start, end) in enumerate(spans, 1):
        yield Fact(f"{name}.{number}", _premise_text(line.text[start:end]), source=f"{line.place}, sentence {number}")


def _premise_text(text: str) -> str:
    return " ".join(text.split()).removesuffix(".")


def _facts(found: Iterable[Sentence], source: str) -> Iterator[Fact]:
    lines: dict[int, int] = {}

    def texts() -> Iterator[str]:
        for number, sentence in enumerate(found):
            lines[number] = sentence.line
            lines.pop(number - _KEPT, None)
            yield sentence.text

    numbered_readings = enumerate(read_answered(texts()), 1)
    for line, group in groupby(numbered_readings, key=lambda item: lines[item[1].first]):
        on_line = list(group)
        for place, (number, reading) in enumerate(on_line, 1):
            is_written = reading.first == reading.last
            text = reading.text if is_written else without_period(reading.text)
            part = f", sentence {place}" if len(on_line) > 1 else ""
            yield Fact(f"{source}#{number}", text, source=f"{source}:{line}{part}")


def placed_markdown(text: str, source: str) -> Iterator[PlacedSentence]:
    r"""Yield the sentences of Markdown and where they stand in it; what is left out is said at ``decode_markdown``.

    A list that follows a paragraph belongs to it.

    Raises:
        FormatError: Markup is nested too deeply to be read, or a paragraph has more than ``markdown.MOST_MARKS`` marks.

    Example:
        >>> text = "# Bread\n\n**Yeast** makes gas."
        >>> [(item.text, text[item.start : item.end]) for item in placed_markdown(text, "b.md")]
        [('Yeast makes gas.', 'Yeast** makes gas.')]
    """
    yield from _answered(_placed_passages(text, source))


def _placed_passages(text: str, source: str) -> Iterator[PlacedSentence]:
    # Markdown ends lines at carriage returns, too; what it reads as a line end may be none here, such as an entity.
    ended = _LINE.findall(text)
    starts = [0, *accumulate(map(len, ended))]
    lines = [line.rstrip("\r\n") for line in ended]
    for passage in read_passages(text, source):
        read = []
        for number, part in passage.lines:
            at = min(max(number, 1), len(lines)) - 1
            find = _row_places if passage.kind is PassageKind.ROW else _places
            places = [starts[at] + place for place in find(part, lines[at])]
            read += [Line(part, places, number)] * bool(part)
        for item in passage_sentences(read, passage.group):
            if passage.kind is not PassageKind.HEADING or is_question(item.text):
                yield item


def placed_text(text: str) -> Iterator[PlacedSentence]:
    """Yield the assertions of the sentences of plain text, with their places; see ``language.answered_questions``."""
    return _answered(placed_sentences(text))


def _answered(items: Iterable[PlacedSentence]) -> Iterator[PlacedSentence]:
    """Yield the assertions of sentences, each with the place of its sentences."""
    known: list[PlacedSentence] = []

    def texts() -> Iterator[str]:
        for item in items:
            known.append(item)
            yield item.text

    for found in read_answered(texts()):
        first, last = known[found.first], known[found.last]
        yield last._replace(text=found.text, start=first.start, line=first.line)


def _markdown_sentences(lines: Iterable[str], source: str) -> Iterator[Sentence]:
    for passage in read_passages("\n".join(lines), source):
        found = sentences_of_passage(list(passage.lines))
        yield from (
            sentence for sentence in found if passage.kind is not PassageKind.HEADING or is_question(sentence.text)
        )


def _row_places(plain: str, line: str) -> Iterator[int]:
    """Yield places for the characters of a row of a table that is read with its header: spread over the row."""
    width = len(line.rstrip())
    for number in range(len(plain)):
        yield min(number * width // max(len(plain) - 1, 1), max(width - 1, 0))


def _places(plain: str, line: str) -> Iterator[int]:
    """Yield the place in a line with markup of each character of the line without; missing ones keep the last place."""
    place = -1
    for character in plain:
        found = line.find(character, place + 1)
        place = place if found < 0 else found
        yield max(place, 0)


TEXT = Codec("txt", (".txt",), decode_text, encode_text)
MARKDOWN = Codec("md", (".md",), decode_markdown, encode_markdown)
