"""An explanation for a terminal, or as plain text where its output goes elsewhere."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from explanans.explanation import Explanation
from explanans.render.outline import Conclusion, Leaf, Node, outline, walk
from explanans.render.wording import (
    facts_of,
    format_score,
    missing_heading,
    missing_links,
    provenance,
    split_runs,
    summarize,
)
from explanans.text.sentences import tidy

UNSUPPORTED_STYLE = "bold underline yellow"
_QUIET = "dim"
_HEADING = "bold cyan"
_PLAIN = str.maketrans({"·": "-", "–": "-", "—": "-", "“": '"', "”": '"', "‘": "'", "’": "'", "…": "...", "→": "->"})


@dataclass(frozen=True)
class ExplanationText:
    """An explanation that a rich console can print.

    On a terminal with colours, words without support are underlined and coloured. Elsewhere they are written as
    ``[word?]``, and nothing but text is written.

    Args:
        explanation: The explanation.

    Example:
        >>> explanation = Explanation("What melts ice?", "heat", "Heat melts ice.", (), None, (), ("no facts",), "v1")
        >>> Console(width=60).print(ExplanationText(explanation))
          Question  What melts ice?
            Answer  heat
        Hypothesis  Heat melts ice.
        <BLANKLINE>
        No tree: what is missing
        - no facts
        <BLANKLINE>
        v1
    """

    explanation: Explanation

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the parts of the explanation from top to bottom.

        Raises:
            InputError: The explanation's tree is not a tree.
        """
        coloured = console.is_terminal and console.color_system is not None and not console.no_color
        for part in _Writer(self.explanation, coloured, options.encoding).parts():
            yield from trimmed(part, console, options)


def expressible(text: str, encoding: str) -> str:
    """Return a text with what an encoding lacks replaced.

    Args:
        text: The text.
        encoding: The encoding of the output.

    Example:
        >>> expressible("ice → water…", "ascii")
        'ice -> water...'
    """
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_PLAIN).encode(encoding, "replace").decode(encoding)
    return text


def trimmed(part: RenderableType, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
    """Yield the lines of a part without the blanks at their ends.

    Args:
        part: Anything that a rich console can print.
        console: The console.
        options: How it prints.
    """
    for line in console.render_lines(part, options, pad=False):
        yield from _without_trailing_blanks(line)
        yield Segment.line()


def _without_trailing_blanks(line: list[Segment]) -> list[Segment]:
    """Return a line without the blanks that fill a table's last column."""
    line = list(line)
    while line and not line[-1].text.strip():
        line.pop()
    if line:
        line[-1] = Segment(line[-1].text.rstrip(), line[-1].style)
    return line


@dataclass(frozen=True)
class _Writer:
    """Writes an explanation for one kind of output.

    Args:
        explanation: The explanation.
        coloured: Whether styles show.
        encoding: The encoding of the output; what it cannot express is replaced.
    """

    explanation: Explanation
    coloured: bool
    encoding: str

    def parts(self) -> Iterator[RenderableType]:
        root = outline(self.explanation)
        yield self.claim()
        if root:
            yield Text()
            yield self.text("How it follows", _HEADING)
            yield self.tree(root)
            yield Text()
            yield self.text(summarize(self.explanation), _QUIET)
            if any(isinstance(node, Conclusion) and node.marks for node in walk(root)):
                yield Text.assemble(self.doubted("word"), ("  no premise of its step supports it", _QUIET))
        yield from self.alternatives()
        leaves = {node.fact.id for node in walk(root) if isinstance(node, Leaf)} if root else set()
        yield from self.missing()
        yield from self.facts(leaves)
        yield from self.schemas()
        yield Text()
        yield self.footer()

    def text(self, text: str, style: str = "") -> Text:
        return Text(expressible(tidy(text), self.encoding), style)

    def claim(self) -> Table:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(justify="right", no_wrap=True)
        grid.add_column()
        explanation = self.explanation
        if explanation.question:
            grid.add_row(Text("Question", _QUIET), self.text(explanation.question))
            grid.add_row(Text("Answer", _QUIET), self.text(explanation.answer, "bold"))
        grid.add_row(Text("Hypothesis", _QUIET), self.text(explanation.hypothesis))
        return grid

    def tree(self, root: Conclusion) -> Tree:
        tree = Tree(self.node(root), guide_style=_QUIET)
        waiting = [(root, tree)]
        while waiting:
            conclusion, branch = waiting.pop()
            for premise in conclusion.premises:
                added = branch.add(self.node(premise))
                if isinstance(premise, Conclusion):
                    waiting.append((premise, added))
        return tree

    def node(self, node: Node) -> Group:
        if isinstance(node, Leaf):
            below = provenance(node.fact) or f"fact {node.fact.id}"
            return Group(self.text(node.text), self.text(below, _QUIET))
        below = f"because ({node.inference})" if node.inference else "because"
        below = ", ".join(filter(None, (below, node.likelihood)))
        by_arcs = node.verdict is not None and node.verdict.arcs is not None and not node.supported
        finding = [self.text(node.finding, "yellow")] if by_arcs else []
        return Group(self.marked(node), *finding, self.text(below, "dim italic"))

    def marked(self, conclusion: Conclusion) -> Text:
        marked = Text(style="bold" if conclusion.root else "")
        for run in split_runs(conclusion.text, conclusion.marks):
            text = expressible(run.text, self.encoding)
            marked.append_text(self.doubted(text) if run.marked else Text(text))
        return marked

    def doubted(self, words: str) -> Text:
        return Text(words, UNSUPPORTED_STYLE) if self.coloured else Text(f"[{words}?]")

    def alternatives(self) -> Iterator[RenderableType]:
        for number, (tree, verdicts) in enumerate(self.explanation.alternatives, 2):
            other = outline(replace(self.explanation, tree=tree, verdicts=verdicts))
            if other:
                yield Text()
                yield self.text(f"How it follows, way {number}", _HEADING)
                yield self.tree(other)

    def missing(self) -> Iterator[RenderableType]:
        sentences = missing_links(self.explanation)
        if sentences:
            yield Text()
            yield self.text(missing_heading(self.explanation), _HEADING)
            grid = Table.grid(padding=(0, 1))
            for sentence in sentences:
                grid.add_row(Text("-"), self.text(sentence))
            yield grid

    def facts(self, used: set[str]) -> Iterator[RenderableType]:
        if not self.explanation.facts:
            return
        yield Text()
        yield self.text("Facts, best first", _HEADING)
        grid = Table.grid(padding=(0, 2))
        grid.add_column(justify="right", no_wrap=True)
        grid.add_column(justify="right", no_wrap=True)
        grid.add_column()
        for rank, (fact, score) in enumerate(self.explanation.facts, start=1):
            place = " · ".join(filter(None, (provenance(fact), "in the tree" * (fact.id in used))))
            lines = (self.text(fact.text), self.text(place, _QUIET))
            grid.add_row(Text(str(rank), _QUIET), Text(format_score(score), _QUIET), Group(*filter(None, lines)))
        yield grid

    def schemas(self) -> Iterator[RenderableType]:
        if self.explanation.schemas:
            yield Text()
            yield self.text("Patterns that they meet", _HEADING)
        for schema in self.explanation.schemas:
            named = facts_of(self.explanation, schema)
            yield Text.assemble(self.text(schema.pattern), ("  ", ""), self.text(named, _QUIET))

    def footer(self) -> Text:
        milliseconds = self.explanation.milliseconds
        time = "" if milliseconds is None else f"{milliseconds:,.1f} ms · "
        return self.text(time + self.explanation.signature, _QUIET)
