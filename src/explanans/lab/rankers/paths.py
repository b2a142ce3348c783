"""Rank facts by chains of hops between facts; hop probabilities are learned from gold explanations."""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.lab.rankers.gold import GoldExplanations, evenly
from explanans.language.tokens import informative_lemmas
from explanans.retrieval.baselines.bm25 import Unification, query_vector
from explanans.retrieval.ranker import order
from explanans.structures.questions import Question


@dataclass(frozen=True, slots=True)
class QuestionLinks:
    """The lemmas that a question shares with facts.

    Attributes:
        holds: Whether question or right answer have each lemma, and its idf is above 0; shape (lemmas,).
        weight: Sum of the idf of these lemmas.
        covered: Share of that sum that each fact covers; shape (facts,).
        relevance: Cosine of each fact's BM25 vector with that of question and answer; shape (facts,).
    """

    holds: NDArray[np.bool_]
    weight: float
    covered: NDArray[np.float64]
    relevance: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Hops:
    """The hops from a fact to all others that share a content lemma with it.

    Attributes:
        facts: Indices of the reached facts, ascending; shape (hops,).
        bridges: Sum of the idf of the shared lemmas that the question lacks; shape (hops,).
        anchors: Sum of the idf of the shared lemmas that the question has; shape (hops,).
    """

    facts: NDArray[np.intp]
    bridges: NDArray[np.float64]
    anchors: NDArray[np.float64]

    def only(self, places: NDArray[np.intp]) -> "Hops":
        """Return some of the hops.

        Args:
            places: Their indices; shape (kept,).
        """
        return Hops(self.facts[places], self.bridges[places], self.anchors[places])


class Links:
    """The facts of a knowledge base as a graph of shared lemmas."""

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._knowledge = knowledge
        self._idf = knowledge.vocabulary.idf.astype(np.float64)
        telling = np.array([bool(informative_lemmas(lemma)) for lemma in knowledge.vocabulary.numbers], dtype=np.bool_)
        self._idf[~telling] = 0.0
        self._lemmas, self._starts = _lemmas_by_fact(knowledge, telling)

    def lemmas(self, fact: int) -> NDArray[np.intp]:
        """Return the ids of the content lemmas of a fact, ascending."""
        return self._lemmas[self._starts[fact] : self._starts[fact + 1]]

    def asked(self, question: Question) -> QuestionLinks:
        """Return the lemmas that a question shares with facts.

        Raises:
            InputError: The question's key names no choice.
        """
        lexicon = self._knowledge.fact_lexicon
        terms, weights = query_vector(self._knowledge, question)
        content_terms = [term for term in terms.tolist() if self._idf[term] > 0]
        holds = np.zeros(len(self._idf), dtype=np.bool_)
        holds[content_terms] = True
        covered = np.zeros(lexicon.size)
        for term in content_terms:
            covered[lexicon.holders(term)] += self._idf[term]
        return QuestionLinks(holds, float(self._idf[holds].sum()), covered, lexicon.similarities(terms, weights))

    def hops(self, fact: int, asked: QuestionLinks) -> Hops:
        """Return the hops from a fact; superseded facts are not reached."""
        lemmas = self.lemmas(fact)
        holders = [self._knowledge.fact_lexicon.holders(lemma) for lemma in lemmas.tolist()]
        reached, place = np.unique(np.concatenate([*holders, np.empty(0, np.uint32)]), return_inverse=True)
        counts = [len(held) for held in holders]
        idf, holds = np.repeat(self._idf[lemmas], counts), np.repeat(asked.holds[lemmas], counts)
        bridges = np.bincount(place, weights=np.where(holds, 0.0, idf), minlength=len(reached))
        anchors = np.bincount(place, weights=np.where(holds, idf, 0.0), minlength=len(reached))
        kept = (reached != fact) & ~self._knowledge.deprecated[reached]
        return Hops(reached[kept].astype(np.intp), bridges[kept], anchors[kept])


