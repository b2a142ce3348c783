"""Explanation trees as nodes for display, from the hypothesis down."""

from collections.abc import Iterator
from dataclasses import dataclass

from explanans.errors import InputError
from explanans.language.sentences import tidy
from explanans.rendering.phrases import arc_words, context_and_statement, holds
from explanans.rendering.typesetting import Stretch, find_words
from explanans.structures.explanations import Explanation
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, Step
from explanans.structures.verdicts import StepVerdict


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf of the tree: a fact.

    Attributes:
        rank: Its place among the facts of the explanation, from 1; 0 if it is none of them.
    """

    fact: Fact
    text: str
    rank: int


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The conclusion of a step.

    Attributes:
        text: The conclusion on one line.
        number: The number of the step, from 1.
        premises: The premises of the step.
        verdict: The verdict on the step; None if it was not checked.
        marks: The spans of the unsupported words in the text.
        holds: Whether it is presented as following; false for a hypothesis that the facts deny or do not settle.
    """

    step: Step
    text: str
    number: int
    premises: "tuple[Node, ...]"
    verdict: StepVerdict | None
    marks: tuple[Stretch, ...]
    holds: bool = True

    @property
    def root(self) -> bool:
        """Return whether this is the hypothesis."""
        return self.step.conclusion == ROOT

    @property
    def inference(self) -> str:
        """The name of the inference, on one line; empty if it is unknown or the conclusion does not follow."""
        return tidy(self.step.inference) if self.holds else ""

    @property
    def supported(self) -> bool:
        """Return whether no check found a word without support."""
        return self.verdict is None or self.verdict.supported

    @property
    def finding(self) -> str:
        """The result of the check in words; empty if the step was not checked or nothing follows."""
        if self.verdict is None or (self.supported and not self.holds):
            return ""
        arcs = [arc_words(arc) for arc in self.verdict.arcs or () if not arc.supported]
        found = ", ".join(arcs or (f"“{tidy(word)}”" for word in self.verdict.unsupported))
        return "supported" if self.supported else f"not supported: {found}".removesuffix(": ")

    @property
    def likelihood(self) -> str:
        """The probability that the conclusion follows, in words; empty for the hypothesis, which has a verdict."""
        follows = self.verdict.follows if self.verdict and not self.root else None
        return "" if follows is None else f"{follows:.0%} likely to follow"


Node = Leaf | Conclusion


def outline(explanation: Explanation) -> Conclusion | None:
    """Return the hypothesis with its premises, their premises, and so on; None if there is no tree.

    The hypothesis is without what it repeats of the question: that needs no premise.

    Raises:
        InputError: The explanation's tree is not a tree.

    Example:
        >>> from explanans.structures.trees import EntailmentTree
        >>> ice, heat = Fact("f1", "ice is a solid"), Fact("f2", "heat melts a solid")
        >>> tree = EntailmentTree("heat melts ice", (ice, heat), (Step(("f1", "f2"), ROOT, "heat melts ice"),))
        >>> root = outline(Explanation("What melts ice?", "heat", "heat melts ice", (), tree, (), (), "v1"))
        >>> [node.text for node in walk(root)]
        ['heat melts ice', 'ice is a solid', 'heat melts a solid']
    """
    tree = explanation.tree
    if tree is None:
        return None
    for fault in tree.faults(single=True):
        raise InputError(f"the tree cannot be shown: {fault}")
    _, statement = context_and_statement(explanation)
    ranks = {scored.fact.id: rank for rank, scored in enumerate(explanation.facts, start=1)}
    verdicts = {verdict.step: verdict for verdict in explanation.verdicts}
    nodes: dict[str, Node] = {leaf.id: Leaf(leaf, tidy(leaf.text), ranks.get(leaf.id, 0)) for leaf in tree.leaves}
    for number, step in enumerate(tree.steps, start=1):
        text = tidy(statement if step.conclusion == ROOT else step.text)
        verdict = verdicts.get(step.conclusion)
        marks = find_words(text, verdict.unsupported) if verdict else ()
        premises = tuple(nodes[premise] for premise in step.premises)
        last = Conclusion(step, text, number, premises, verdict, marks, step.conclusion != ROOT or holds(explanation))
        nodes[step.conclusion] = last
    return last


def loose_ends(explanation: Explanation, most: int) -> tuple[Conclusion, tuple[Leaf, ...]]:
    """Return the hypothesis without premises, and the best facts, for an explanation without a tree."""
    step = Step((), ROOT, context_and_statement(explanation)[1])
    best = enumerate(explanation.facts[:most], start=1)
    return (
        Conclusion(step, tidy(step.text), 0, (), None, ()),
        tuple(Leaf(scored.fact, tidy(scored.fact.text), rank) for rank, scored in best),
    )


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and its descendants in pre-order."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, Conclusion):
            waiting.extend(reversed(node.premises))
