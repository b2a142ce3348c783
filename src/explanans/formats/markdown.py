"""The passages of Markdown as a browser renders them: paragraphs, list items, table rows, headings, footnotes."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from html.parser import HTMLParser
from typing import TYPE_CHECKING, NamedTuple

from explanans.errors import FormatError
from explanans.formats.row_sentences import row_sentence

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.tree import SyntaxTreeNode

MOST_MARKS = 2_000
"""The characters of a paragraph of Markdown that may be markup: to find their pairs takes time by their square."""
_MARKUP = re.compile(r"[][*_`!<&\\~^]")
_UNREAD_ELEMENTS = frozenset("script style template noscript head svg".split())
_BLOCK_ELEMENTS = frozenset(
    """
    address article aside blockquote br dd details div dl dt figcaption footer form h1 h2 h3 h4 h5 h6 header hr li main
    nav ol p pre section summary table td th tr ul
    """.split()
)
_EXCEPTION = re.compile(r"(?:except|unless|but not|but only|only (?:if|in|on|when)|provided)\b")
_SINGLE_TAG = re.compile(r"<\s*(/?)\s*([a-zA-Z][\w-]*)")


class PassageKind(StrEnum):
    """The kind of a passage."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"
    HEADING = "heading"


class Passage(NamedTuple):
    """Lines of Markdown that belong together, without their markup.

    Attributes:
        lines: The lines, each with its number, counted from 1.
        group: The number of its paragraph, from 0; a list belongs to the paragraph before it.
    """

    kind: PassageKind
    lines: tuple[tuple[int, str], ...]
    group: int
    is_strong: bool = False


def read_passages(text: str, source: str) -> Iterator[Passage]:
    r"""Yield the passages of Markdown.

    Code blocks, comments, scripts and front matter are left out, and so are struck-out text and the items of task lists
    that are not ticked. A row of a table is read with its header: *Birch: seats 30, has no projector*.

    Raises:
        FormatError: Markup is nested too deeply to be read, or a paragraph has more than ``MOST_MARKS`` marks.

    Example:
        >>> [passage.lines for passage in read_passages("# Bread\n\n**Yeast** makes ~~sugar~~ gas.", "b.md")]
        [((1, 'Bread'),), ((3, 'Yeast makes  gas.'),)]
    """
    yield from _with_exceptions(_read_passages(text, source))


def _read_passages(text: str, source: str) -> Iterator[Passage]:
    group, before = -1, ""
    for block in _blocks(text, source):
        group += before != "paragraph" or not block.type.endswith("_list")
        before = block.type
        yield from _passages(block, group)


def _with_exceptions(passages: Iterator[Passage]) -> Iterator[Passage]:
    """Yield passages, an item such as *except in May* joined to the item before it."""
    before: Passage | None = None
    for passage in passages:
        if before is not None:
            is_item = before.kind is passage.kind is PassageKind.ITEM
            if is_item and _EXCEPTION.match(passage.lines[0][1]) and before.lines[-1][1][-1:].isalnum():
                number, text = before.lines[-1]
                before = before._replace(lines=(*before.lines[:-1], (number, f"{text},"), *passage.lines))
                continue
            yield before
        before = passage
    if before is not None:
        yield before


def _blocks(text: str, source: str) -> "tuple[SyntaxTreeNode, ...]":
    """Return the outermost parts of Markdown."""
    from markdown_it.tree import SyntaxTreeNode  # noqa: PLC0415 - most knowledge bases are not Markdown

    reader = _reader()
    reader.core.ruler.before("inline", "limit", lambda state: _check_marks(state, source))
    tokens = reader.parse(text)
    try:
        return tuple(SyntaxTreeNode(tokens).children)
    except RecursionError:
        raise FormatError(
            "emphasis nested hundreds of times", source, accepted="Markdown that a person wrote"
        ) from None


def _reader() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # noqa: PLC0415 - most knowledge bases are not Markdown
    from mdit_py_plugins.deflist import deflist_plugin  # noqa: PLC0415
    from mdit_py_plugins.footnote import footnote_plugin  # noqa: PLC0415
    from mdit_py_plugins.front_matter import front_matter_plugin  # noqa: PLC0415
    from mdit_py_plugins.subscript import sub_plugin  # noqa: PLC0415
    from mdit_py_plugins.tasklists import tasklists_plugin  # noqa: PLC0415

    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    for plugin in (deflist_plugin, footnote_plugin, front_matter_plugin, sub_plugin, tasklists_plugin):
        reader.use(plugin)
    return reader


def _check_marks(state: "StateCore", source: str) -> None:
    """Raise an error for a paragraph with more marks than can be paired in reasonable time."""
    for token in state.tokens:
        if token.type == "inline" and len(_MARKUP.findall(token.content)) > MOST_MARKS:
            line = token.map[0] + 1 if token.map else 0
            found = f"a paragraph with more than {MOST_MARKS:,} marks, such as * and ["
            raise FormatError(found, source, line, "Markdown that a person wrote")