def _lemmas_by_fact(knowledge: KnowledgeBase, telling: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the concatenated content lemmas of all facts, and the offset of each fact."""
    held = knowledge.segments.lemmas[np.arange(len(knowledge.facts))]
    kept = telling[held.indices]
    facts = held.rows[kept]
    starts = np.concatenate([[0], np.cumsum(np.bincount(facts, minlength=held.shape[0]))])
    return held.indices[kept].astype(np.intp), starts.astype(np.intp)


FEATURES = (
    "constant",
    "bridge",  # idf of the shared lemmas that the question lacks
    "coverage",  # share of the question's idf that the fact reached covers and the fact left does not
    "relevance",  # BM25 cosine of the fact reached with the question
    "tables",  # log of how much oftener than by chance the tables of the two facts explain together
    "kind",  # the fact names the class of a thing
    "synonym",  # it defines a thing
    "same_table",  # both facts are of one table
    "company",  # log of how often the two facts explain together
    "uses",  # log of how often the fact reached explains
)
"""Features of a hop."""

_QUESTIONS = 500
_STARTS = 6
_NEGATIVES = 40
"""Maximum numbers of training questions, of facts per question and of negative hops per fact."""

_KIND = re.compile(r"\b(?:kind|type|form|example) of\b")
_SYNONYM = re.compile(r"\bmeans?\b")


class FactKinds:
    """Properties of facts that hop features use; they do not depend on the question.

    Attributes:
        tables: The number of each fact's table; shape (facts,).
        shares: The share of the facts that each table holds; shape (tables,).
        kind: Whether each fact names the class of a thing; shape (facts,).
        synonym: Whether each fact defines a thing; shape (facts,).
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        names = []
        self.kind = np.zeros(len(knowledge.facts), dtype=np.bool_)
        self.synonym = np.zeros(len(knowledge.facts), dtype=np.bool_)
        for number, fact in enumerate(knowledge.facts):
            names.append(fact.table)
            self.kind[number] = bool(_KIND.search(fact.text))
            self.synonym[number] = bool(_SYNONYM.search(fact.text))
        _, tables, sizes = np.unique(names, return_inverse=True, return_counts=True)
        self.tables: NDArray[np.intp] = tables.astype(np.intp)
        self.shares = sizes / len(names)


class HopModel:
    """A logistic model of hops between facts of one explanation.

    Args:
        seen: Indices of the training questions to fit; shape (seen,).

    Attributes:
        weights: One weight per feature in ``FEATURES``.
    """

    def __init__(self, links: Links, kinds: FactKinds, training: GoldExplanations, seen: NDArray[np.intp]) -> None:
        self._links = links
        self._kinds = kinds
        self._explanations = training.explanations
        self._explained: dict[int, list[int]] = {}
        tables = len(kinds.shares)
        self._pairs = np.zeros((tables, tables))
        for number in seen.tolist():
            explanation = training.explanations[number]
            for fact in explanation.tolist():
                self._explained.setdefault(fact, []).append(number)
            counts = self._table_counts(explanation)
            self._pairs += np.outer(counts, counts)
        self._uses = np.zeros(len(kinds.tables))
        self._uses[list(self._explained)] = [len(numbers) for numbers in self._explained.values()]
        self.weights = self._fit(training, seen)

    def probabilities(self, fact: int, asked: QuestionLinks) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Return the facts that a hop reaches from a fact, and how likely each is to explain if that fact does.

        Returns:
            Fact numbers, rising, and probabilities; shapes (hops,).
        """
        hops = self._links.hops(fact, asked)
        return hops.facts, probabilities(self._features(fact, hops, asked, None), self.weights)

    def _features(self, fact: int, hops: Hops, asked: QuestionLinks, own: int | None) -> NDArray[np.float64]:
        """Return the features of hops from a fact; the explanation of the question ``own`` does not count in them."""
        kinds, reached = self._kinds, hops.facts
        explained = [number for number in self._explained.get(fact, ()) if number != own]
        company = np.concatenate([*(self._explanations[number] for number in explained), np.empty(0, np.intp)])
        together = np.bincount(company, minlength=len(self._uses))[reached]
        uses, pairs = self._uses[reached], self._pairs[kinds.tables[fact]]
        if own is not None:
            explanation = self._explanations[own]
            uses = uses - np.isin(reached, explanation)
            counts = self._table_counts(explanation)
            pairs = pairs - counts[kinds.tables[fact]] * counts
        lift = np.log((pairs + 1) / (pairs.sum() * kinds.shares + 1))
        columns = (
            np.ones(len(reached)),
            hops.bridges / 10,
            (asked.covered[reached] - hops.anchors) / (asked.weight or 1.0),
            asked.relevance[reached],
            lift[kinds.tables[reached]],
            kinds.kind[reached],
            kinds.synonym[reached],
            kinds.tables[reached] == kinds.tables[fact],
            np.log1p(together),
            np.log1p(uses),
        )
        return np.column_stack(columns).astype(np.float64)

    def _fit(self, training: GoldExplanations, seen: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the weights that tell hops within gold explanations from other hops that start there."""
        rows, labels = [np.empty((0, len(FEATURES)))], [np.empty(0)]
        explained = seen[[len(self._explanations[number]) > 1 for number in seen.tolist()]]
        for number in evenly(explained, _QUESTIONS).tolist():
            asked = self._links.asked(training.questions[number])
            explanation = self._explanations[number]
            for fact in explanation[:_STARTS].tolist():
                hops = self._links.hops(fact, asked)
                gold = np.isin(hops.facts, explanation)
                kept = np.concatenate([np.flatnonzero(gold), evenly(np.flatnonzero(~gold), _NEGATIVES)])
                rows.append(self._features(fact, hops.only(kept), asked, number))
                labels.append(gold[kept])
        return fit_logistic(np.concatenate(rows), np.concatenate(labels))

    def _table_counts(self, explanation: NDArray[np.intp]) -> NDArray[np.float64]:
        return np.bincount(self._kinds.tables[explanation], minlength=len(self._kinds.shares)).astype(np.float64)


_PENALTY = 1e-3
_STEPS = 25
_TOLERANCE = 1e-9


def fit_logistic(features: NDArray[np.float64], labels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights of a logistic model, with a small penalty on their squares, by Newton's method.

    Source: Hastie, Tibshirani & Friedman 2009, section 4.4.1.

    Args:
        features: One row an example, a constant among its columns; shape (examples, features).
        labels: 1 or true for positive examples, else 0; shape (examples,).

    Returns:
        One weight per feature; all 0 without examples; shape (features,).

    Example:
        >>> ones = np.ones((4, 1))
        >>> weights = fit_logistic(ones, np.array([1, 0, 0, 0]))
        >>> probabilities(ones, weights)[0].round(2)
        np.float64(0.25)
    """
    count, size = max(len(features), 1), features.shape[1]
    weights = np.zeros(size)
    for _ in range(_STEPS):
        chance = probabilities(features, weights)
        slope = features.T @ (labels - chance) / count - _PENALTY * weights
        curvature = (features * (chance * (1 - chance))[:, None]).T @ features / count + _PENALTY * np.eye(size)
        step = np.linalg.solve(curvature, slope)
        weights += step
        if np.abs(step).max() < _TOLERANCE:
            break
    return weights


def probabilities(features: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probabilities of a logistic model; shape (examples,).

    Args:
        features: One row per example; shape (examples, features).
        weights: One weight per feature; shape (features,).
    """
    return np.asarray(0.5 * (1 + np.tanh(0.5 * (features @ weights))))


_BEST = 15
_BEAM = 10
_HOPS = 2
_WEIGHT = 0.4
"""Chosen on WorldTree's training questions, each ranked without its gold explanation."""


class Paths:
    """Chains of facts and single facts, after Das et al. 2019, described by Jansen & Ustalov 2019 (section 6, model 4).

    A chain starts at one of the first facts by unification; a hop leads to a fact that shares a content lemma. The
    weight of a chain is the relative score of its first fact times the probabilities of its hops. The score of a fact
    is its relative score plus the weight of the best chain that leads to it. Improbable chains add nothing, so that the
    single-fact ranker decides.

    The hop model is fitted on the knowledge base's gold explanations when it is first needed; for a training question,
    on those outside its fold.

    Raises:
        InputError: The knowledge base has no gold explanations to learn from.
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._knowledge = knowledge
        self._single = Unification(knowledge)
        self._training = GoldExplanations(knowledge, "paths")
        self._links = Links(knowledge)
        self._kinds = FactKinds(knowledge)
        self._models: dict[frozenset[int], HopModel] = {}

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score per fact; shape (facts,).

        Raises:
            InputError: The question's key names no choice.
        """
        single = self._single.scores(question)
        shares = single / (single.max() or 1.0)
        return shares + _WEIGHT * self._chains(question, shares)

    def _chains(self, question: Question, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the weight of the best chain that leads to each fact; shape (facts,)."""
        model, asked = self._model(question), self._links.asked(question)
        worth = np.zeros_like(shares)
        ends, ends_worth = order(self._knowledge, shares, _BEST), shares
        for _ in range(_HOPS):
            reached = np.zeros_like(shares)
            for end in ends[ends_worth[ends] > 0].tolist():
                facts, chances = model.probabilities(end, asked)
                reached[facts] = np.maximum(reached[facts], ends_worth[end] * chances)
            worth = np.maximum(worth, reached)
            ends, ends_worth = order(self._knowledge, reached, _BEAM), reached
        return worth

    def _model(self, question: Question) -> HopModel:
        hidden = self._training.held_out_folds(question)
        if hidden not in self._models:
            seen = self._training.seen(hidden)
            self._models[hidden] = HopModel(self._links, self._kinds, self._training, seen)
        return self._models[hidden]
