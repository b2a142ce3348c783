"""The trained models of the search for trees: joins, premises that are leaves, and the relevance of ranked facts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from explanans.learning.boosted_trees import Booster, Feature, predict, table
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.structures.explanations import ScoredFact
from explanans.structures.trees import Problem
from explanans.trees import features
from explanans.trees.features import columns
from explanans.trees.joins import MOST_WHOLE, Masks, all_joins, whole
from explanans.trees.leaves import SET_NAMES, LeafChooser
from explanans.trees.nearness import NEAR_BELIEVED, NEARNESS, Nearness, nearness
from explanans.trees.premises import FIRST_LOOK, SECOND_LOOK, Premises, first_look, second_columns
from explanans.trees.problem_matrix import Matrix, Precedents, ProblemMatrix
from explanans.trees.shown_before import SHOWN_BEFORE, ShownBefore
from explanans.trees.terms import TermWeights

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
        """Return its boosted trees and what it knows of words and of gold trees."""
        boosters = {"propose": self.proposer, **{f"leaves-{name}": item for name, item in self.leaves.boosters.items()}}
        boosters |= {f"join{number}": booster for number, booster in enumerate(self.joiners, 1)}
        return boosters, _Parameters(self.weights, self.precedents)

    @classmethod
    def of(cls, found: BoostedModel[_Parameters]) -> "SearchModel":
        """Return the model that a folder holds.

        Raises:
            ValueError: It looks at other features.
        """
        first, second = (tuple(feature.name for feature in look) for look in (FIRST_LOOK, FIRST_LOOK + SECOND_LOOK))
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


MOST = 25
"""Maximum number of the best facts that are looked at."""

RANKED = (
    Feature("place", "how many facts are ranked before it"),
    Feature("score_part", "its score as a share of the best one's"),
    Feature("score_gap", "how much less the next one's is"),
    Feature("score_gap_before", "how much more that of the one before is"),
    Feature("score_mean", "the mean of all but the best one's"),
)
"""Features of the ranking; scores are relative to the best one, because scales differ between rankers."""

_FIRST = tuple(feature.name for feature in (*FIRST_LOOK, *RANKED, *NEARNESS, *SHOWN_BEFORE))
FEATURES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"first": _FIRST, "second": (*_FIRST, *(feature.name for feature in (*SECOND_LOOK, *NEAR_BELIEVED)))}
)
"""The names of the features of both looks."""


def first_columns(premises: Premises, scores: Sequence[float], near: Nearness, before: Matrix) -> Matrix:
    """Return the features of ranked facts in the first pass; shape (facts, features).

    Args:
        premises: The facts, best first, with the hypothesis, the question and the answer.
        before: Whether they were shown for other questions; see ``ShownBefore.columns``.
    """
    shares = np.asarray(scores, dtype=np.float64) / scores[0]
    count = len(shares)
    ranked = np.column_stack(
        [
            np.arange(count),
            shares,
            shares - np.append(shares[1:], 0),
            np.append(0, shares[:-1] - shares[1:]),
            np.full(count, shares[1:].mean() if count > 1 else 0.0),
        ]
    )
    return np.column_stack([table(FIRST_LOOK, first_look(premises)), ranked, near.columns(), before])


def later_columns(premises: Premises, first: Matrix, belief: Matrix, near: Nearness) -> Matrix:
    """Return the features of ranked facts in the second pass; shape (facts, features).

    Args:
        first: The features of the first pass.
        belief: The probabilities of the first pass; shape (facts,).
    """
    return np.column_stack([second_columns(premises, first, belief), near.believed(belief)])


class RelevantFacts(NamedTuple):
    """Facts at hand, and how relevant they are to a statement.

    Attributes:
        near: Their sentence vectors compared.
        belief: How probable it is that the explanation shows each; shape (facts,).
    """

    premises: Premises
    near: Nearness
    belief: Matrix


def read(problem: Problem) -> Premises:
    """Return facts as both looks see them."""
    return Premises.of(problem, SearchModel.shipped().weights)


@dataclass(frozen=True)
class Relevance(TrainedModel[ShownBefore]):
    """A model that tells how probable it is that an explanation shows a ranked fact.

    ``explanans lab train relevance`` makes one as the one that comes with the package was made.

    Attributes:
        first: Returns it for each fact by itself.
        second: Returns it with the probabilities of the first pass as features.
        before: Which facts were shown for the questions that it was trained on.
        origin: Their training data and settings.
    """

    kind = "relevance"
    home = Path(__file__).parent / "models" / "relevance"
    features = FEATURES
    known = ShownBefore

    first: Booster
    second: Booster
    before: ShownBefore
    origin: Origin

    def contents(self) -> tuple[Mapping[str, Booster], ShownBefore]:
        """Return its boosted trees, and which facts were shown."""
        return {"first": self.first, "second": self.second}, self.before

    @classmethod
    def of(cls, found: BoostedModel[ShownBefore]) -> Self:
        """Return the model that a folder holds."""
        return cls(found.boosters["first"], found.boosters["second"], found.known, found.origin)

    def probable(self, problem: Problem, facts: Sequence[ScoredFact]) -> tuple[ScoredFact, ...]:
        """Return the best facts with the probability that each belongs to the explanation, the most probable first.

        Args:
            facts: Ranked facts that score above 0, best first.

        Example:
            >>> from explanans.structures.facts import Fact
            >>> texts = ["heat melts ice", "ice is a kind of solid", "a frog can jump"]
            >>> facts = [ScoredFact(Fact(text, text), 1 - 0.3 * place) for place, text in enumerate(texts)]
            >>> [item.fact.text for item in Relevance.shipped().probable(Problem("", "heat melts ice", ()), facts)][-1]
            'a frog can jump'
        """
        if not facts:
            return ()
        belief = self.read(problem, facts).belief
        order = np.argsort(-belief, kind="stable").tolist()
        return tuple(ScoredFact(facts[place].fact, float(belief[place])) for place in order)

    def read(self, problem: Problem, facts: Sequence[ScoredFact]) -> RelevantFacts:
        """Return the best facts, and the probability that each belongs to the explanation of the hypothesis.

        Args:
            facts: Ranked facts that score above 0, best first; one or more.
        """
        weighed = facts[:MOST]
        texts = tuple(fact for fact, _ in weighed)
        asked = Problem("", problem.hypothesis, texts, None, problem.question, problem.answer)
        premises, near = read(asked), nearness(asked)
        before = self.before.columns([fact.id for fact in texts], near)
        first = first_columns(premises, [score for _, score in weighed], near, before)
        belief = predict(self.second, later_columns(premises, first, predict(self.first, first), near))
        return RelevantFacts(premises, near, belief)
