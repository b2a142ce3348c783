"""The trained search for trees: which joins to look at, which are right, and which premises are leaves."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.learning.boosted_trees import Booster, predict
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.trees import features
from explanans.trees.features import columns
from explanans.trees.joins import MOST_WHOLE, Masks, all_joins, whole
from explanans.trees.leaves import SET_NAMES, LeafChooser, leaf_features
from explanans.trees.precedents import Precedents
from explanans.trees.problem_matrix import ProblemMatrix
from explanans.trees.sentence import TermWeights

_BEAM = 16
"""Number of sets of leaves of each size that are kept."""


def propose(view: ProblemMatrix, proposer: Booster) -> tuple[Masks, NDArray[np.float32]]:
    """Return joins that a tree may be made of, all if there are few leaves, else the most probable; their features.

    At least one whole tree can be made of them.

    Sets of leaves are looked at from the smallest to the whole. The sets of each size that the most probable joins
    lead to are kept, and only what is kept is joined further.

    Args:
        view: The problem; two leaves or more.
        proposer: Returns the probability of a join.
    """
    if view.leaves <= MOST_WHOLE:
        joins = all_joins(view.leaves)
        return joins, columns(view, joins)
    kept: dict[int, dict[int, float]] = {1: {1 << leaf: 0.0 for leaf in range(view.leaves)}}
    found: list[tuple[Masks, NDArray[np.float32]]] = []
    for size in range(2, view.leaves + 1):
        joins = np.array(list(_joins_to(kept, size)), dtype=np.int64).reshape(-1, 3)
        features = columns(view, joins) if len(joins) else np.zeros((0, 0), np.float32)
        kept[size] = _best_sets(joins, np.log(np.maximum(predict(proposer, features), 1e-9)), kept)
        chosen = np.isin(whole(joins), list(kept[size]))
        if chosen.any():
            found.append((joins[chosen], features[chosen]))
    return np.concatenate([joins for joins, _ in found]), np.concatenate([features for _, features in found])


def _joins_to(kept: dict[int, dict[int, float]], size: int) -> Iterator[tuple[int, int, int]]:
    """Yield the joins of two kept sets, or of one with two leaves, that lead to sets of a size."""
    for smaller in range(1, size // 2 + 1):
        for one in kept[smaller]:
            for other in kept[size - smaller]:
                if not one & other and (smaller < size - smaller or one < other):
                    yield other, one, 0
    if size > 2:
        for pair in combinations(kept[1], 2):
            for one in kept[size - 2]:
                if not one & (pair[0] | pair[1]) and (size > 3 or one < min(pair)):
                    yield one, *pair


def _best_sets(joins: Masks, scores: NDArray[np.float64], kept: dict[int, dict[int, float]]) -> dict[int, float]:
    """Return the sets that the best joins lead to, with the scores of the best trees over each."""
    inside = {held: value for sets in kept.values() for held, value in sets.items()}
    best: dict[int, float] = {}
    for parts, score in zip(joins.tolist(), scores.tolist(), strict=True):
        head = parts[0] | parts[1] | parts[2]
        value = score + sum(inside[part] for part in parts if part)
        if value > best.get(head, -np.inf):
            best[head] = value
    order = sorted(best, key=lambda held: (-best[held], held))
    return {held: best[held] for held in order[:_BEAM]}


@dataclass(frozen=True, slots=True)
class _Parameters:
    weights: TermWeights
    precedents: Precedents


@dataclass(frozen=True, slots=True)
class SearchModel(TrainedModel[_Parameters]):
    """A trained search: it finds leaves and joins them.

    Attributes:
        precedents: How gold trees joined sentences.
        proposer: Returns the probability of a join by itself.
        joiners: Score joins for the best whole trees; their scores are summed.
        origin: Its training data and settings.
    """

    weights: TermWeights
    precedents: Precedents
    proposer: Booster
    joiners: tuple[Booster, ...]
    leaves: LeafChooser
    origin: Origin

    kind = "trees"
    home = Path(__file__).parent / "models" / "search"
    known = _Parameters

    def contents(self) -> tuple[dict[str, Booster], _Parameters]:
        """Return its boosted trees and what it knows of words and of gold trees.

        What tells leaves by how often they were at hand in training, or by a ranker, is for measuring only.

        Raises:
            InputError: The model is for measuring.
        """
        if self.leaves.frequencies is not None or self.leaves.ranked:
            raise InputError("a search with the frequency or the rank of premises as a feature is for measuring only")
        boosters = {"propose": self.proposer, **{f"leaves-{name}": item for name, item in self.leaves.boosters.items()}}
        boosters |= {f"join{number}": booster for number, booster in enumerate(self.joiners, 1)}
        return boosters, _Parameters(self.weights, self.precedents)

    @classmethod
    def of(cls, found: BoostedModel[_Parameters]) -> "SearchModel":
        """Return the model that a folder holds.

        Raises:
            ValueError: It looks at other features.
        """
        first, second = (tuple(feature.name for feature in look) for look in leaf_features())
        joiners = sorted(name for name in found.boosters if name.startswith("join"))
        wanted = {
            "propose": features.NAMES,
            **dict.fromkeys(joiners, features.NAMES),
            "leaves-first": first,
            "leaves-second": second,
            "leaves-sets": SET_NAMES,
        }
        if not joiners or found.features() != wanted:
            raise ValueError("a model with other features")
        return cls(
            found.known.weights,
            found.known.precedents,
            found.boosters["propose"],
            tuple(found.boosters[name] for name in joiners),
            LeafChooser(found.boosters["leaves-first"], found.boosters["leaves-second"], found.boosters["leaves-sets"]),
            found.origin,
        )
