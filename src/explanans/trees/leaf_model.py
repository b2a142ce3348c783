"""The trained choice of leaves: how relevant each fact is, and which facts explain a hypothesis together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from explanans.learning.boosted_trees import Booster
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.structures.explanations import ScoredFact
from explanans.structures.trees import Problem
from explanans.trees.leaf_features import FEATURES, LeafProblem, leaf_problem
from explanans.trees.leaf_program import best_leaves
from explanans.trees.relevance import Relevance
from explanans.trees.selection import LONE, share


@dataclass(frozen=True)
class LeafModel(TrainedModel[dict[str, float]]):
    """Weights of the features of a set of leaves; ``explanans lab train leaves`` makes them.

    Attributes:
        weights: The weight of each feature by its name.
        origin: Its training data and settings.
    """

    kind = "leaves"
    home = Path(__file__).parent / "models" / "leaves"
    known: ClassVar[Any] = dict[str, float]
    features: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    weights: Mapping[str, float]
    origin: Origin

    def contents(self) -> tuple[Mapping[str, Booster], dict[str, float]]:
        """Return no boosted trees, and the weights."""
        return {}, dict(self.weights)

    @classmethod
    def of(cls, found: BoostedModel[dict[str, float]]) -> Self:
        """Return the model that a folder holds.

        Args:
            found: The loaded content.

        Raises:
            ValueError: It has weights of other features.
        """
        if sorted(found.known) != sorted(feature.name for feature in FEATURES):
            raise ValueError("weights of other features")
        return cls(found.known, found.origin)

    def best(self, problem: LeafProblem, least: int = 1) -> NDArray[np.bool_]:
        """Return the set of leaves with the highest score; shape (facts,).

        Args:
            problem: The candidates; one or more.
            least: Minimum number of leaves, at most that of eligible facts.
        """
        return best_leaves(problem, np.array([self.weights[feature.name] for feature in FEATURES]), least)

    def choose(
        self, problem: Problem, facts: Sequence[ScoredFact], relevance: Relevance | None = None
    ) -> tuple[ScoredFact, ...]:
        """Return the facts that explain a hypothesis together, the most relevant first, with their relevance.

        A single fact that holds little of the hypothesis is no explanation: then the best set of two or more is chosen.

        Args:
            problem: The hypothesis, the question and the answer.
            facts: Ranked facts that score above 0, best first.
            relevance: The relevance of each fact; the model that comes with the package if None.
        """
        if not facts:
            return ()
        premises, belief = (relevance or Relevance.shipped()).read(problem, facts)
        candidates = leaf_problem(problem.hypothesis, premises, belief.tolist())
        chosen = np.flatnonzero(self.best(candidates))
        if len(chosen) == 1 and share(problem.hypothesis, premises.texts[chosen[0]]) < LONE:
            chosen = np.flatnonzero(self.best(candidates, least=2))
        order = chosen[np.argsort(-belief[chosen], kind="stable")].tolist()
        return tuple(ScoredFact(facts[place].fact, float(belief[place])) for place in order)
