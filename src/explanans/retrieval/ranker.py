"""Rankers: what they share, which there are by name, and the facts of a knowledge base ranked for a question."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.lexicon import top
from explanans.knowledge.sharded import ShardedSegments
from explanans.knowledge.vectors import LARGE
from explanans.language.cells import worded
from explanans.registry import Registry, refusal
from explanans.structures.explanations import ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.questions import Question
from explanans.structures.rankings import Ranking

_ENOUGH = 100
"""Minimum number of gold explanations for the default ranker to use them."""


class Ranker(Protocol):
    """Scores every fact of a knowledge base for a question.

    A complete ranking needs the order of the scores only. An explanation shows, and builds from, only those of the best
    facts that score above 0, so that 0 or less has to mean: nothing speaks for this fact.
    """

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score a fact, higher for facts that explain the answer better; float64, finite, shape (facts,).

        Args:
            question: A question with its right answer.
        """
        ...


RANKERS = Registry[Ranker]("rankers", "ranker", folder="trained")
"""The rankers by name: each is made from a knowledge base, as in ``RANKERS.open("bm25", knowledge)``."""


def open_ranker(name: str | Path, knowledge: KnowledgeBase) -> Ranker:
    """Return a ranker for a knowledge base.

    Args:
        name: The name of a registered ranker; see ``ranker_names``. That of one that works on top of others goes on
            with a colon and what it works on, as in ``fusion:rrf:bm25+unification``. Or a folder written by
            ``explanans lab train ranker``.

    Raises:
        InputError: No ranker has that name, the part after a colon names nothing that the ranker works on, or the
            folder holds no model that can be used.
    """
    return RANKERS.open(name, knowledge)


def default_ranker(knowledge: KnowledgeBase) -> str:
    """Return the name of the ranker for a knowledge base.

    That is ``stacked`` if it has gold explanations, else what ``cold`` and ``meaning`` say together. Of very many
    facts in an index without sentence vectors it is ``stacked-lexical`` or ``cold``; ``stacked-lexical`` also where
    others hold the facts of such an index.

    Example:
        >>> default_ranker(KnowledgeBase.open("starter"))
        'stacked'
        >>> default_ranker(KnowledgeBase.of(["Ice is a solid."]))
        'fusion:sum:cold+meaning'
    """
    lexical = len(knowledge.facts) > LARGE and not knowledge.manifest.embedder
    if len(knowledge.questions) >= _ENOUGH:
        # Who holds facts for others has no vectors of them by the pointer of ``stacked``.
        held = isinstance(knowledge.segments, ShardedSegments)
        return "stacked-lexical" if lexical or held else "stacked"
    return "cold" if lexical else "fusion:sum:cold+meaning"


def ranker_names() -> tuple[str, ...]:
    """Return the names of the rankers that are installed, sorted.

    Example:
        >>> "unification" in ranker_names()
        True
    """
    return RANKERS.names()


def query_text(question: Question) -> str:
    """Return the input of networks for a question: its words and those of its correct answer.

    Raises:
        InputError: The question's key names no choice.
    """
    return f"{question.text} {question.answer}"


def order(knowledge: KnowledgeBase, scores: NDArray[np.float64], limit: int | None = None) -> NDArray[np.intp]:
    """Return the numbers of the facts, best first; superseded facts come last and ties keep the order of the facts.

    Facts that were removed are left out.

    Args:
        scores: One score per fact; shape (facts,).
        limit: Number of facts to return; all if None.

    Returns:
        Fact numbers; shape (min(facts, limit),).
    """
    count = len(scores) if limit is None else limit
    found = np.flatnonzero(scores > 0)
    found = found[~knowledge.deprecated[found]]
    if len(found) >= count:  # of millions of facts few are found, and the others need not be put in order
        return found[top(scores[found], count)]
    current, superseded = knowledge.current, knowledge.superseded
    first = current[top(scores[current], count)]
    return np.concatenate([first, superseded[top(scores[superseded], count - len(first))]])


