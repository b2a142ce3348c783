"""Choose the leaves of a tree: a look at each premise, a second one among probable leaves, and a choice of sets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.compose.search.features.feature import Columns
from explanans.compose.search.leaves import choice, company, frequency, relevance
from explanans.compose.search.leaves.frequency import Frequencies
from explanans.compose.search.leaves.premises import Premises
from explanans.compose.search.view import Matrix


def first_names(*, with_frequency: bool) -> tuple[str, ...]:
    """Return the names of the features of the first look.

    Args:
        with_frequency: Whether it knows how often sentences were at hand in training.
    """
    features = (*relevance.FEATURES, *(frequency.FEATURES if with_frequency else ()))
    return tuple(feature.name for feature in features)


def second_names(*, with_frequency: bool) -> tuple[str, ...]:
    """Return the names of the features of the second look.

    Args:
        with_frequency: Whether it knows how often sentences were at hand in training.
    """
    return (*first_names(with_frequency=with_frequency), *(feature.name for feature in company.FEATURES))


def first_columns(premises: Premises, frequencies: Frequencies | None) -> Matrix:
    """Return the features of the first look; shape (premises, features).

    Args:
        premises: The premises at hand.
        frequencies: How often sentences were at hand in training; None where that is not to be known.
    """
    columns = relevance.relevance(premises)
    if frequencies is not None:
        columns |= frequencies.columns(premises.texts)
    return _stacked(columns, first_names(with_frequency=frequencies is not None))


def second_columns(premises: Premises, first: Matrix, belief: Matrix) -> Matrix:
    """Return the features of the second look; shape (premises, features).

    Args:
        premises: The premises at hand.
        first: The features of the first look.
        belief: How probable a leaf it found each; shape (premises,).
    """
    return np.column_stack(
        [first, _stacked(company.company(premises, belief), [item.name for item in company.FEATURES])]
    )


def _stacked(columns: Columns, names: Sequence[str]) -> Matrix:
    return np.column_stack([columns[name] for name in names])


@dataclass(frozen=True, slots=True)
class LeafChooser:
    """Chooses leaves.

    Attributes:
        first: Tells how probable a leaf a premise is by itself.
        second: Tells it from what the first look found.
        sets: Orders sets of premises.
        frequencies: How often sentences were at hand in training; None where that is not to be known.
    """

    first: lightgbm.Booster
    second: lightgbm.Booster
    sets: lightgbm.Booster
    frequencies: Frequencies | None = None

    @property
    def boosters(self) -> Mapping[str, lightgbm.Booster]:
        """The boosted trees by the names of their parts."""
        return {"first": self.first, "second": self.second, "sets": self.sets}

    def beliefs(self, premises: Premises) -> Matrix:
        """Return how probable a leaf each premise is; shape (premises,).

        Args:
            premises: The premises at hand.
        """
        columns = first_columns(premises, self.frequencies)
        belief = predicted(self.first, columns)
        return predicted(self.second, second_columns(premises, columns, belief))

    def choose(self, premises: Premises) -> tuple[NDArray[np.bool_], Matrix]:
        """Return sets of premises, the likeliest to be the leaves first, and how probable a leaf each premise is.

        Args:
            premises: The premises at hand, two or more.
        """
        belief = self.beliefs(premises)
        sets = choice.candidate_sets(belief)
        scores = predicted(self.sets, choice.columns(premises, belief, sets))
        return sets[np.argsort(-scores, kind="stable")], belief


def predicted(booster: lightgbm.Booster, columns: NDArray[np.floating]) -> Matrix:
    """Return what boosted trees say of each row, on one thread.

    Args:
        booster: The trees.
        columns: The features; shape (rows, features).
    """
    return np.asarray(booster.predict(columns, num_threads=1), dtype=np.float64)
