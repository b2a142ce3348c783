"""The shortlist to rate, its annotation, and the scale."""

from collections.abc import Mapping, Sequence

import msgspec

from explanans.workbench.kinds.rating.scale import Choice, Grades

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
        id: The id of the fact.
        text: The fact.
        table: Its table; like its origin, not shown to raters.
    """

    id: str
    text: str
    table: str = ""


class Shortlist(msgspec.Struct, frozen=True):
    """A question with the facts that are to be rated.

    Attributes:
        answer: Its right answer.
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
