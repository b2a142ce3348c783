"""Steps of which it is known whether their conclusion follows."""

from collections.abc import Iterator
from dataclasses import dataclass

from explanans.problem import Problem


@dataclass(frozen=True, slots=True)
class StepExample:
    """A step, right or wrong.

    Attributes:
        premises: The premises in words; one or more.
        conclusion: The conclusion in words.
        follows: Whether it follows.
        kind: How the example was made; ``gold`` for steps that people wrote.
        origin: What keeps examples together that share a tree.
    """

    premises: tuple[str, ...]
    conclusion: str
    follows: bool
    kind: str
    origin: str


GOLD = "gold"


def gold_steps(problem: Problem) -> Iterator[StepExample]:
    """Yield the steps of a problem's gold tree, but for those of one premise.

    Args:
        problem: The problem.
    """
    if problem.tree is not None:
        texts = problem.tree.texts()
        for step in problem.tree.steps:
            if len(step.premises) > 1:
                premises = tuple(texts[name] for name in step.premises)
                yield StepExample(premises, step.text, follows=True, kind=GOLD, origin=problem.hypothesis)
