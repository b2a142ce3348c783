"""All features of the candidates of a question, as one array."""

from copy import copy
from dataclasses import replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.reading import ReadVectors
from explanans.learning.boosted_trees import Column, Feature, table
from explanans.retrieval.dual_encoder import DualEncoder
from explanans.retrieval.features.context import (
    BESIDE,
    CONTEXT,
    NEAR_CONTEXT,
    ONWARD,
    Standing,
    context,
    near_context,
    onward_columns,
)
from explanans.retrieval.features.evidence import HOPS, SPREAD, Evidence, Query, followed
from explanans.retrieval.features.facts import (
    NEEDS_EXPLANATIONS,
    NEEDS_VECTORS,
    Candidates,
    Explanations,
    FactMatrix,
    Group,
)
from explanans.retrieval.features.nearness import NEARNESS, Nearness, Space
from explanans.retrieval.features.power import ASSOCIATIONS, POWER, associations, power
from explanans.retrieval.features.precedents import PRECEDENTS, Precedents
from explanans.retrieval.features.relevance import MEANING, RANKS, RELEVANCE, meaning, ranks, relevance
from explanans.structures.questions import Question

OWN = (
    *RELEVANCE,
    *HOPS,
    *MEANING,
    *NEARNESS,
    *PRECEDENTS,
    *SPREAD,
    *POWER,
    *ASSOCIATIONS,
    *RANKS,
)
"""The features of a candidate that do not depend on the order of the others."""

ORDERED = (*CONTEXT, *NEAR_CONTEXT)
"""The features of a candidate that depend on the order of the others."""

FEATURES: tuple[Feature, ...] = (*OWN, *ORDERED, *ONWARD)


class Extractor:
    """Feature extractor of a knowledge base.

    Args:
        space: The sentence vectors to use; None for none.
    """

    def __init__(self, knowledge: KnowledgeBase, *, with_explanations: bool, space: Space | None = None) -> None:
        self.knowledge = knowledge
        self.deprecated = knowledge.deprecated
        self.facts = FactMatrix(knowledge)
        self.explanations = Explanations(knowledge, self.facts) if with_explanations else None
        self.space = space
        self.own, self.ordered = self._features()
        self._last: Candidates | None = None

    def _features(self) -> tuple[tuple[Feature, ...], tuple[Feature, ...]]:
        """Return the computable features: the order-independent and the order-dependent ones."""
        left_out = frozenset[Group]().union(
            () if self.explanations is not None else NEEDS_EXPLANATIONS, () if self.space is not None else NEEDS_VECTORS
        )
        own, ordered = (tuple(item for item in items if item.group not in left_out) for items in (OWN, ORDERED))
        return own, ordered

    def within(self, space: Space) -> Self:
        """Return a copy with other sentence vectors."""
        other = copy(self)
        other.space, other._last = space, None  # noqa: SLF001 - its own
        other.own, other.ordered = other._features()  # noqa: SLF001 - its own
        return other

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, order-independent ones first."""
        return tuple(item.name for item in (*self.own, *self.ordered))

    @property
    def onward_names(self) -> frozenset[str]:
        """The names of the columns that only stages after the first have."""
        pointed = self.space is not None and isinstance(self.space.embedder, DualEncoder)
        return frozenset(item.name for item in ONWARD) if pointed else frozenset()

    @property
    def later_names(self) -> tuple[str, ...]:
        """The names of all columns that stages after the first have."""
        return (*self.names, *(item.name for item in ONWARD if item.name in self.onward_names))

    def evidence(self, question: Question, visible: NDArray[np.bool_] | None = None) -> tuple[Query, Evidence]:
        """Return the vectors of a question and the scores of all facts for it.

        An explanation of a question of the same id or the same words is never used.

        Args:
            visible: Mask of the explanations to use; all if None.

        Raises:
            InputError: The question's key names no choice.
        """
        query = Query.of(question, self.knowledge.vocabulary)
        allowed = np.zeros(0) if self.explanations is None else self.explanations.visible(question)
        if visible is not None and self.explanations is not None:
            allowed *= visible
        evidence = Evidence.of(query, self.facts, self.explanations, allowed)
        if self.space is None:
            return query, evidence
        chosen = isinstance(self.space.facts, ReadVectors)
        found = evidence.leading(self.deprecated) if chosen else np.empty(0, dtype=np.intp)
        nearness = Nearness.of(self.space, question, found)
        precedents = None
        if self.explanations is not None:
            precedents = Precedents.of(self.explanations, self.space.asked, nearness, evidence.similarities, allowed)
        return query, replace(evidence, nearness=nearness, precedents=precedents)

    def own_columns(self, query: Query, evidence: Evidence, candidates: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the features that do not depend on the order of the candidates; shape (candidates, own features).

        Args:
            candidates: Fact indices; shape (candidates,).
        """
        facts = self._read(candidates)
        trails = {"hops": evidence.hops} | ({} if self.explanations is None else {"spread": evidence.spread})
        columns = relevance(self.facts, query, facts) | followed(trails, query, facts)
        if evidence.nearness is not None:
            trail = evidence.hops
            columns |= meaning(evidence.nearness.both, candidates)
            columns |= evidence.nearness.columns(evidence.relevance, trail.sources, trail.shares, facts)
        if self.explanations is not None:
            explained = self.explanations.of(candidates)
            columns |= power(self.facts, self.explanations, query, evidence, facts, explained)
            columns |= associations(self.facts, self.explanations, query, evidence, facts)
            if evidence.precedents is not None and self.space is not None:
                columns |= evidence.precedents.columns(
                    self.explanations, self.space.facts, evidence.visible, facts, explained
                )
        return table(self.own, columns | ranks(columns))

    def _read(self, numbers: NDArray[np.intp]) -> Candidates:
        """Return some facts; those that were asked for last are kept for the next stage."""
        last = self._last
        if last is None or last.numbers is not numbers:
            last = self._last = Candidates(self.facts, numbers, None if self.space is None else self.space.facts)
        return last

    def ordered_columns(
        self, query: Query, candidates: NDArray[np.intp], scores: Column, *, onward: bool = False
    ) -> NDArray[np.float64]:
        """Return the features that depend on the order of the candidates; shape (candidates, ordered features).

        Args:
            candidates: Fact indices; shape (candidates,).
            scores: The scores of the stage before; shape (candidates,).
            onward: Whether to append the features that only later stages have.
        """
        wanted = (*self.ordered, *ONWARD) if onward else self.ordered
        if not candidates.size:
            return np.zeros((0, len(wanted)))
        standing, facts = Standing.of(scores), self._read(candidates)
        columns = context(self.facts, query, standing, facts)
        if self.space is not None:
            near = self.space.query(query.question)
            columns |= near_context(facts.rows, near, standing)
            if onward:
                best = [self.knowledge.facts[number].text for number in candidates[standing.first[:BESIDE]].tolist()]
                columns |= onward_columns(facts.rows, near, self.space.onward(query.question, best))
        return table(wanted, columns)
