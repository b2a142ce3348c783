"""Rank facts by the chains of facts that lead to them from the facts that a single-fact ranker puts first."""

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.rank.hops import FactKinds, HopModel
from explanans.rank.links import Links
from explanans.rank.ranker import order
from explanans.rank.training import Training
from explanans.rank.unification import Unification

_STARTS = 15
_BEAM = 10
_HOPS = 2
_WEIGHT = 0.4
"""Chosen on WorldTree's training questions, each ranked without its own explanation."""


class Paths:
    """Chains of facts beside single facts, after Das et al. 2019 as told by Jansen & Ustalov 2019 (section 6, model 4).

    A chain starts at one of the first facts by unification, with its score as a share of the best one, and is worth
    that times the probability of each of its hops; a hop leads to a fact that shares a telling lemma. A fact scores its
    share plus the worth of the best chain that leads to it: a chain in which the hop model has no confidence adds
    nothing, so that the single-fact ranker decides.

    The hop model is fitted on the knowledge base's gold explanations when it is first needed; for a training question,
    on those outside its fold.

    Args:
        knowledge: The knowledge base to rank.

    Raises:
        InputError: The knowledge base has no gold explanations to learn from.
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._knowledge = knowledge
        self._single = Unification(knowledge)
        self._training = Training(knowledge, "paths")
        self._links = Links(knowledge)
        self._kinds = FactKinds(knowledge)
        self._models: dict[frozenset[int], HopModel] = {}

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score a fact; shape (facts,).

        Args:
            question: A question with its right answer.

        Raises:
            InputError: The question's key names no choice.
        """
        single = self._single.scores(question)
        shares = single / (single.max() or 1.0)
        return shares + _WEIGHT * self._chains(question, shares)

    def _chains(self, question: Question, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the worth of the best chain that leads to each fact; shape (facts,)."""
        model, asked = self._model(question), self._links.asked(question)
        worth = np.zeros_like(shares)
        ends, ends_worth = order(self._knowledge, shares, _STARTS), shares
        for _ in range(_HOPS):
            reached = np.zeros_like(shares)
            for end in ends[ends_worth[ends] > 0].tolist():
                facts, chances = model.probabilities(end, asked)
                reached[facts] = np.maximum(reached[facts], ends_worth[end] * chances)
            worth = np.maximum(worth, reached)
            ends, ends_worth = order(self._knowledge, reached, _BEAM), reached
        return worth

    def _model(self, question: Question) -> HopModel:
        hidden = self._training.hidden_from(question)
        if hidden not in self._models:
            seen = self._training.seen(hidden)
            self._models[hidden] = HopModel(self._links, self._kinds, self._training, seen)
        return self._models[hidden]
