"""Choose the leaves of a tree: a look at each premise, a second one among probable leaves, and a choice of sets."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import lightgbm
import numpy as np

from explanans.compose.trees import sets
from explanans.compose.trees.premises import FIRST_LOOK, SECOND_LOOK, Premises, first_look, second_look
from explanans.compose.trees.sets import Sets
from explanans.compose.trees.view import Matrix
from explanans.learn.feature import Columns, Feature, table
from explanans.learn.trees import predict
from explanans.problem import Problem

_FREQUENCY = (
    Feature("seen", "1 where the sentence was at hand for another training problem"),
    Feature("seen_leaf", "how often it was a leaf there, as a logarithm"),
    Feature("seen_distractor", "how often it distracted there, as a logarithm"),
    Feature("seen_part", "in what share of these cases it was a leaf; half where there is none"),
)
_PLACE = (Feature("place", "how many premises stand before it, where a ranker has put them in order"),)


@dataclass(frozen=True, slots=True)
class Frequencies:
    """How often sentences were at hand in training.

    In EntailmentBank nearly half of the gold leaves were written for their tree and occur nowhere else, while
    distractors come from one corpus. What knows this finds leaves that it could not find elsewhere: it is for measuring
    only.

    Attributes:
        leaf: How often each was a leaf.
        distractor: How often each distracted.
    """

    leaf: dict[str, int]
    distractor: dict[str, int]

    @classmethod
    def counted(cls, problems: Iterable[Problem]) -> "Frequencies":
        """Count the premises of problems with their gold trees.

        Args:
            problems: The problems.
        """
        leaf: Counter[str] = Counter()
        distractor: Counter[str] = Counter()
        for problem in problems:
            gold = {fact.text for fact in problem.tree.leaves} if problem.tree else set()
            for text in {premise.text for premise in problem.premises}:
                (leaf if text in gold else distractor)[text] += 1
        return cls(dict(sorted(leaf.items())), dict(sorted(distractor.items())))

    def columns(self, texts: Sequence[str]) -> Columns:
        """Return the features of premises; shape (premises,) each.

        Args:
            texts: The premises.
        """
        leaf = np.array([self.leaf.get(text, 0) for text in texts], dtype=np.float64)
        distractor = np.array([self.distractor.get(text, 0) for text in texts], dtype=np.float64)
        return {
            "seen": (leaf + distractor > 0).astype(np.float64),
            "seen_leaf": np.log1p(leaf),
            "seen_distractor": np.log1p(distractor),
            "seen_part": (leaf + 0.5) / (leaf + distractor + 1),
        }


class Extras(NamedTuple):
    """What leaves are told by beside what premises say.

    Attributes:
        frequency: How often sentences were at hand in training; for measuring only.
        place: Where a ranker has put them.
    """

    frequency: bool = False
    place: bool = False


_NOTHING = Extras()


def first_features(extras: Extras = _NOTHING) -> tuple[Feature, ...]:
    """Return the features of the first look.

    Args:
        extras: What it knows beside what premises say.
    """
    return (*FIRST_LOOK, *(_FREQUENCY if extras.frequency else ()), *(_PLACE if extras.place else ()))


def first_names(extras: Extras = _NOTHING) -> tuple[str, ...]:
    """Return the names of the features of the first look.

    Args:
        extras: What it knows beside what premises say.
    """
    return tuple(feature.name for feature in first_features(extras))


def second_names(extras: Extras = _NOTHING) -> tuple[str, ...]:
    """Return the names of the features of the second look, which has those of the first too.

    Args:
        extras: What the first look knows beside what premises say.
    """
    return (*first_names(extras), *(feature.name for feature in SECOND_LOOK))


def first_columns(premises: Premises, frequencies: Frequencies | None, *, ranked: bool = False) -> Matrix:
    """Return the features of the first look; shape (premises, features).

    Args:
        premises: The premises at hand.
        frequencies: How often sentences were at hand in training; None where that is not to be known.
        ranked: Whether the order of the premises tells something.
    """
    columns = first_look(premises)
    if frequencies is not None:
        columns |= frequencies.columns(premises.texts)
    columns["place"] = np.arange(len(premises.texts), dtype=np.float64)
    return table(first_features(Extras(frequencies is not None, ranked)), columns)


def second_columns(premises: Premises, first: Matrix, belief: Matrix) -> Matrix:
    """Return the features of the second look; shape (premises, features).

    Args:
        premises: The premises at hand.
        first: The features of the first look.
        belief: How probable a leaf it found each; shape (premises,).
    """
    return np.column_stack([first, table(SECOND_LOOK, second_look(premises, belief))])


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

    def choose(self, premises: Premises) -> tuple[Sets, Matrix]:
        """Return sets of premises, the likeliest to be the leaves first, and how probable a leaf each premise is.

        Args:
            premises: The premises at hand, two or more.
        """
        columns = first_columns(premises, self.frequencies, ranked=self.ranked)
        belief = predict(self.second, second_columns(premises, columns, predict(self.first, columns)))
        found = sets.candidate_sets(belief)
        scores = predict(self.sets, sets.columns(premises, belief, found))
        return found[np.argsort(-scores, kind="stable")], belief
