"""Choose the leaves of a tree: a look at each premise, a second one among probable leaves, and a choice of sets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explanans.learning.boosted_trees import Booster, Feature, predict, table
from explanans.trees.premises import FIRST_LOOK, Premises, first_look, second_columns
from explanans.trees.problem_matrix import Matrix, log_odds

_LEAST = 1e-4
"""Probabilities closer to 0 or 1 count as this close."""

_DOUBTFUL = 7
"""Number of the most uncertain premises that may be in or out."""
_MOST_SETS = 24

Sets = NDArray[np.bool_]
"""Sets of premises; shape (sets, premises)."""

Refine = Callable[[Matrix], Matrix]
"""Returns how probable a leaf each premise is, given how probable the boosted trees find it; shape (premises,)."""

_SETS = (
    Feature("size", "premises in the set"),
    Feature("beyond", "how many more it has than are expected"),
    Feature("cost", "how much less probable it is than the most probable set, as a logarithm"),
    Feature("least", "how probable a leaf its least probable premise is"),
    Feature("second_least", "the same of the second least probable one"),
    Feature("most_left", "how probable a leaf the most probable premise outside it is"),
    Feature("second_left", "the same of the second most probable one"),
    Feature("mean", "mean probability of its premises"),
    Feature("left_sum", "how many leaves are expected outside it"),
    Feature("covered", "share of the hypothesis that it holds"),
    Feature("covered_left", "share of the hypothesis that only premises outside it hold"),
    Feature("covered_least", "share of the hypothesis that only its least probable premise holds"),
    Feature("covered_once", "share of the hypothesis that one of its premises alone holds"),
    Feature("gained", "share of the hypothesis that the most probable premise outside it would add"),
    Feature("open", "share of its foreign terms that one of its premises alone holds"),
    Feature("open_most", "the same of the premise that has the largest share"),
    Feature("closed_left", "weight of such terms that the most probable premise outside it holds"),
    Feature("link_least", "best bridge from a premise to another one, of the premise that has the worst"),
    Feature("link_last", "best bridge between the least probable premise and another one"),
    Feature("link_left", "best bridge between the most probable premise outside it and one in it"),
    Feature("double", "how alike its two most similar premises are"),
    Feature("double_left", "how alike the most probable premise outside it is to one in it"),
    Feature("groups", "into how many groups without a common term it falls"),
    Feature("foreign", "weight of its terms that the hypothesis lacks, per premise"),
)
SET_NAMES: tuple[str, ...] = tuple(feature.name for feature in _SETS)


def first_columns(premises: Premises) -> Matrix:
    """Return the features of the first look; shape (premises, features)."""
    return table(FIRST_LOOK, first_look(premises))


def candidate_sets(belief: Matrix) -> Sets:
    """Return the most probable sets of two premises or more, each premise being a leaf or none by itself.

    Args:
        belief: How probable a leaf each premise is; shape (premises,), two or more.

    Example:
        >>> candidate_sets(np.array([0.9, 0.8, 0.1]))[:2].astype(int).tolist()
        [[1, 1, 0], [1, 1, 1]]
    """
    odds = log_odds(belief, _LEAST)
    doubtful = np.argsort(np.abs(odds), kind="stable")[:_DOUBTFUL]
    flips = ((np.arange(1 << len(doubtful))[:, None] >> np.arange(len(doubtful))) & 1).astype(np.bool_)
    sets = np.tile(odds > 0, (len(flips), 1))
    sets[:, doubtful] ^= flips
    best = np.argsort(-odds, kind="stable")
    # Where hardly anything is probable, the most probable premises are still on offer.
    few = np.zeros((2, len(belief)), dtype=np.bool_)
    few[0, best[:2]] = few[1, best[:3]] = True
    sets = np.unique(np.concatenate([sets[sets.sum(axis=1) > 1], few]), axis=0)
    order = np.argsort(-(sets @ odds), kind="stable")
    found: Sets = sets[order[:_MOST_SETS]]
    return found


def set_columns(premises: Premises, belief: Matrix, sets: Sets) -> NDArray[np.float32]:
    """Return the features of sets; shape (sets, features).

    Args:
        belief: How probable a leaf each is; shape (premises,).
        sets: The sets; shape (sets, premises).
    """
    odds = log_odds(belief, _LEAST)
    rows = [_of_set(premises, belief, held) for held in sets]
    found = np.array([[row[name] for name in SET_NAMES] for row in rows], dtype=np.float32)
    found[:, SET_NAMES.index("cost")] = odds[odds > 0].sum() - sets @ odds
    return found


def _of_set(premises: Premises, belief: Matrix, held: NDArray[np.bool_]) -> dict[str, float]:
    view = premises.view
    weights, total = view.weights, premises.total
    inside, outside = np.flatnonzero(held), np.flatnonzero(~held)
    inside = inside[np.argsort(belief[inside], kind="stable")]
    outside = outside[np.argsort(-belief[outside], kind="stable")]
    least, next_best = inside[0], outside[:1]
    counts = view.held[inside].sum(axis=0)
    here, there = counts > 0, view.held[outside].sum(axis=0) > 0
    foreign = view.held[inside] * (1 - view.sought)
    lone = foreign * (counts == 1)
    mass = foreign @ weights
    mutual = np.maximum(premises.bridges, premises.bridges.T)[np.ix_(inside, inside)]
    to_next = np.maximum(premises.bridges, premises.bridges.T)[np.ix_(next_best, inside)]
    return {
        "size": float(len(inside)),
        "beyond": float(len(inside) - belief.sum()),
        "cost": 0.0,
        "least": float(belief[least]),
        "second_least": float(belief[inside[1]]),
        "most_left": float(belief[outside[:1]].sum()),
        "second_left": float(belief[outside[1:2]].sum()),
        "mean": float(belief[inside].mean()),
        "left_sum": float(belief[outside].sum()),
        "covered": float((here * view.sought) @ weights) / total,
        "covered_left": float((there * ~here * view.sought) @ weights) / total,
        "covered_least": float((view.held[least] * (counts == 1) * view.sought) @ weights) / total,
        "covered_once": float(((counts == 1) * view.sought) @ weights) / total,
        "gained": float((view.held[next_best] * (counts == 0) * view.sought @ weights).sum()) / total,
        "open": float(lone.sum(axis=0) @ weights) / max(float(mass.sum()), 1e-6),
        "open_most": float((lone @ weights / np.maximum(mass, 1e-6)).max()),
        "closed_left": float((view.held[next_best] * lone.max(axis=0) @ weights).sum()),
        "link_least": float(mutual.max(axis=1).min()),
        "link_last": float(mutual[0].max()),
        "link_left": float(to_next.max(initial=0.0)),
        "double": float(premises.alike[np.ix_(inside, inside)].max()),
        "double_left": float(premises.alike[np.ix_(next_best, inside)].max(initial=0.0)),
        "groups": float(_groups(view.held[inside])),
        "foreign": float(mass.mean()),
    }


def _groups(held: Matrix) -> int:
    """Return into how many groups rows fall that share no column with one another."""
    near = (held @ held.T > 0).astype(np.int64) | np.eye(len(held), dtype=np.int64)
    for _ in range(len(held).bit_length()):
        near = (near @ near > 0).astype(np.int64)
    return len(np.unique(near, axis=0))


@dataclass(frozen=True, slots=True)
class LeafChooser:
    """Chooses leaves.

    Attributes:
        first: Returns the probability that a premise is a leaf, by itself.
        second: Returns the same with the probabilities of the first pass as features.
        sets: Orders sets of premises.
    """

    first: Booster
    second: Booster
    sets: Booster

    @property
    def boosters(self) -> Mapping[str, Booster]:
        """The boosted trees by the names of their parts."""
        return {"first": self.first, "second": self.second, "sets": self.sets}

    def look(self, premises: Premises) -> Matrix:
        """Return the features of the first look; shape (premises, features)."""
        return first_columns(premises)

    def choose(self, premises: Premises, refine: Refine | None = None) -> tuple[Sets, Matrix]:
        """Return sets of premises, the likeliest to be the leaves first, and how probable a leaf each premise is.

        Args:
            premises: The premises at hand, two or more.
            refine: What a language model adds; None for nothing.
        """
        columns = self.look(premises)
        belief = predict(self.second, second_columns(premises, columns, predict(self.first, columns)))
        belief = refine(belief) if refine else belief
        found = candidate_sets(belief)
        scores = predict(self.sets, set_columns(premises, belief, found))
        return found[np.argsort(-scores, kind="stable")], belief
