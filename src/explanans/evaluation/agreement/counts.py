"""Coincidence counts of ratings, the input of all measures of agreement."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from explanans.evaluation.facts.raters import Item

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Counts:
    """The ratings of items of one kind, question by question.

    Attributes:
        confusions: For each two raters with items in common, in the order of their names, their questions by ratings by
            ratings: how many items of the question the first rated so and the second so.
        together: Questions by ratings by ratings, over all pairs of raters; the earlier name's ratings are the rows.
        coincidences: The same for alpha; see ``coefficient.alpha``.
        compared: Number of items with at least two ratings.
    """

    confusions: dict[Pair, NDArray[np.float64]]
    together: NDArray[np.float64]
    coincidences: NDArray[np.float64]
    compared: int


def count(items: Mapping[Item, Mapping[str, int]], highest: int) -> Counts:
    """Count coincidences of ratings. Items with a single rating are left out.

    Args:
        items: The ratings of each item by the names of the raters.
        highest: Highest rating; the lowest is 0.

    Example:
        >>> counts = count({("q1", "f1"): {"ann": 1, "bob": 0}, ("q1", "f2"): {"bob": 1}}, 1)
        >>> counts.confusions["ann", "bob"].tolist(), counts.compared
        ([[[0.0, 0.0], [1.0, 0.0]]], 1)
    """
    compared = {item: dict(sorted(ratings.items())) for item, ratings in items.items() if len(ratings) > 1}
    questions = {question: row for row, question in enumerate(dict.fromkeys(question for question, _ in compared))}
    size = highest + 1
    together = np.zeros((len(questions), size, size))
    coincidences = np.zeros_like(together)
    confusions: dict[Pair, dict[str, NDArray[np.float64]]] = {}
    for (question, _), ratings in compared.items():
        row = questions[question]
        for first, second in combinations(ratings, 2):
            cell = ratings[first], ratings[second]
            by_question = confusions.setdefault((first, second), {})
            by_question.setdefault(question, np.zeros((size, size)))[cell] += 1
            together[row][cell] += 1
            coincidences[row][cell] += 1 / (len(ratings) - 1)
            coincidences[row][cell[::-1]] += 1 / (len(ratings) - 1)
    return Counts(
        confusions={pair: np.array(list(confusions[pair].values())) for pair in sorted(confusions)},
        together=together,
        coincidences=coincidences,
        compared=len(compared),
    )
