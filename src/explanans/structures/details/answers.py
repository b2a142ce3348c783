"""Details of the answer report."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AnswerDetails:
    """Details of the answer report, in addition to its measures.

    The breakdowns are by ``choices``, the number of choices of a question, and by ``share``: the share of questions
    with the largest margin between the first and the second answer.

    Attributes:
        missing: Number of questions without answers.
    """

    missing: int
