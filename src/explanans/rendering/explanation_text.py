"""Explanations for a terminal, or as plain text for other outputs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from explanans.rendering.outline import Conclusion, Leaf, Node, outline, walk
from explanans.rendering.phrases import (
    DENIES,
    facts_of,
    format_score,
    missing_heading,
    missing_links,
    provenance,
    summarize,
    tree_heading,
    verdict_sentence,
)
from explanans.rendering.prose import prose
from explanans.rendering.terminal import HEADING, QUIET, UNSUPPORTED, VERDICTS, Terminal, expressible, grid
from explanans.rendering.typesetting import split_runs
from explanans.structures.explanations import Explanation
from explanans.structures.presentable import SIGNED


@dataclass(frozen=True)
class ExplanationText:
    """An explanation that a rich console can print.

    On a terminal with colours, words without support are underlined and coloured. In plain text they are written as
    ``[word?]``.

    Example:
        >>> explanation = Explanation("What melts ice?", "heat", "Heat melts ice.", (), None, (), ("no facts",), "v1")
        >>> Console(width=60).print(ExplanationText(explanation))
          Question  What melts ice?
            Answer  heat
        Hypothesis  Heat melts ice.
        <BLANKLINE>
        The facts at hand do not explain this.
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
        writer = _Writer(console, options, self.explanation)
        yield from writer.show(writer.parts())


@dataclass(frozen=True, slots=True)
class _Writer(Terminal):
    """Writes an explanation."""

    explanation: Explanation

    def parts(self) -> Iterator[RenderableType]:
        root = outline(self.explanation)
        yield self.claim()
        yield Text()
        yield self.text(prose(self.explanation))
        if root:
            yield Text()
            yield self.text(tree_heading(self.explanation), HEADING)
            yield self.tree(root)
            yield Text()
            yield self.text(summarize(self.explanation), QUIET)
            if any(isinstance(node, Conclusion) and node.marks for node in walk(root)):
                yield Text.assemble(self.doubted("word"), ("  no premise of its step supports it", QUIET))
        yield from self.alternatives()
        leaves = {node.fact.id for node in walk(root) if isinstance(node, Leaf)} if root else set()
        yield from self.missing()
        yield from self.facts(leaves)
        yield from self.schemas()
        if footer := self.footer():
            yield Text()
            yield footer

    def claim(self) -> Table:
        table, explanation = grid("right"), self.explanation
        if explanation.verdict:
            sentence = verdict_sentence(explanation)
            table.add_row(Text("Verdict", QUIET), self.text(sentence, VERDICTS[explanation.verdict.status]))
        if explanation.question:
            table.add_row(Text("Question", QUIET), self.text(explanation.question))
            table.add_row(Text("Answer", QUIET), self.text(explanation.answer, "bold"))
        table.add_row(Text("Hypothesis", QUIET), self.text(explanation.hypothesis))
        return table

    def tree(self, root: Conclusion) -> Tree:
        tree = Tree(self.node(root), guide_style=QUIET)
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
            return Group(self.text(node.text), self.text(below, QUIET))
        below = f"because ({node.inference})" if node.inference else "because"
        below = ", ".join(filter(None, (below, node.likelihood)))
        reason = [self.text(below, "dim italic")] if node.holds else []
        by_arcs = node.verdict is not None and node.verdict.arcs is not None and not node.supported
        finding = [self.text(node.finding, "yellow")] if by_arcs else []
        return Group(self.marked(node), *finding, *reason)

    def marked(self, conclusion: Conclusion) -> Text:
        marked = Text(style="bold" if conclusion.root else "")
        for run in split_runs(conclusion.text, conclusion.marks):
            text = expressible(run.text, self.options.encoding)
            marked.append_text(self.doubted(text) if run.marked else Text(text))
        return marked

    def doubted(self, words: str) -> Text:
        return Text(words, UNSUPPORTED) if self.coloured else Text(f"[{words}?]")

    def alternatives(self) -> Iterator[RenderableType]:
        for number, (tree, verdicts) in enumerate(self.explanation.alternatives, 2):
            other = outline(replace(self.explanation, tree=tree, verdicts=verdicts))
            if other:
                yield Text()
                yield self.text(f"{tree_heading(self.explanation)}, way {number}", HEADING)
                yield self.tree(other)

    def missing(self) -> Iterator[RenderableType]:
        sentences = missing_links(self.explanation)
        if sentences:
            yield Text()
            yield self.text(missing_heading(self.explanation), HEADING)
            table = Table.grid(padding=(0, 1))
            for sentence in sentences:
                table.add_row(Text("-"), self.text(sentence))
            yield table

    def facts(self, used: set[str]) -> Iterator[RenderableType]:
        if not self.explanation.facts:
            return
        yield Text()
        yield self.text("Facts, best first", HEADING)
        table = grid("right", "right")
        for rank, (fact, score) in enumerate(self.explanation.facts, start=1):
            part = "in the tree" * (fact.id in used) or DENIES * (fact.id in self.explanation.contradicted_by)
            place = " · ".join(filter(None, (provenance(fact), part)))
            lines = (self.text(fact.text), self.text(place, QUIET))
            table.add_row(Text(str(rank), QUIET), Text(format_score(score), QUIET), Group(*filter(None, lines)))
        yield table

    def schemas(self) -> Iterator[RenderableType]:
        if self.explanation.schemas:
            yield Text()
            yield self.text("Patterns that they meet", HEADING)
        for schema in self.explanation.schemas:
            named = facts_of(self.explanation, schema)
            yield Text.assemble(self.text(schema.pattern), ("  ", ""), self.text(named, QUIET))
            for fact in schema.filtered:
                yield Text.assemble("    ", self.text(f"({fact.text})", QUIET))

    def footer(self) -> Text:
        milliseconds = self.explanation.milliseconds
        time = "" if milliseconds is None else f"{milliseconds:,.1f} ms"
        signature = self.explanation.signature if SIGNED.get() else ""
        return self.text(" · ".join(filter(None, (time, signature))), QUIET)
