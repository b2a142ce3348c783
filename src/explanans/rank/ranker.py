"""What a ranker is, and the rankers by name."""

import os
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from explanans.exceptions import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.top import top
from explanans.question import Question
from explanans.ranking import Ranking

GROUP = "explanans.rankers"
"""The entry-point group in which a package registers its rankers by name."""

_ENOUGH = 100
"""From how many gold explanations on the default ranker draws on them."""


class Ranker(Protocol):
    """Scores every fact of a knowledge base for a question.

    A complete ranking needs the order of the scores only. An explanation shows, and builds from, only those of the best
    facts that score above 0, so that 0 or less has to mean: nothing speaks for this fact.
    """

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score a fact, higher for facts that explain the answer better; shape (facts,).

        Args:
            question: A question with its right answer.
        """
        ...


def open_ranker(name: str, knowledge: KnowledgeBase) -> Ranker:
    """Return a ranker for a knowledge base.

    Args:
        name: The name of a registered ranker; see ``ranker_names``. The name of one that works on top of others, whose
            class has a true attribute ``composes``, may go on with a colon and what it works on, as in
            ``fusion:rrf:bm25+unification``. Or a folder written by ``explanans train ranker``.
        knowledge: The knowledge base to rank.

    Raises:
        InputError: No ranker has that name, the part after a colon names nothing that the ranker works on, or the
            folder holds no model that can be used.
    """
    kind, colon, parts = name.partition(":")
    found = _registered().get(kind)
    if found is None and os.path.isdir(name):  # noqa: PTH112 - unlike a Path, it takes what cannot be one
        from explanans.rank.staged import Staged  # noqa: PLC0415 - boosted trees are slow to import

        return Staged.open(knowledge, Path(name))
    if found is None:
        raise InputError(f"no ranker is called {name!r}; accepted: a model's folder, {', '.join(ranker_names())}")
    ranker = found.load()
    if not colon:
        return cast("Ranker", ranker(knowledge))
    if not getattr(ranker, "composes", False):
        raise InputError(f"the ranker {kind!r} works on no others, as {name!r} has it; accepted: {kind}")
    return cast("Ranker", ranker(knowledge, parts))


def default_ranker(knowledge: KnowledgeBase) -> str:
    """Return the name of the ranker for a knowledge base: ``stacked`` where it has gold explanations, else ``cold``.

    Args:
        knowledge: The knowledge base.

    Example:
        >>> default_ranker(KnowledgeBase.open("starter"))
        'stacked'
    """
    return "stacked" if len(knowledge.questions) >= _ENOUGH else "cold"


def ranker_names() -> tuple[str, ...]:
    """Return the names of the rankers that are installed, sorted.

    Example:
        >>> "unification" in ranker_names()
        True
    """
    return tuple(sorted(_registered()))


def _registered() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def order(knowledge: KnowledgeBase, scores: NDArray[np.float64], limit: int | None = None) -> NDArray[np.intp]:
    """Return the numbers of the facts, best first; superseded facts come last and ties keep the order of the facts.

    Args:
        knowledge: The knowledge base.
        scores: One score a fact; shape (facts,).
        limit: How many facts to return; all where None.

    Returns:
        Fact numbers; shape (min(facts, limit),).
    """
    current, superseded = np.flatnonzero(~knowledge.deprecated), np.flatnonzero(knowledge.deprecated)
    count = len(scores) if limit is None else limit
    first = current[top(scores[current], count)]
    return np.concatenate([first, superseded[top(scores[superseded], count - len(first))]])


def rank(ranker: Ranker, knowledge: KnowledgeBase, question: Question) -> Ranking:
    """Return every fact of a knowledge base, best first.

    Args:
        ranker: The ranker.
        knowledge: The knowledge base that the ranker was opened for.
        question: A question with its right answer.

    Example:
        >>> knowledge = KnowledgeBase.open("starter")
        >>> ranking = rank(open_ranker("bm25", knowledge), knowledge, Question.asked("What is ice?", "a solid"))
        >>> len(ranking.facts) == len(knowledge.facts)
        True
    """
    scores = ranker.scores(question)
    best = order(knowledge, scores)
    return Ranking(question.id, tuple(map(knowledge.ids.__getitem__, best.tolist())), tuple(scores[best].tolist()))
