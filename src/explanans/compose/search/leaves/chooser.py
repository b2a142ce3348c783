"""Choose the leaves of a tree: a look at each premise, a second one among probable leaves, and a choice of sets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.compose.search.features.feature import Columns, Feature
from explanans.compose.search.leaves import choice, company, frequency, relevance
from explanans.compose.search.leaves.frequency import Frequencies
from explanans.compose.search.leaves.premises import Premises
from explanans.compose.search.view import Matrix

PLACE = Feature("place", "how many premises stand before it, where a ranker has put them in order")


class Extras(NamedTuple):
    """What leaves are told by beside what premises say.

    Attributes:
        frequency: How often sentences were at hand in training; for measuring only.
        place: Where a ranker has put them.
    """

    frequency: bool = False
    place: bool = False


_NOTHING = Extras()


def first_names(extras: Extras = _NOTHING) -> tuple[str, ...]:
    """Return the names of the features of the first look.

    Args:
        extras: What it knows beside what premises say.
    """
    added = (*(frequency.FEATURES if extras.frequency else ()), *((PLACE,) if extras.place else ()))
    return tuple(feature.name for feature in (*relevance.FEATURES, *added))


def second_names(extras: Extras = _NOTHING) -> tuple[str, ...]:
    """Return the names of the features of the second look.

    Args:
        extras: What it knows beside what premises say.
    """
    return (*first_names(extras), *(feature.name for feature in company.FEATURES))


def first_columns(premises: Premises, frequencies: Frequencies | None, *, ranked: bool = False) -> Matrix:
    """Return the features of the first look; shape (premises, features).

    Args:
        premises: The premises at hand.
        frequencies: How often sentences were at hand in training; None where that is not to be known.
        ranked: Whether the order of the premises tells something.
    """
    columns = relevance.relevance(premises)
    if frequencies is not None:
        columns |= frequencies.columns(premises.texts)
    columns[PLACE.name] = np.arange(len(premises.texts), dtype=np.float64)
    return _stacked(columns, first_names(Extras(frequencies is not None, ranked)))


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
        ranked: Whether the order of the premises tells something.
    """

    first: lightgbm.Booster
    second: lightgbm.Booster
    sets: lightgbm.Booster
    frequencies: Frequencies | None = None
    ranked: bool = False

    @property
    def boosters(self) -> Mapping[str, lightgbm.Booster]:
        """The boosted trees by the names of their parts."""
        return {"first": self.first, "second": self.second, "sets": self.sets}

    def beliefs(self, premises: Premises) -> Matrix:
        """Return how probable a leaf each premise is; shape (premises,).

        Args:
            premises: The premises at hand.
        """
        columns = first_columns(premises, self.frequencies, ranked=self.ranked)
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