def _passages(block: "SyntaxTreeNode", group: int) -> Iterator[Passage]:
    for node in block.walk():
        if node.type in {"paragraph", "heading"}:
            if not _is_unticked(node):
                lines = tuple(_lines(_line(node), plain_text(node)))
                yield Passage(_kind(node), lines, group, is_strong=_is_strong(node))
        elif node.type == "tr" and node.parent is not None and node.parent.type == "tbody":
            yield Passage(PassageKind.ROW, ((_line(node), _row(node, node.parent.parent)),), group)
        elif node.type == "html_block":
            for number, line in _html_lines(node.content):
                yield Passage(PassageKind.PARAGRAPH, ((_line(node) + number, line),), group)


def _kind(node: "SyntaxTreeNode") -> PassageKind:
    if node.type == "heading":
        return PassageKind.HEADING
    parent = node.parent.type if node.parent else ""
    return PassageKind.ITEM if parent == "list_item" else PassageKind.PARAGRAPH


def _is_strong(node: "SyntaxTreeNode") -> bool:
    parts = [child for inline in node.children for child in inline.children if child.content or child.children]
    return len(parts) == 1 and parts[0].type == "strong"


def _lines(first: int, text: str) -> Iterator[tuple[int, str]]:
    for number, part in enumerate(text.split("\n")):
        yield first + number, part.strip()


def _line(node: "SyntaxTreeNode") -> int:
    return node.map[0] + 1 if node.map else 0


def _is_unticked(node: "SyntaxTreeNode") -> bool:
    """Return whether a paragraph is an item of a task list that is not ticked."""
    return any(
        child.type == "html_inline"
        and "task-list-item-checkbox" in child.content
        and "checked" not in child.content.split()
        and 'checked="checked"' not in child.content
        for inline in node.children
        for child in inline.children[:1]
    )


def plain_text(node: "SyntaxTreeNode") -> str:
    """Return the text of a node without its markup and without what is struck out."""
    if node.type in {"softbreak", "hardbreak"}:
        return "\n"
    if node.type in {"s", "footnote_ref", "footnote_anchor"}:
        return ""
    if node.type == "html_inline":
        return " " if node.content.lower().startswith("<br") else ""
    if node.type in {"text", "code_inline"}:
        return node.content
    return "".join(_inline_texts(node.children))


def _inline_texts(nodes: "Sequence[SyntaxTreeNode]") -> Iterator[str]:
    """Yield the texts of nodes but for those between ``<del>`` or ``<script>`` and their end."""
    hidden = ""
    for node in nodes:
        tag = _SINGLE_TAG.match(node.content) if node.type == "html_inline" else None
        name = tag[2].lower() if tag else ""
        if hidden:
            hidden = "" if tag and tag[1] and name == hidden else hidden
        elif tag and not tag[1] and name in _UNREAD_ELEMENTS | {"del", "s", "strike"}:
            hidden = name
        else:
            yield plain_text(node)


def _row(row: "SyntaxTreeNode", table: "SyntaxTreeNode | None") -> str:
    """Return a row of a table as one sentence, with the header where it names each column."""
    cells = [" ".join(plain_text(cell).split()) for cell in row.children]
    above = [part for part in table.children if part.type == "thead"] if table else []
    head = [node for part in above for node in part.walk() if node.type == "th"]
    return row_sentence([" ".join(plain_text(cell).split()) for cell in head], cells)


class _HtmlText(HTMLParser):
    """Collects the text of HTML, one line a block element."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[int, str]] = []
        self._parts: list[str] = []
        self._first = 0
        self._hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - its signature
        if tag in _UNREAD_ELEMENTS | {"del", "s", "strike"}:
            self._hidden.append(tag)
        elif tag in _BLOCK_ELEMENTS:
            self.end_line()

    def handle_endtag(self, tag: str) -> None:
        if self._hidden and tag == self._hidden[-1]:
            self._hidden.pop()
        elif tag in _BLOCK_ELEMENTS:
            self.end_line()

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            if not self._parts:
                self._first = self.getpos()[0] - 1 + len(data) - len(data.lstrip("\n"))
            self._parts.append(data)

    def end_line(self) -> None:
        """End the line that is collected."""
        text = " ".join("".join(self._parts).split())
        if text:
            self.lines.append((self._first, text))
        self._parts = []


def _html_lines(content: str) -> list[tuple[int, str]]:
    """Return the text of a block of HTML, each line with its number within the block, from 0."""
    reader = _HtmlText()
    reader.feed(content)
    reader.close()
    reader.end_line()
    return reader.lines
