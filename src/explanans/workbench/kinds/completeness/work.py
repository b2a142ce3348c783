"""The explanation to judge, its annotation, and the scales."""

from typing import Self

import msgspec

from explanans.workbench.kinds.rating.scale import Choice, Grades

WHOLE = "the whole"
"""The row on which the whole explanation is judged."""
COMPLETE = (
    Choice("1", 1, "Complete", "The facts lead from the question to the answer without a significant gap."),
    Choice("0", 0, "Not complete", "A step is missing that a reader could not fill in alone; name it."),
)
RELEVANT = (
    Choice("1", 1, "Relevant", "It helps to explain why the answer is right."),
    Choice("0", 0, "Irrelevant", "It has nothing to do with why the answer is right."),
)
"""The binary judgements of Jansen et al. 2021, section 6.4, in words of our own."""


class Sentence(msgspec.Struct, frozen=True):
    """A fact of an explanation.

    Attributes:
        text: The fact.
        is_rated: Whether it has an earlier rating for this question and is not rated again.
    """

    id: str
    text: str
    is_rated: bool = False


class Explained(msgspec.Struct, frozen=True):
    """An explanation; raters see only the first three fields.

    Attributes:
        answer: Its right answer.
        facts: The facts of the explanation.
        key: The id of the question.
        gold: The ids of the facts of the gold explanation.
        ratings: Earlier ratings for this question, by fact.
    """

    question: str
    answer: str
    facts: tuple[Sentence, ...]
    key: str
    systems: tuple[str, ...] = ()
    gold: tuple[str, ...] = ()
    ratings: dict[str, int] = {}


class Verdict(Grades, frozen=True):
    """The annotation of an explanation.

    Attributes:
        grades: 1 or 0 by the ids of facts, and that of the whole.
        notes: Remarks by the same ids.
        gaps: The gaps, a line each.
    """

    gaps: tuple[str, ...] = ()

    def with_gaps(self, text: str) -> Self:
        r"""Return the same with other gaps.

        Example:
            >>> Verdict().with_gaps(" that ice is a solid \n\n").gaps
            ('that ice is a solid',)
        """
        gaps = tuple(" ".join(line.split()) for line in text.splitlines() if line.strip())
        return msgspec.structs.replace(self, gaps=gaps)
