"""Inputs and annotations of the rating kinds: explanations and shortlists of facts, and their grades."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Self

import msgspec

from explanans.structures.grading import FAULTS, GRADES, Mark, Part
from explanans.workbench.kinds.rating import Choice, Grades

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
        is_rated: Whether it has an earlier rating for this question and is not rated again.
    """

    id: str
    text: str
    is_rated: bool = False


class Explained(msgspec.Struct, frozen=True):
    """An explanation; raters see only the first three fields.

    Attributes:
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


FAULT_KEYS = dict(zip("clinhwfrvsx", FAULTS, strict=True))
"""The keys that name faults of the whole."""


def scale_of(part: Part) -> tuple[Choice, ...]:
    """Return the scale of a part, its best grade first.

    Example:
        >>> [(choice.key, choice.name) for choice in scale_of(Part.WHOLE)]
        [('2', 'show'), ('1', 'edit'), ('0', 'no')]
    """
    grades = list(GRADES[part].items())
    values = range(len(grades) - 1, -1, -1)
    return tuple(Choice(str(it), it, name, meaning) for it, (name, meaning) in zip(values, grades, strict=True))


class Piece(msgspec.Struct, frozen=True):
    """A part of an explanation.

    Attributes:
        name: The id of the fact or conclusion; empty if there is only one such part.
    """

    part: Part
    name: str
    text: str
    because: str = ""

    @property
    def id(self) -> str:
        """Its id within the explanation."""
        return f"{self.part}:{self.name}" if self.name else str(self.part)


class ReadExplanation(msgspec.Struct, frozen=True):
    """An explanation to read.

    Attributes:
        pieces: Its parts, in the order of the sheet.
    """

    pieces: tuple[Piece, ...]


class Reading(Grades, frozen=True):
    """The annotation of an explanation.

    Attributes:
        grades: The grades by the ids of parts.
    """

    faults: tuple[str, ...] = ()

    def toggled(self, fault: str) -> Self:
        """Return the same with a fault named, or no longer.

        Example:
            >>> Reading().toggled("wording").toggled("central").faults
            ('central', 'wording')
        """
        named = {*self.faults} ^ {fault}
        return msgspec.structs.replace(self, faults=tuple(it for it in FAULTS if it in named))

    def marks(self, item: str, read: ReadExplanation, grader: str) -> Iterator[Mark]:
        """Yield the marks that a sheet has of it, graded or not."""
        for piece in read.pieces:
            value = self.grades.get(piece.id)
            grade = next((it.name for it in scale_of(piece.part) if it.value == value), "")
            faults = self.faults if piece.part is Part.WHOLE and grade else ()
            who = grader if grade else ""
            yield Mark(item, piece.part, piece.name, piece.text, piece.because, who, grade, faults)


SCALE = (
    Choice("3", 3, "Core", "The explanation cannot do without it: it says the central idea."),
    Choice("2", 2, "Important", "It belongs in a full explanation, but is not the central idea."),
    Choice("1", 1, "Extra", "It is on the topic and adds detail; the explanation does without it."),
    Choice("0", 0, "Irrelevant", "It has nothing to do with why the answer is right."),
)
"""The four points of Jansen et al. 2021, section 3, in words of our own."""


class Candidate(msgspec.Struct, frozen=True):
    """A fact to rate.

    Attributes:
        table: Its table; like its origin, not shown to raters.
    """

    id: str
    text: str
    table: str = ""


class Shortlist(msgspec.Struct, frozen=True):
    """A question with the facts that are to be rated.

    Attributes:
        facts: The facts, in an order that tells nothing.
    """

    question: str
    answer: str
    facts: tuple[Candidate, ...]


class Ratings(Grades, frozen=True):
    """The annotation of a shortlist: grades and remarks by the ids of facts."""


def final_sums(raters: Sequence[Ratings], settled: Ratings | None) -> Mapping[str, int]:
    """Return the rating of each fact as the file of the 2021 shared task has it: the sum of two grades.

    A settled grade counts twice; of more or fewer than two raters, the mean counts twice, rounded.

    Args:
        settled: The reviewer's annotation of differences; None if there is none.

    Example:
        >>> dict(final_sums([Ratings({"f1": 3, "f2": 1}), Ratings({"f1": 1, "f2": 2})], Ratings({"f1": 2})))
        {'f1': 4, 'f2': 3}
    """
    sums: dict[str, int] = {}
    for fact in dict.fromkeys(fact for rater in raters for fact in rater.grades):
        values = [rater.grades[fact] for rater in raters if fact in rater.grades]
        mean = sum(values) / len(values)
        sums[fact] = 2 * settled.grades[fact] if settled and fact in settled.grades else int(2 * mean + 0.5)
    return sums
