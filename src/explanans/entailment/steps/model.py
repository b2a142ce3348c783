"""A trained judge of steps: how likely each conclusion follows, and what contradicts it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.judge.base import Judge, Pair, judged
from explanans.entailment.judge.premise_scores import ALONE_AGAINST, relevance
from explanans.entailment.steps.features import GRADED_NAMES, NAMES, Step, columns, graded_columns
from explanans.entailment.steps.step import TermStatistics
from explanans.learning.boosted_trees import Booster, predict
from explanans.learning.embedder import Embedder
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.runtime.cache import Memory
from explanans.structures.verdicts import NliScores


@dataclass(frozen=True, slots=True)
class StepModel(TrainedModel[TermStatistics]):
    """A judge of how likely it is that a conclusion follows.

    Attributes:
        trees: Boosted trees over the features of a step, grown on steps that people drew and on steps made wrong.
        graded: Boosted trees over these, the wording and what a judge says, grown on steps that were composed and
            graded.
        origin: Its training data and settings.

    Example:
        >>> premises = "a frog is a kind of amphibian", "amphibians have moist skin"
        >>> steps = [(premises, "a frog has moist skin"), (premises, "a frog has dry skin")]
        >>> right, wrong = StepModel.shipped().likeness(steps)
        >>> bool(right > 0.9), bool(wrong < 0.5)
        (True, True)
    """

    kind = "steps"
    home = Path(__file__).parent / "models"
    known = TermStatistics
    features: ClassVar = {"graded": GRADED_NAMES, "steps": NAMES}

    trees: Booster
    graded: Booster
    words: TermStatistics
    origin: Origin

    def contents(self) -> tuple[dict[str, Booster], TermStatistics]:
        """Return its boosted trees and what it knows of words."""
        return {"graded": self.graded, "steps": self.trees}, self.words

    @classmethod
    def of(cls, found: BoostedModel[TermStatistics]) -> "StepModel":
        """Return the model that a folder holds.

        Args:
            found: The loaded content.
        """
        return cls(found.boosters["steps"], found.boosters["graded"], found.known, found.origin)

    def likeness(self, steps: Sequence[Step]) -> NDArray[np.float64]:
        """Return how much each step looks like one that people drew, not like one made wrong; shape (steps,).

        From 0 to 1; among as many right steps as wrong ones, made as ``train.steps`` makes them, it is the share of
        right ones.

        Args:
            steps: The premises of each, one or more, and its conclusion.
        """
        return predict(self.trees, columns(steps, self.words))

    def follows(self, steps: Sequence[Step], judgements: Sequence[NliScores | None]) -> NDArray[np.float64]:
        """Return how likely each conclusion follows and reads as a sentence; shape (steps,).

        From 0 to 1, calibrated on what this package composes.

        Args:
            steps: The premises of each, one or more, and its conclusion.
            judgements: A judge's scores of each conclusion, given its premises; None without a judge.
        """
        return predict(self.graded, graded_columns(steps, self.words, self.likeness(steps), judgements))


LEAST = 0.55
"""Minimum probability of a conclusion that is said to follow."""

MOST_CONTRADICTED = 0.8
"""Minimum probability for which a conclusion is taken to contradict its premises."""

_NEAREST = 3
"""Number of facts at hand that a conclusion is compared with, those nearest to it in meaning."""
_REMEMBERED = 4096


class Critic:
    """Scores conclusions, and finds what contradicts them. Scores are cached.

    Args:
        judge: Judges conclusions given their premises; None for no judge.
        model: Returns the probability that a conclusion follows; the shipped model if None.

    Example:
        >>> critic = Critic(None)
        >>> premises = ("a frog is a kind of amphibian", "amphibians have moist skin")
        >>> critic.follows([(premises, "a frog has moist skin")])[0] > LEAST
        True
    """

    def __init__(self, judge: Judge | None, model: StepModel | None = None) -> None:
        self._judge = judge
        self._model = model or StepModel.shipped()
        self._judgements = Memory[Pair, NliScores](_REMEMBERED)
        self._likely = Memory[Pair, float](_REMEMBERED)

    def follows(self, steps: Sequence[Step]) -> list[float]:
        """Return how likely each conclusion follows, from 0 to 1.

        Args:
            steps: The premises of each, one or more, and its conclusion.

        Raises:
            InputError: The judge returns what is of no use.
        """
        return self._follow([Pair(tuple(premises), conclusion) for premises, conclusion in steps])

    def contradicts(self, premises: Sequence[str], conclusion: str, at_hand: Sequence[str] = ()) -> bool:
        """Return whether a conclusion is contradicted by its premises, or by a fact at hand that is like it.

        Args:
            premises: Its premises; one or more.
            at_hand: Facts that it may not contradict.

        Raises:
            InputError: The judge returns what is of no use.
        """
        pair = Pair(tuple(premises), conclusion)
        if self._contradicted(pair) >= MOST_CONTRADICTED:
            return True
        against = self._against(conclusion, [fact for fact in at_hand if fact not in pair.premises])
        return against is not None and self._contradicted(against) >= ALONE_AGAINST

    def _follow(self, pairs: Sequence[Pair]) -> list[float]:
        """Return how likely each conclusion follows from its premises."""
        return self._likely.all(pairs, lambda new: self._model.follows(new, self._scores(new)).tolist())

    def _contradicted(self, pair: Pair) -> float:
        """Return how probable it is that a conclusion is contradicted."""
        (said,) = self._scores([pair])
        return said.contradicted if said else 0.0

    def _scores(self, pairs: Sequence[Pair]) -> list[NliScores | None]:
        """Return the judge's scores of each conclusion; None without a judge."""
        judge = self._judge
        if judge is None:
            return [None] * len(pairs)
        return [*self._judgements.all(pairs, lambda new: judged(judge, new))]

    def _against(self, conclusion: str, facts: Sequence[str]) -> Pair | None:
        """Return a conclusion with the facts that are near enough to contradict it; None if none is."""
        if self._judge is None or not facts:
            return None
        embed = Embedder.shipped().embed
        cosines = (embed(facts) @ embed([conclusion])[0]).tolist()
        nearest = sorted(range(len(facts)), key=lambda number: -cosines[number])[:_NEAREST]
        near = [number for number in sorted(nearest) if relevance(cosines[number]) >= ALONE_AGAINST]
        return Pair(tuple(facts[number] for number in near), conclusion) if near else None
