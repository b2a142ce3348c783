"""Verdicts: which words of a conclusion its premises support."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StepVerdict:
    """What a check says of one entailment step.

    Attributes:
        step: The id of the step's conclusion.
        supported: Whether nothing in the conclusion is unsupported.
        unsupported: The words of the conclusion that no premise supports, as written, in order.
    """

    step: str
    supported: bool
    unsupported: tuple[str, ...] = ()
