"""Aggregation of the ratings of several raters."""

from collections.abc import Iterable, Iterator
from math import ceil

from explanans.errors import InputError
from explanans.structures.annotations import Annotation
from explanans.structures.rankings import RelevanceJudgment

Item = tuple[str, str]
"""The ids of a question and of a fact, in lower case; the second is empty for a whole explanation."""


def by_item(annotations: Iterable[Annotation]) -> dict[Item, dict[str, float]]:
    """Return each rater's rating of each item, in the order of the annotations.

    Args:
        annotations: The annotations; ids are compared in lower case, the names of raters as they are written.

    Raises:
        InputError: A rater rated an item twice.

    Example:
        >>> by_item([Annotation("Q1", "f1", "ann", 3), Annotation("q1", "F1", "bob", 2)])
        {('q1', 'f1'): {'ann': 3, 'bob': 2}}
    """
    items: dict[Item, dict[str, float]] = {}
    for question, fact, rater, rating in annotations:
        ratings = items.setdefault((question.lower(), fact.lower()), {})
        if rater in ratings:
            what = f"fact {fact} of question {question}" if fact else f"the whole explanation of question {question}"
            raise InputError(f"rater {rater} rated {what} twice; accepted: one rating, and case makes no difference")
        ratings[rater] = rating
    return items


def averaged(annotations: Iterable[Annotation]) -> Iterator[RelevanceJudgment]:
    """Yield one judgment per rated fact: the mean of its ratings, rounded up (Jansen et al. 2021, section 4).

    Args:
        annotations: The annotations; those of whole explanations are ignored.

    Raises:
        InputError: A rater rated an item twice.

    Example:
        >>> for judgment in averaged([Annotation("q1", "f1", "ann", 2), Annotation("q1", "f1", "bob", 1)]):
        ...     print(judgment.fact, judgment.relevance)
        f1 2
    """
    for (question, fact), ratings in by_item(annotations).items():
        if fact:
            yield RelevanceJudgment(question, fact, ceil(round(sum(ratings.values()) / len(ratings), 9)))


def judged_complete(annotations: Iterable[Annotation]) -> dict[str, bool]:
    """Return whether each rated explanation is complete according to at least half of its raters.

    Args:
        annotations: The annotations; those of single facts are ignored.

    Raises:
        InputError: A rater rated an item twice.

    Example:
        >>> judged_complete([Annotation("q1", "", "ann", 1), Annotation("q1", "", "bob", 0)])
        {'q1': True}
    """
    return {
        question: 2 * sum(ratings.values()) >= len(ratings)
        for (question, fact), ratings in by_item(annotations).items()
        if not fact
    }