@dataclass(frozen=True, slots=True, eq=False)
class RankedFacts:
    """The facts of a knowledge base with their scores for one question.

    Attributes:
        scores: One score per fact; shape (facts,).
        excluded: The ids of facts that are not to be found; see ``without``.
        beside: Texts that the facts of tables are worded for; see ``worded``.
        reading: Reads a fact as it is to be understood; see ``read``. None if facts are taken as they are written.
    """

    knowledge: KnowledgeBase
    scores: NDArray[np.float64]
    excluded: frozenset[str] = frozenset()
    beside: tuple[str, ...] = ()
    reading: Callable[[Fact], Fact] | None = None

    def best(self, limit: int) -> tuple[ScoredFact, ...]:
        """Return the facts that score above 0, best first.

        Args:
            limit: Number of facts to return at most.
        """
        return tuple(item for item in self._scored(order(self.knowledge, self.scores, limit)) if item.score > 0)

    def without(self, facts: Iterable[str]) -> "RankedFacts":
        """Return the ranking without some facts; none takes their places among the best."""
        return replace(self, excluded=self.excluded.union(facts))

    def worded(self, *beside: str) -> "RankedFacts":
        """Return the ranking with facts of tables as sentences with one of their alternative wordings.

        Args:
            beside: Texts that the facts are to explain, the most important first; see ``text.cells.worded``.
        """
        return replace(self, beside=beside)

    def read(self, reading: Callable[[Fact], Fact]) -> "RankedFacts":
        """Return the ranking with facts as they are to be understood, such as with nouns for pronouns."""
        return replace(self, reading=reading)

    def weight(self, lemma: str) -> float:
        """Return how telling a lemma is in the knowledge base."""
        return self.knowledge.vocabulary.weight(lemma)

    def _scored(self, numbers: NDArray[np.integer]) -> tuple[ScoredFact, ...]:
        facts = map(self._fact, self.knowledge.several(numbers))
        found = (
            ScoredFact(fact, float(self.scores[number])) for fact, number in zip(facts, numbers.tolist(), strict=True)
        )
        return tuple(item for item in found if item.fact.id not in self.excluded)

    def _fact(self, fact: Fact) -> Fact:
        fact = worded(fact, *self.beside) if self.beside else fact
        return self.reading(fact) if self.reading else fact


def score(ranker: Ranker, knowledge: KnowledgeBase, question: Question) -> RankedFacts:
    """Return the facts of a knowledge base with the scores that a ranker gives them.

    Raises:
        InputError: The question's key names no choice, or the ranker does not return one number a fact.

    Example:
        >>> knowledge = KnowledgeBase.open("starter")
        >>> ranked = score(open_ranker("bm25", knowledge), knowledge, Question.asked("What is ice made of?", "water"))
        >>> [item.fact.text for item in ranked.best(1)]
        ['ice is made of frozen water']
    """
    returned, count = ranker.scores(question), len(knowledge.facts)
    scores = np.asarray(returned)
    if scores.dtype.kind not in "fiu" or scores.shape != (count,):
        found = f"{type(returned).__name__} of {scores.dtype} and the shape {scores.shape}"
    elif not np.isfinite(scores).all():
        found = f"{scores[~np.isfinite(scores)][0]} for the fact {knowledge.ids[int(np.argmin(np.isfinite(scores)))]!r}"
    else:
        return RankedFacts(knowledge, scores.astype(np.float64, copy=False))
    raise refusal("ranker", ranker, found, f"one finite number a fact, float64 of the shape ({count},)")


def rank(ranker: Ranker, knowledge: KnowledgeBase, question: Question) -> Ranking:
    """Return every fact of a knowledge base, best first.

    Example:
        >>> knowledge = KnowledgeBase.open("starter")
        >>> ranking = rank(open_ranker("bm25", knowledge), knowledge, Question.asked("What is ice?", "a solid"))
        >>> len(ranking.facts) == len(knowledge.facts)
        True
    """
    scores = score(ranker, knowledge, question).scores
    best = order(knowledge, scores)
    return Ranking(question.id, tuple(map(knowledge.ids.__getitem__, best.tolist())), tuple(scores[best].tolist()))
