"""Probability that a ranked fact belongs to an explanation, by features of the fact and of other probable facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Self

import numpy as np

from explanans.learning.boosted_trees import Booster, predict
from explanans.learning.features import Feature, table
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.structures.explanations import ScoredFact
from explanans.structures.trees import Problem
from explanans.trees.model import SearchModel
from explanans.trees.premises import FIRST_LOOK, SECOND_LOOK, Premises, first_look, second_columns
from explanans.trees.problem_matrix import Matrix

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

_FIRST = tuple(feature.name for feature in (*FIRST_LOOK, *RANKED))
FEATURES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"first": _FIRST, "second": (*_FIRST, *(feature.name for feature in SECOND_LOOK))}
)
"""The names of the features of both looks."""


def first_columns(premises: Premises, scores: Sequence[float]) -> Matrix:
    """Return the features of ranked facts in the first pass; shape (facts, features).

    Args:
        premises: The facts, best first, with the hypothesis, the question and the answer.
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
    return np.column_stack([table(FIRST_LOOK, first_look(premises)), ranked])


def read(problem: Problem) -> Premises:
    """Return facts as both looks see them."""
    return Premises.of(problem, SearchModel.shipped().weights)


@dataclass(frozen=True)
class Relevance(TrainedModel[None]):
    """A model that tells how probable it is that a ranked fact belongs to the explanation.

    ``explanans lab train relevance`` makes one as the one that comes with the package was made.

    Attributes:
        first: Returns it for each fact by itself.
        second: Returns it with the probabilities of the first pass as features.
        origin: Their training data and settings.
    """

    kind = "relevance"
    home = Path(__file__).parent / "models" / "relevance"
    features = FEATURES

    first: Booster
    second: Booster
    origin: Origin

    def contents(self) -> tuple[Mapping[str, Booster], None]:
        """Return its boosted trees; it knows nothing else."""
        return {"first": self.first, "second": self.second}, None

    @classmethod
    def of(cls, found: BoostedModel[None]) -> Self:
        """Return the model that a folder holds."""
        return cls(found.boosters["first"], found.boosters["second"], found.origin)

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
        _, belief = self.read(problem, facts)
        order = np.argsort(-belief, kind="stable").tolist()
        return tuple(ScoredFact(facts[place].fact, float(belief[place])) for place in order)

    def read(self, problem: Problem, facts: Sequence[ScoredFact]) -> tuple[Premises, Matrix]:
        """Return the best facts, and the probability that each belongs to the explanation of the hypothesis.

        Args:
            facts: Ranked facts that score above 0, best first; one or more.

        Returns:
            The best facts as premises, and their probabilities; shape (facts,).
        """
        weighed = facts[:MOST]
        texts = tuple(fact for fact, _ in weighed)
        premises = read(Problem("", problem.hypothesis, texts, None, problem.question, problem.answer))
        first = first_columns(premises, [score for _, score in weighed])
        return premises, predict(self.second, second_columns(premises, first, predict(self.first, first)))
