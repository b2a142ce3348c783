"""An explanation's tree from the hypothesis down, with everything one needs to show a node."""

from collections.abc import Iterator
from dataclasses import dataclass

from explanans.exceptions import InputError
from explanans.explanation import Explanation
from explanans.fact import Fact
from explanans.render.typesetting import Stretch, find_words
from explanans.render.wording import arc_words, holds
from explanans.text.sentences import tidy
from explanans.tree import ROOT, Step
from explanans.verdict import StepVerdict


@dataclass(frozen=True, slots=True)
class Leaf:
    """A fact that the tree starts from.

    Attributes:
        fact: The fact.
        text: Its text on one line.
        rank: Its place among the facts of the explanation, from 1; 0 where it is not among them.
    """

    fact: Fact
    text: str
    rank: int


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What one step concludes.

    Attributes:
        step: The step.
        text: The conclusion on one line.
        number: The number of the step, from 1.
        premises: What it follows from.
        verdict: What the check says; None where the step was not checked.
        marks: Where the unsupported words stand in the text.
        holds: Whether it is said to follow; not so of a hypothesis that the facts deny or do not settle.
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
        """Whether this is the hypothesis."""
        return self.step.conclusion == ROOT

    @property
    def inference(self) -> str:
        """How the conclusion follows, on one line; empty where it is not known or does not."""
        return tidy(self.step.inference) if self.holds else ""

    @property
    def supported(self) -> bool:
        """Whether no check found a word without support."""
        return self.verdict is None or self.verdict.supported

    @property
    def finding(self) -> str:
        """What the check says, in words; empty where the step was not checked, or nothing is said to follow."""
        if self.verdict is None or (self.supported and not self.holds):
            return ""
        arcs = [arc_words(arc) for arc in self.verdict.arcs or () if not arc.supported]
        found = ", ".join(arcs or (f"“{tidy(word)}”" for word in self.verdict.unsupported))
        return "supported" if self.supported else f"not supported: {found}".removesuffix(": ")

    @property
    def likelihood(self) -> str:
        """How likely the conclusion follows, in words; empty for the hypothesis, of which the verdict tells."""
        follows = self.verdict.follows if self.verdict and not self.root else None
        return "" if follows is None else f"{follows:.0%} likely to follow"


Node = Leaf | Conclusion


def outline(explanation: Explanation) -> Conclusion | None:
    """Return the hypothesis with its premises, their premises, and so on; None where there is no tree.

    Raises:
        InputError: The explanation's tree is not a tree.

    Example:
        >>> from explanans.tree import EntailmentTree
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
    ranks = {scored.fact.id: rank for rank, scored in enumerate(explanation.facts, start=1)}
    verdicts = {verdict.step: verdict for verdict in explanation.verdicts}
    nodes: dict[str, Node] = {leaf.id: Leaf(leaf, tidy(leaf.text), ranks.get(leaf.id, 0)) for leaf in tree.leaves}
    for number, step in enumerate(tree.steps, start=1):
        text, verdict = tidy(step.text), verdicts.get(step.conclusion)
        marks = find_words(text, verdict.unsupported) if verdict else ()
        premises = tuple(nodes[premise] for premise in step.premises)
        last = Conclusion(step, text, number, premises, verdict, marks, step.conclusion != ROOT or holds(explanation))
        nodes[step.conclusion] = last
    return last


def loose_ends(explanation: Explanation, most: int) -> tuple[Conclusion, tuple[Leaf, ...]]:
    """Return the hypothesis without premises, and the best facts, for an explanation whose facts do not join.

    Args:
        explanation: The explanation.
        most: How many facts at most.
    """
    step = Step((), ROOT, explanation.hypothesis)
    best = enumerate(explanation.facts[:most], start=1)
    return (
        Conclusion(step, tidy(step.text), 0, (), None, ()),
        tuple(Leaf(scored.fact, tidy(scored.fact.text), rank) for rank, scored in best),
    )


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all below it, each before its premises."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, Conclusion):
            waiting.extend(reversed(node.premises))
