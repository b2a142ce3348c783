"""Rank the facts of a knowledge base for questions."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Unpack, overload

from explanans.errors import InputError
from explanans.knowledge.base import Knowledge, KnowledgeBase, open_knowledge
from explanans.pipeline.parallel import ParallelOptions, map_items, split_options
from explanans.registry import name_of
from explanans.retrieval import ranker as rankers
from explanans.retrieval.ranker import Ranker
from explanans.runtime.job import OpenJob
from explanans.runtime.version import __version__
from explanans.structures.questions import Question
from explanans.structures.rankings import Ranking

QuestionAnswer = Question | tuple[str, str]
"""A question with its right answer."""


class RankOptions(ParallelOptions, total=False):
    """By what is ranked.

    Attributes:
        knowledge: The knowledge base; see ``open_knowledge``.
        ranker: The ranker, its name or its folder; that of ``default_ranker`` if None.
    """

    knowledge: Knowledge
    ranker: str | Path | Ranker | None


@dataclass(frozen=True, slots=True)
class RankJob:
    """Ranks facts; see ``batch.job.Job``.

    Attributes:
        by: By what; see `RankOptions`.
        bases: The names of knowledge bases that are put together, in place of the knowledge that is named there.
    """

    by: Mapping[str, Any] = field(default_factory=dict)
    bases: tuple[str, ...] = ()

    label = "Ranking"

    def open(self) -> OpenJob:
        """Open what ranks the facts for one question.

        Raises:
            InputError: There is no such knowledge base or ranker.
        """
        given = self.by.get("knowledge", "starter")
        knowledge = KnowledgeBase.open(*self.bases) if self.bases else open_knowledge(given)
        ranker = self.by.get("ranker")
        ranker = rankers.default_ranker(knowledge) if ranker is None else ranker
        opened = rankers.open_ranker(ranker, knowledge) if isinstance(ranker, str | Path) else ranker
        name = ranker if isinstance(ranker, str | Path) else name_of(ranker)

        def one(asked: QuestionAnswer) -> Ranking:
            whole = asked if isinstance(asked, Question) else Question.asked(*asked)
            whole.check()
            return rankers.rank(opened, knowledge, whole)

        known = f"knowledge:{Path(knowledge.name).resolve().name}({len(knowledge.facts)})"
        return OpenJob(one, f"{known}|ranker:{name}|version:{__version__}")


@overload
def rank(question: str, answer: str, **by: Unpack[RankOptions]) -> Ranking: ...
@overload
def rank(question: Question, **by: Unpack[RankOptions]) -> Ranking: ...
@overload
def rank(question: Iterable[QuestionAnswer], **by: Unpack[RankOptions]) -> Iterator[Ranking]: ...
def rank(
    question: str | Question | Iterable[QuestionAnswer], answer: str | None = None, **by: Unpack[RankOptions]
) -> Ranking | Iterator[Ranking]:
    """Rank every fact of a knowledge base by how well it explains an answer.

    Args:
        question: The question; or a ``Question`` with its answer; or many, as such or as pairs with their answers.

    Returns:
        The ids of the facts and their scores, best first; for many questions an iterator of theirs.

    Raises:
        InputError: The question or the answer is missing or empty, or a part is not there or of no use.

    Example:
        >>> rank("What melts ice?", "heat", knowledge=["Rain is wet.", "Heat melts ice."], ranker="bm25").facts
        ('facts#2', 'facts#1')
    """
    if answer is not None and not isinstance(question, str):
        raise InputError(
            "an answer given with a question that is not a text; accepted: a text and its answer, a Question, or pairs"
        )
    if isinstance(question, str):
        question = Question.asked(question, answer or "")
    sharing = split_options(by)
    job = RankJob(sharing.parts)
    return job.open().make(question) if isinstance(question, Question) else map_items(question, job, sharing)
