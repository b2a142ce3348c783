"""How probable it is that a ranked fact belongs to an explanation: told by the fact, and by the other probable ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Self

import numpy as np

from explanans.compose.trees.model import SearchModel
from explanans.compose.trees.premises import FIRST_LOOK, SECOND_LOOK, Premises, first_look, second_columns
from explanans.compose.trees.view import Matrix
from explanans.explanation import ScoredFact
from explanans.learn.booster import Booster
from explanans.learn.feature import Feature, table
from explanans.learn.model import BoostedModel, Origin, TrainedModel
from explanans.learn.trees import predict
from explanans.problem import Problem

MOST = 12
"""How many of the best facts are looked at."""

RANKED = (
    Feature("place", "how many facts are ranked before it"),
    Feature("score_part", "its score as a share of the best one's"),
    Feature("score_gap", "how much less the next one's is"),
    Feature("score_gap_before", "how much more that of the one before is"),
    Feature("score_mean", "the mean of all but the best one's"),
)
"""What the ranking says; scores are taken relative to the best, since every ranker has a scale of its own."""

_FIRST = tuple(feature.name for feature in (*FIRST_LOOK, *RANKED))
FEATURES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"first": _FIRST, "second": (*_FIRST, *(feature.name for feature in SECOND_LOOK))}
)
"""The names of the features of both looks."""


def first_columns(premises: Premises, scores: Sequence[float]) -> Matrix:
    """Return what the first look sees of ranked facts; shape (facts, features).

    Args:
        premises: The facts, best first, beside the hypothesis, the question and the answer.
        scores: Their scores.
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
    """Return facts as both looks see them.

    Args:
        problem: The hypothesis, the question and the answer, and the facts as premises.
    """
    return Premises.of(problem, SearchModel.shipped().weights)


@dataclass(frozen=True)
class Relevance(TrainedModel[None]):
    """A model that tells how probable it is that a ranked fact belongs to the explanation.

    ``explanans train relevance`` makes one as the one that comes with the package was made.

    Attributes:
        first: Tells it of each fact by itself.
        second: Tells it from what the first look found.
        origin: What they were made from.
    """

    kind = "relevance"
    home = Path(__file__).parents[1] / "models" / "relevance"
    features = FEATURES

    first: Booster
    second: Booster
    origin: Origin

    def contents(self) -> tuple[Mapping[str, Booster], None]:
        """Return its boosted trees; it knows nothing else."""
        return {"first": self.first, "second": self.second}, None

    @classmethod
    def of(cls, found: BoostedModel[None]) -> Self:
        """Return the model that a folder holds.

        Args:
            found: What was found there.
        """
        return cls(found.boosters["first"], found.boosters["second"], found.origin)

    def probable(self, problem: Problem, facts: Sequence[ScoredFact]) -> tuple[ScoredFact, ...]:
        """Return the best facts with the probability that each belongs to the explanation, the most probable first.

        Args:
            problem: The hypothesis, the question and the answer.
            facts: Ranked facts that score above 0, best first.

        Example:
            >>> from explanans.fact import Fact
            >>> texts = ["heat melts ice", "ice is a kind of solid", "a frog can jump"]
            >>> facts = [ScoredFact(Fact(text, text), 1 - 0.3 * place) for place, text in enumerate(texts)]
            >>> [item.fact.text for item in Relevance.shipped().probable(Problem("", "heat melts ice", ()), facts)][-1]
            'a frog can jump'
        """
        weighed = facts[:MOST]
        if not weighed:
            return ()
        premises = read(
            Problem("", problem.hypothesis, tuple(fact for fact, _ in weighed), None, problem.question, problem.answer)
        )
        first = first_columns(premises, [score for _, score in weighed])
        belief = predict(self.second, second_columns(premises, first, predict(self.first, first)))
        order = np.argsort(-belief, kind="stable").tolist()
        return tuple(ScoredFact(weighed[place].fact, float(belief[place])) for place in order)
