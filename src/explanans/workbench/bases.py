"""Knowledge bases and rankers, opened once and shared by everybody."""

import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from explanans.knowledge.base import KnowledgeBase
from explanans.retrieval.ranker import default_ranker, open_ranker, score
from explanans.structures.explanations import Explanation, ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.questions import Question

if TYPE_CHECKING:
    from explanans.pipeline.explainer import Explainer

_T = TypeVar("_T")


class Base:
    """A knowledge base, with what ranks and explains from it."""

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self.knowledge = knowledge
        self._lock = threading.RLock()  # neither rankers nor parsers are made for several threads

    @cached_property
    def _explainer(self) -> "Explainer":
        from explanans.pipeline.explainer import Explainer  # noqa: PLC0415 - it takes seconds, and only trees need it

        return Explainer(self.knowledge)

    def rank(self, question: str, answer: str, limit: int, ranker: str = "") -> tuple[ScoredFact, ...]:
        """Return the facts that explain an answer best.

        Args:
            ranker: The name of a ranker; the usual one of the base where empty.
        """
        with self._lock:
            opened = open_ranker(ranker or default_ranker(self.knowledge), self.knowledge)
            return score(opened, self.knowledge, Question.asked(question, answer)).best(limit)

    def search(self, query: str, limit: int) -> tuple[ScoredFact, ...]:
        """Return the facts that share the most telling words with a query."""
        return self.knowledge.search(query, limit)

    def explain(self, question: str, answer: str) -> Explanation:
        """Return an explanation of an answer, with a tree if one is found."""
        with self._lock:
            return self._explainer.explain(question, answer)

    def fact(self, uid: str) -> Fact | None:
        """Return the fact of an id; None if there is none."""
        return self.knowledge.fact(uid)

    def using(self, work: Callable[[], _T]) -> _T:
        """Call a function while it has exclusive use of the parts of this base, and return its result."""
        with self._lock:
            return work()


class Bases:
    """Knowledge bases by name, each opened when it is first asked for.

    Example:
        >>> Bases().open("starter").search("what melts ice", 1)[0].fact.table != ""
        True
    """

    def __init__(self, kept: Callable[[str], Sequence[Fact] | None] = lambda _: None) -> None:
        self._lock = threading.Lock()
        self._open: dict[str, Base] = {}
        self._kept = kept

    def open(self, name: str) -> Base:
        """Return a knowledge base."""
        with self._lock:
            if name not in self._open:
                facts = self._kept(name)
                self._open[name] = Base(KnowledgeBase.open(name) if facts is None else KnowledgeBase.of(facts))
            return self._open[name]

    def read_anew(self, name: str) -> Sequence[Fact]:
        """Return the facts of a knowledge base as its files are now."""
        return KnowledgeBase.open(name).facts

    def names(self) -> Sequence[str]:
        """Return the names of those that are open."""
        return tuple(self._open)
