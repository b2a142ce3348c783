"""What is rated, by which scale, and where raters differ."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from explanans.workbench.kinds.kind import Earlier


class Grade(NamedTuple):
    """A point of the scale.

    Attributes:
        value: 0 to 3.
        name: Its name.
        meaning: When to give it.
    """

    value: int
    name: str
    meaning: str


SCALE = (
    Grade(3, "Core", "The explanation cannot do without it: it says the central idea."),
    Grade(2, "Important", "It belongs in a full explanation, but is not the central idea."),
    Grade(1, "Extra", "It is on the topic and adds detail; the explanation does without it."),
    Grade(0, "Irrelevant", "It has nothing to do with why the answer is right."),
)
"""The four points of Jansen et al. 2021, section 3, in words of our own."""


class Candidate(msgspec.Struct, frozen=True):
    """A fact to rate.

    Attributes:
        id: The id of the fact.
        text: The fact.
        table: Its table; shown to nobody, as its origin is not.
    """

    id: str
    text: str
    table: str = ""


class Shortlist(msgspec.Struct, frozen=True):
    """A question with the facts that are to be rated.

    Attributes:
        question: The question.
        answer: Its right answer.
        facts: The facts, in an order that tells nothing.
    """

    question: str
    answer: str
    facts: tuple[Candidate, ...]


class Ratings(msgspec.Struct, frozen=True):
    """What somebody said of a shortlist.

    Attributes:
        grades: The grades by the ids of facts.
        notes: Remarks by the ids of facts.
    """

    grades: dict[str, int] = {}
    notes: dict[str, str] = {}

    def graded(self, fact: str, value: int) -> "Ratings":
        """Return the same with one more grade.

        Args:
            fact: The id of the fact.
            value: The grade, 0 to 3.
        """
        return msgspec.structs.replace(self, grades={**self.grades, fact: value})

    def noted(self, fact: str, note: str) -> "Ratings":
        """Return the same with a remark, or without one where it is empty.

        Args:
            fact: The id of the fact.
            note: The remark.
        """
        rest = {key: value for key, value in self.notes.items() if key != fact}
        return msgspec.structs.replace(self, notes={**rest, fact: note.strip()} if note.strip() else rest)


def disputed(works: Iterable[Earlier[Ratings]], least: int) -> dict[str, tuple[int, ...]]:
    """Return the grades of the facts on which raters differ.

    Args:
        works: What raters said of one shortlist.
        least: How far apart two grades have to be to count as a difference.

    Example:
        >>> ann, bob = Ratings({"f1": 3, "f2": 1}), Ratings({"f1": 1, "f2": 1})
        >>> disputed([Earlier("rate", "ann", ann, "done"), Earlier("rate", "bob", bob, "done")], 2)
        {'f1': (3, 1)}
    """
    given: dict[str, list[int]] = {}
    for work in works:
        for fact, value in work.made.grades.items():
            given.setdefault(fact, []).append(value)
    return {fact: tuple(values) for fact, values in given.items() if max(values) - min(values) >= least}


def final_sums(raters: Sequence[Ratings], settled: Ratings | None) -> Mapping[str, int]:
    """Return the rating of each fact as the file of the 2021 shared task has it: the sum of two grades.

    A settled grade counts twice; of more or fewer than two raters, the mean counts twice, rounded.

    Args:
        raters: What raters said.
        settled: What was settled where they differed; None where nothing was.

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
