"""What a report of judged answers tells beside its scores."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AnswerDetails:
    """What judged answers are reported with beside their measures.

    The breakdowns are by ``choices``, how many a question has, and by ``share``: the part of the questions whose first
    answer stands furthest before the second.

    Attributes:
        missing: How many questions have no answers.
    """

    missing: int
