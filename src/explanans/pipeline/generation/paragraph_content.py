"""The content of a paragraph: facts, intermediate conclusions and the hypothesis."""

from collections.abc import Iterator
from typing import NamedTuple

from explanans.structures.trees import ROOT, EntailmentTree


class ParagraphContent(NamedTuple):
    """The content of a paragraph.

    Attributes:
        facts: The leaves, in the order in which they are needed.
        conclusions: Intermediate conclusions; a paragraph may leave them out.
        hypothesis: The hypothesis.
        question: The question; empty if there is none.
        answer: Its answer; empty if there is none.
        doubted: Whether a link is missing, so that the hypothesis is only likely.
    """

    facts: tuple[str, ...]
    conclusions: tuple[str, ...]
    hypothesis: str
    question: str = ""
    answer: str = ""
    doubted: bool = False

    @classmethod
    def of(
        cls, tree: EntailmentTree, question: str = "", answer: str = "", *, doubted: bool = False
    ) -> "ParagraphContent":
        """Return the content of a paragraph of a tree.

        Args:
            tree: A valid tree.
            question: See the class, as for all others.
            answer: The answer.
            doubted: Whether the hypothesis is only likely.

        Example:
            >>> from explanans.structures.facts import Fact
            >>> from explanans.structures.trees import Step
            >>> facts = Fact("a", "the sun heats"), Fact("b", "ice is solid"), Fact("c", "heat melts solids")
            >>> steps = Step(("b", "c"), "d", "heat melts ice"), Step(("a", "d"), ROOT, "the sun melts ice")
            >>> content = ParagraphContent.of(EntailmentTree("the sun melts ice", facts, steps))
            >>> content.facts, content.conclusions
            (('ice is solid', 'heat melts solids', 'the sun heats'), ('heat melts ice',))
        """
        facts = tuple(dict.fromkeys(_leaves(tree)))
        on_the_way = tuple(step.text for step in tree.steps if step.conclusion != ROOT)
        return cls(facts, on_the_way, tree.hypothesis, question, answer, doubted)


def _leaves(tree: EntailmentTree) -> Iterator[str]:
    """Yield the texts of the leaves, those of each step in the order of the steps."""
    texts = {leaf.id: leaf.text for leaf in tree.leaves}
    for step in tree.steps:
        yield from (texts[name] for name in step.premises if name in texts)
