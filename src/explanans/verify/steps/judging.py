"""Judge the steps of a tree."""

from collections.abc import Iterable
from dataclasses import replace

from explanans.tree import EntailmentTree
from explanans.verdict import StepVerdict
from explanans.verify.steps.model import shipped


def judged(tree: EntailmentTree, verdicts: Iterable[StepVerdict]) -> tuple[StepVerdict, ...]:
    """Return verdicts that also say how likely each step's conclusion follows from its premises.

    Args:
        tree: A valid tree.
        verdicts: One verdict a step, in order.

    Example:
        >>> from explanans.fact import Fact
        >>> from explanans.tree import ROOT, Step
        >>> leaves = Fact("f1", "a frog is a kind of amphibian"), Fact("f2", "amphibians have moist skin")
        >>> step = Step(("f1", "f2"), ROOT, "a frog has moist skin")
        >>> (verdict,) = judged(EntailmentTree(step.text, leaves, (step,)), [StepVerdict(ROOT, supported=True)])
        >>> verdict.follows > 0.9
        True
    """
    texts = tree.texts()
    steps = [([texts[name] for name in step.premises], step.text) for step in tree.steps]
    return tuple(
        replace(verdict, follows=follows)
        for verdict, follows in zip(verdicts, shipped().follows(steps).tolist(), strict=True)
    )
