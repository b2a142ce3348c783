"""Plain text and Markdown, one fact a sentence; premises of one's own, one a line."""

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec

from explanans.codecs.codec import Codec
from explanans.codecs.lines import numbered
from explanans.exceptions import FormatError
from explanans.fact import Fact
from explanans.text.passages import Line, Placed, passage_sentences
from explanans.text.sentences import Sentence, sentences
from explanans.text.sentences import passage_sentences as sentences_of_passage
from explanans.tree import ROOT

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore
    from markdown_it.tree import SyntaxTreeNode

_PREMISE = 'a sentence, or a JSON object with "text" and, where wanted, "id"'
MOST_MARKS = 2_000
"""The characters of a paragraph of Markdown that may be markup: to find their pairs takes time by their square."""
_MARKUP = re.compile(r"[][*_`!<&\\~]")
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$|\Z")
_MARKDOWN_SPECIAL = re.compile(r"([!-/:-@\[-`{-~])")


def decode_text(lines: Iterable[str], source: str) -> Iterator[Fact]:
    """Yield one fact a sentence of plain text; its id is the file's name and the sentence's number.

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

    A row of a table is one sentence.

    Raises:
        FormatError: Markup is nested too deeply to be read, or a paragraph has more than ``MOST_MARKS`` marks.

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
    id: str = ""


def decode_premises(lines: Iterable[str], source: str) -> Iterator[Fact]:
    """Yield premises, one a line; blank lines are skipped.

    A line that starts with ``{`` is a JSON object with ``text`` and, where wanted, ``id``. Premises without an id are
    called ``sent1``, ``sent2`` and so on by their line.

    Raises:
        FormatError: A line is no such object, has no text, or names an id for the second time.

    Example:
        >>> lines = ["ice is a solid", "", '{"id": "h", "text": "heat melts ice"}']
        >>> [premise.id for premise in decode_premises(lines, "notes")]
        ['sent1', 'h']
    """
    known: set[str] = set()
    decoder = msgspec.json.Decoder(_Premise)
    for line in numbered(lines, source):
        told = line.json(decoder, _PREMISE) if line.text.lstrip().startswith("{") else _Premise(line.text)
        name, text = told.id or f"sent{line.number}", " ".join(told.text.split()).removesuffix(".")
        if not text:
            raise line.error("a premise without words", _PREMISE)
        if name in known or name == ROOT:
            found = f"the id {name!r}" + (" for the second time" if name in known else "")
            raise line.error(found, f"each id once, and none {ROOT!r}")
        known.add(name)
        yield Fact(name, text, source=line.place)


def _facts(found: Iterable[Sentence], source: str) -> Iterator[Fact]:
    for number, sentence in enumerate(found, 1):
        yield Fact(f"{source}#{number}", sentence.text, source=f"{source}:{sentence.line}")


def placed_markdown(text: str, source: str) -> Iterator[Placed]:
    r"""Yield the sentences of Markdown and where they stand in it; what is left out is said at ``decode_markdown``.

    A list that follows a paragraph belongs to it.

    Args:
        text: The Markdown.
        source: The name of its file, for complaints.

    Raises:
        FormatError: Markup is nested too deeply to be read, or a paragraph has more than ``MOST_MARKS`` marks.

    Example:
        >>> text = "# Bread\n\n**Yeast** makes gas."
        >>> [(item.text, text[item.start : item.end]) for item in placed_markdown(text, "b.md")]
        [('Yeast makes gas.', 'Yeast** makes gas.')]
    """
    # Markdown ends lines at carriage returns, too; what it reads as a line end may be none here, such as an entity.
    ended = _LINE.findall(text)
    starts = [0, *accumulate(map(len, ended))]
    lines = [line.rstrip("\r\n") for line in ended]
    paragraph, before = -1, ""
    for block in _blocks(text, source):
        paragraph += before != "paragraph" or not block.type.endswith("_list")
        before = block.type
        for passage in _passages(block):
            read = []
            for number, part in passage:
                at = min(max(number, 1), len(lines)) - 1
                places = [starts[at] + place for place in _places(part, lines[at])]
                read += [Line(part, places, number)] * bool(part)
            yield from passage_sentences(read, paragraph)


def _markdown_sentences(lines: Iterable[str], source: str) -> Iterator[Sentence]:
    for block in _blocks("\n".join(lines), source):
        for passage in _passages(block):
            yield from sentences_of_passage(passage)


def _blocks(text: str, source: str) -> "tuple[SyntaxTreeNode, ...]":
    """Return the outermost parts of Markdown."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - most knowledge bases are not Markdown
    from markdown_it.tree import SyntaxTreeNode  # noqa: PLC0415

    reader = MarkdownIt("commonmark").enable("table")
    reader.core.ruler.before("inline", "limit", lambda state: _check_marks(state, source))
    tokens = reader.parse(text)
    try:
        return tuple(SyntaxTreeNode(tokens).children)
    except RecursionError:
        raise FormatError(
            "emphasis nested hundreds of times", source, accepted="Markdown that a person wrote"
        ) from None


def _check_marks(state: "StateCore", source: str) -> None:
    """Complain of a paragraph with so many marks that finding their pairs would take long."""
    for token in state.tokens:
        if token.type == "inline" and len(_MARKUP.findall(token.content)) > MOST_MARKS:
            line = token.map[0] + 1 if token.map else 0
            found = f"a paragraph with more than {MOST_MARKS:,} marks, such as * and ["
            raise FormatError(found, source, line, "Markdown that a person wrote")


def _passages(block: "SyntaxTreeNode") -> Iterator[list[tuple[int, str]]]:
    """Yield the lines, with their numbers, of each paragraph and of each row of a table."""
    for node in block.walk():
        if node.type == "paragraph":
            first = _line(node)
            yield [(first + number, part.strip()) for number, part in enumerate(_plain(node).split("\n"))]
        elif node.type == "tr" and node.parent is not None and node.parent.type == "tbody":
            yield [(_line(node), " ".join(_plain(cell).strip() for cell in node.children))]


def _places(plain: str, line: str) -> Iterator[int]:
    """Yield where the characters of a line without markup stand in the line with it, as far as they are found."""
    place = -1
    for character in plain:
        found = line.find(character, place + 1)
        place = place if found < 0 else found
        yield max(place, 0)


def _line(node: "SyntaxTreeNode") -> int:
    return node.map[0] + 1 if node.map else 0


def _plain(node: "SyntaxTreeNode") -> str:
    """Return the words of a node without their markup."""
    if node.type in {"softbreak", "hardbreak"}:
        return "\n"
    if node.type == "html_inline" and node.content.lower().startswith("<br"):
        return " "
    if node.type in {"text", "code_inline"}:
        return node.content
    return "".join(_plain(child) for child in node.children)


TEXT = Codec("txt", (".txt",), decode_text, encode_text)
MARKDOWN = Codec("md", (".md",), decode_markdown, encode_markdown)
