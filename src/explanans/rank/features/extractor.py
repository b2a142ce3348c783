"""All features of the candidates of a question, as one array."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.learn.feature import Column, Feature, table
from explanans.question import Question
from explanans.rank.features.context import CONTEXT, NEAR_CONTEXT, Standing, context, near_context
from explanans.rank.features.evidence import HOPS, SPREAD, Evidence, Query, hops, spread
from explanans.rank.features.explanations import Explanations
from explanans.rank.features.facts import FactMatrix
from explanans.rank.features.groups import NEEDS_ADAPTER, NEEDS_ENCODER, NEEDS_EXPLANATIONS, NEEDS_VECTORS, Group
from explanans.rank.features.nearness import NEARNESS, Nearness, near_query
from explanans.rank.features.power import ASSOCIATIONS, POWER, associations, power
from explanans.rank.features.precedents import PRECEDENTS, Precedents
from explanans.rank.features.relevance import ADAPTED, MEANING, RANKS, RELEVANCE, meaning, ranks, relevance

OWN = (
    *RELEVANCE,
    *HOPS,
    *MEANING,
    *ADAPTED,
    *NEARNESS,
    *PRECEDENTS,
    *SPREAD,
    *POWER,
    *ASSOCIATIONS,
    *RANKS,
)
"""The features of a candidate that do not depend on the order of the others."""

ORDERED = (*CONTEXT, *NEAR_CONTEXT)
"""Those that do."""

FEATURES: tuple[Feature, ...] = (*OWN, *ORDERED)


class Extractor:
    """Computes features for one knowledge base.

    Args:
        knowledge: The knowledge base.
        with_explanations: Whether its gold explanations may be used.
        with_vectors: Whether the sentence vectors of the facts may be used.
        with_encoder: Whether the cosines of another sentence encoder are given with each question.
        with_adapter: Whether those by an adapter of question vectors are.
    """

    def __init__(
        self,
        knowledge: KnowledgeBase,
        *,
        with_explanations: bool,
        with_vectors: bool = False,
        with_encoder: bool = False,
        with_adapter: bool = False,
    ) -> None:
        self.knowledge = knowledge
        self.deprecated = knowledge.deprecated
        self.facts = FactMatrix(knowledge)
        self.explanations = Explanations(knowledge, self.facts) if with_explanations else None
        self.vectors = knowledge.vectors if with_vectors else None
        self.asked = knowledge.question_vectors if with_vectors and with_explanations else None
        self.with_adapter = with_adapter
        left_out = frozenset[Group]().union(
            () if with_explanations else NEEDS_EXPLANATIONS,
            () if with_vectors else NEEDS_VECTORS,
            () if with_vectors or with_encoder else NEEDS_ENCODER,
            () if with_adapter else NEEDS_ADAPTER,
        )
        self.own, self.ordered = (
            tuple(item for item in items if item.group not in left_out) for items in (OWN, ORDERED)
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns: first those that do not depend on the order of the candidates."""
        return tuple(item.name for item in (*self.own, *self.ordered))

    def evidence(
        self,
        question: Question,
        visible: NDArray[np.bool_] | None = None,
        cosines: Column | None = None,
        adapted: Column | None = None,
    ) -> tuple[Query, Evidence]:
        """Return a question as vectors and what is known of all facts for it.

        An explanation of a question of the same id or the same words is never used.

        Args:
            question: A question with its right answer.
            visible: Which explanations may be used beside that; all where None.
            cosines: The cosine of every fact with the question by another sentence encoder than that of the package,
                if there is one; shape (facts,).
            adapted: The cosine by the network of the package and an adapter, if there is one; shape (facts,).

        Raises:
            InputError: The question's key names no choice.
        """
        query = Query.of(question, self.knowledge.vocabulary)
        allowed = np.zeros(0) if self.explanations is None else self.explanations.visible(question)
        if visible is not None and self.explanations is not None:
            allowed *= visible
        nearness = None if self.vectors is None else Nearness.of(self.vectors, question)
        meaning = nearness.both if cosines is None and nearness is not None else cosines
        evidence = Evidence.of(query, self.facts, self.explanations, allowed, meaning)
        precedents = None
        if nearness is not None and self.explanations is not None and self.asked is not None:
            precedents = Precedents.of(self.explanations, self.asked, nearness, evidence.similarities, allowed)
        return query, replace(evidence, nearness=nearness, precedents=precedents, adapted=adapted)

    def own_columns(self, query: Query, evidence: Evidence, candidates: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the features that do not depend on the order of the candidates; shape (candidates, own features).

        Args:
            query: The question.
            evidence: What is known of all facts.
            candidates: The numbers of the facts; shape (candidates,).
        """
        columns = {
            **relevance(self.facts, query, candidates),
            **hops(self.facts, query, evidence, candidates),
        }
        if evidence.meaning is not None:
            columns |= meaning(evidence.meaning, candidates)
        if evidence.adapted is not None:
            columns |= meaning(evidence.adapted, candidates, "adapted")
        if evidence.nearness is not None:
            trail = evidence.hops
            columns |= evidence.nearness.columns(evidence.relevance.whole(), trail.sources, trail.shares, candidates)
        if self.explanations is not None:
            columns |= spread(self.facts, query, evidence, candidates)
            columns |= power(self.facts, self.explanations, query, evidence, candidates)
            columns |= associations(self.facts, self.explanations, query, evidence, candidates)
            if evidence.precedents is not None and self.vectors is not None:
                columns |= evidence.precedents.columns(
                    self.facts, self.explanations, self.vectors, evidence.visible, candidates
                )
        return table(self.own, columns | ranks(columns))

    def ordered_columns(self, query: Query, candidates: NDArray[np.intp], scores: Column) -> NDArray[np.float64]:
        """Return the features that depend on the order of the candidates; shape (candidates, ordered features).

        Args:
            query: The question.
            candidates: The numbers of the facts; shape (candidates,).
            scores: The scores of the stage before; shape (candidates,).
        """
        if not candidates.size:
            return np.zeros((0, len(self.ordered)))
        standing = Standing.of(candidates, scores)
        columns = context(self.facts, query, standing)
        if self.vectors is not None:
            columns |= near_context(self.vectors, near_query(query.question), standing)
        return table(self.ordered, columns)
