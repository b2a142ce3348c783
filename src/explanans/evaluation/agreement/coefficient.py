"""Chance-corrected agreement: 1 minus the ratio of observed to expected disagreement, from coincidence counts.

The distance of two ratings (nominal, linear, quadratic, ordinal) determines the variant of kappa and alpha.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.evaluation.facts.manual import Item
from explanans.structures.reports import Interval


class Disagreement(NamedTuple):
    """Observed and expected disagreement; one number each, or one per resample."""

    observed: NDArray[np.float64]
    expected: NDArray[np.float64]

    def coefficient(self) -> float | None:
        """Return 1 minus observed over expected disagreement; None if the expected disagreement is 0.

        Example:
            >>> Disagreement(np.array(0.2), np.array(0.5)).coefficient()
            0.6
        """
        return float(1 - self.observed / self.expected) if self.expected > 0 else None

    def interval(self) -> Interval | None:
        """Return the 95% interval of the coefficients of the resamples; None if none has one."""
        defined = self.expected > 0
        if not defined.any():
            return None
        low, high = np.percentile(1 - self.observed[defined] / self.expected[defined], (2.5, 97.5))
        return float(low), float(high)


def kappa(confusion: NDArray[np.float64], distance: NDArray[np.float64]) -> Disagreement:
    """Return the disagreements of Cohen's kappa (Cohen 1960; with weights, Cohen 1968).

    Expected disagreement assumes independent raters with the same marginals.

    Args:
        confusion: Number of items by pair of ratings, in the last two dimensions; rows are the first rater's.
        distance: Distance of two ratings; shape (ratings, ratings).

    Example:
        >>> round(kappa(np.array([[20.0, 5.0], [10.0, 15.0]]), nominal(1)).coefficient(), 3)
        0.4
    """
    total = np.maximum(confusion.sum(axis=(-2, -1)), 1)
    chance = confusion.sum(axis=-1)[..., :, None] * confusion.sum(axis=-2)[..., None, :]
    return Disagreement(
        (confusion * distance).sum(axis=(-2, -1)) / total, (chance * distance).sum(axis=(-2, -1)) / total**2
    )


def alpha(coincidences: NDArray[np.float64], distance: NDArray[np.float64]) -> Disagreement:
    """Return the disagreements of Krippendorff's alpha (2011, "Computing Krippendorff's Alpha-Reliability").

    Expected disagreement assumes that all ratings are drawn without replacement.

    Args:
        coincidences: How often two ratings meet on the same item, in the last two dimensions: each ordered pair of an
            item's m ratings counts 1 / (m - 1).
        distance: Distance of two ratings, in the last two dimensions.

    Example:
        >>> round(alpha(np.array([[10.0, 4.0], [4.0, 2.0]]), nominal(1)).coefficient(), 3)
        0.095
    """
    marginals = coincidences.sum(axis=-1)
    total = np.maximum(marginals.sum(axis=-1), 2)
    chance = marginals[..., :, None] * marginals[..., None, :]
    return Disagreement(
        (coincidences * distance).sum(axis=(-2, -1)) / total,
        (chance * distance).sum(axis=(-2, -1)) / (total * (total - 1)),
    )


def nominal(highest: int) -> NDArray[np.float64]:
    """Return the nominal distance: 0 for equal ratings, else 1.

    Args:
        highest: Highest rating; the lowest is 0.

    Example:
        >>> nominal(1).tolist()
        [[0.0, 1.0], [1.0, 0.0]]
    """
    return 1.0 - np.eye(highest + 1)


def linear(highest: int) -> NDArray[np.float64]:
    """Return the absolute difference of any two ratings.

    Args:
        highest: Highest rating; the lowest is 0.
    """
    ratings = np.arange(highest + 1.0)
    return np.abs(ratings[:, None] - ratings)


def quadratic(highest: int) -> NDArray[np.float64]:
    """Return the square of the difference of any two ratings; alpha's *interval* distance.

    Args:
        highest: Highest rating; the lowest is 0.

    Example:
        >>> quadratic(2)[0].tolist()
        [0.0, 1.0, 4.0]
    """
    return linear(highest) ** 2


def ordinal(marginals: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the ordinal distance: the square of the number of ratings between two (Krippendorff 2011).

    Args:
        marginals: How often each rating occurs, in the last dimension.

    Returns:
        A matrix of ratings by ratings, for each of the other dimensions.

    Example:
        >>> ordinal(np.array([2.0, 6.0, 2.0]))[0].tolist()
        [0.0, 16.0, 64.0]
    """
    middles = np.cumsum(marginals, axis=-1) - marginals / 2
    return (middles[..., :, None] - middles[..., None, :]) ** 2


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
