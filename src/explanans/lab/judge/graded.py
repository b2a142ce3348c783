"""The graded steps that come with the package, to train on what the package itself composes."""

from pathlib import Path

from explanans.io.files import read_lines
from explanans.lab.datasets.judged import decode_graded_steps
from explanans.lab.datasets.labels import GradedStep

HOME = Path(__file__).parent / "graded"


def graded_steps() -> list[GradedStep]:
    """Return the graded steps, in the order of their file.

    Example:
        >>> steps = graded_steps()
        >>> len(steps), sum(step.is_bad for step in steps)
        (451, 204)
    """
    path = HOME / "steps.jsonl"
    return list(decode_graded_steps(read_lines(path), path.name))
