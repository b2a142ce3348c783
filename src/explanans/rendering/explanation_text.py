"""Explanations, candidate answers and explanation graphs for a terminal, or as plain text for other outputs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from explanans.language.sentences import tidy
from explanans.rendering.outline import Conclusion, Leaf, Node, outline, walk
from explanans.rendering.phrases import (
    DENIES,
    NO_ANSWER,
    Origin,
    denies,
    describe_graph,
    facts_of,
    format_score,
    labelled,
    missing_heading,
    missing_links,
    origin,
    predicted_stance,
    provenance,
    remark,
    summarize,
    telling,
    tree_heading,
    verdict_sentence,
    verdict_words,
)
from explanans.rendering.prose import prose
from explanans.rendering.terminal import HEADING, QUIET, UNSUPPORTED, VERDICTS, Terminal, expressible, grid
from explanans.rendering.typesetting import split_runs
from explanans.structures.explanations import Candidates, Explanation
from explanans.structures.graphs import Edge, ExplanationGraph
from explanans.structures.presentable import SIGNED

_ORIGINS = {Origin.BELIEF: "blue", Origin.ARGUMENT: "yellow", Origin.BOTH: "green", Origin.EXTERNAL: "italic"}
"""Styles of concepts."""


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


@dataclass(frozen=True)
class CandidatesText:
    """Candidate answers that a rich console can print: a list of all, then the facts for and against each.

    Example:
        >>> Console(width=60).print(CandidatesText(Candidates("What melts ice?", (), "v1")))
        Question  What melts ice?
        <BLANKLINE>
        No answer was found in the knowledge base.
        <BLANKLINE>
        v1
    """

    candidates: Candidates

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the parts from top to bottom."""
        writer = _CandidatesWriter(console, options, self.candidates)
        yield from writer.show(writer.parts())


@dataclass(frozen=True, slots=True)
class _CandidatesWriter(Terminal):
    """Writes candidate answers."""

    candidates: Candidates

    def parts(self) -> Iterator[RenderableType]:
        asked = grid("right")
        asked.add_row(Text("Question", QUIET), self.text(self.candidates.question))
        yield asked
        yield Text()
        yield self.answers() if self.candidates.answers else Text(NO_ANSWER)
        for place, item in enumerate(self.candidates.answers, 1):
            yield Text()
            yield self.text(f"{place}  {labelled(item)}", HEADING)
            yield ExplanationText(telling(item.explanation))
        if SIGNED.get():
            yield Text()
            yield self.text(self.candidates.signature, QUIET)

    def answers(self) -> RenderableType:
        table = grid("right")
        for place, item in enumerate(self.candidates.answers, 1):
            lines = [self.text(verdict_words(item.verdict), VERDICTS[item.verdict.status])]
            lines += [self.text(words, QUIET) for words in (remark(item, place),) if words]
            table.add_row(Text(str(place), QUIET), Group(self.text(labelled(item), "bold"), *lines))
        return table


def graph_text(graph: ExplanationGraph, remarks: Sequence[str] = ()) -> Iterator[Table | Tree | Text]:
    """Yield a graph for a rich console: belief, argument and stance, then the edges as trees.

    A concept that occurs a second time is named again, with a note that it is drawn above.

    Example:
        >>> from rich.console import Console
        >>> from explanans.structures.graphs import Relation, Stance
        >>> edges = (Edge("rain", Relation.CAUSES, "mud"), Edge("mud", Relation.IS_A, "nuisance"))
        >>> for part in graph_text(ExplanationGraph("Rain is bad.", "Mud is wet.", Stance.SUPPORT, edges)):
        ...     Console(width=60).print(part)
          Belief  Rain is bad.
        Argument  Mud is wet.
          Stance  The argument supports the belief.
        In words  Rain causes mud. Mud is a kind of nuisance.
        rain (belief)
        └── causes: mud (argument)
            └── is a: nuisance (external)
    """
    table = grid("right")
    table.add_row(Text("Belief", QUIET), Text(tidy(graph.belief)))
    table.add_row(Text("Argument", QUIET), Text(tidy(graph.argument)))
    table.add_row(Text("Stance", QUIET), Text(predicted_stance(graph), "bold"))
    if graph.edges:
        table.add_row(Text("In words", QUIET), Text(describe_graph(graph)))
    yield table
    remarks = (*remarks, *([f"The graph does not show the stance: {graph.lacking}."] if graph.lacking else ()))
    yield from (Text(f"! {tidy(remark)}", "yellow") for remark in remarks)
    yield from _Branches(graph).trees()


class _Branches:
    """Builds the trees of a graph; the descendants of each concept occur once."""

    def __init__(self, graph: ExplanationGraph) -> None:
        self._graph = graph
        self._leaving: dict[str, list[Edge]] = {}
        for edge in graph.edges:
            self._leaving.setdefault(edge.source, []).append(edge)
        self._drawn: set[str] = set()

    def trees(self) -> Iterator[Tree]:
        entered = {edge.target for edge in self._graph.edges}
        # If every concept has an incoming edge, as in a cycle, start at the first concept.
        for concept in sorted(self._leaving, key=lambda concept: concept in entered):
            if concept not in self._drawn:
                tree = Tree(self._concept(concept), guide_style=QUIET)
                self._grow(tree, concept)
                yield tree

    def _grow(self, tree: Tree, concept: str) -> None:
        self._drawn.add(concept)
        way = [(tree, iter(self._leaving[concept]))]
        while way:
            branch, edges = way[-1]
            for edge in edges:
                seen = edge.target in self._drawn
                label = Text(f"{edge.relation}: ", "bold red" if denies(edge.relation) else QUIET)
                again = seen and edge.target in self._leaving
                added = branch.add(label + self._concept(edge.target) + Text(" (see above)" * again, QUIET))
                if not seen:
                    self._drawn.add(edge.target)
                    way.append((added, iter(self._leaving.get(edge.target, ()))))
                    break
            else:
                way.pop()

    def _concept(self, concept: str) -> Text:
        kind = origin(self._graph, concept)
        return Text.assemble((tidy(concept), _ORIGINS[kind]), (f" ({kind})", QUIET))
