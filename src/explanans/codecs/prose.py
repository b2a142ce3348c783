"""Plain text and Markdown: one fact a sentence."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from explanans.exceptions import FormatError
from explanans.fact import Fact
from explanans.text.sentences import Sentence, passage_sentences, sentences

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_MARKDOWN_SPECIAL = re.compile(r"([!-/:-@\[-`{-~])")


def decode_text(lines: Iterable[str], source: str) -> Iterator[Fact]:
    """Yield one fact a sentence of plain text; its id is the file's name and the sentence's number.

    Args:
        lines: The lines of the text.
        source: The file's name.

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

    Args:
        lines: The lines of the document.
        source: The file's name.

    Raises:
        FormatError: Markup is nested too deeply to be read.

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


def _facts(found: Iterable[Sentence], source: str) -> Iterator[Fact]:
    for number, sentence in enumerate(found, 1):
        yield Fact(f"{source}#{number}", sentence.text, source=f"{source}:{sentence.line}")


def _markdown_sentences(lines: Iterable[str], source: str) -> Iterator[Sentence]:
    from markdown_it import MarkdownIt  # noqa: PLC0415 - most knowledge bases are not Markdown
    from markdown_it.tree import SyntaxTreeNode  # noqa: PLC0415

    tokens = MarkdownIt("commonmark").enable("table").parse("\n".join(lines))
    try:
        document = SyntaxTreeNode(tokens)
    except RecursionError:
        raise FormatError(
            "emphasis nested hundreds of times", source, accepted="Markdown that a person wrote"
        ) from None
    for node in document.walk():
        if node.type == "paragraph":
            first = _line(node)
            parts = _plain(node).split("\n")
            yield from passage_sentences([(first + i, part.strip()) for i, part in enumerate(parts)])
        elif node.type == "tr" and node.parent is not None and node.parent.type == "tbody":
            row = " ".join(_plain(cell).strip() for cell in node.children)
            yield from passage_sentences([(_line(node), row)])


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
