"""Links between facts of a knowledge base that share content lemmas."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.language.tokens import informative_lemmas
from explanans.retrieval.baselines.bm25 import query_vector
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
        """Return the ids of the content lemmas of a fact, ascending.

        Args:
            fact: Fact index.
        """
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
        """Return the hops from a fact; superseded facts are not reached.

        Args:
            fact: Fact index.
        """
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
    facts = np.repeat(np.arange(held.shape[0]), np.diff(held.indptr))[kept]
    starts = np.concatenate([[0], np.cumsum(np.bincount(facts, minlength=held.shape[0]))])
    return held.indices[kept].astype(np.intp), starts.astype(np.intp)
