"""Rank the facts of a knowledge base for questions."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypedDict, Unpack, overload

from explanans.exceptions import InputError
from explanans.knowledge.base import Knowledge, open_knowledge
from explanans.question import Question
from explanans.rank import ranker as rankers
from explanans.rank.ranker import Ranker
from explanans.ranking import Ranking
from explanans.verbs.many import each

Asked = Question | tuple[str, str]
"""A question with its right answer."""


class By(TypedDict, total=False):
    """By what is ranked.

    Attributes:
        knowledge: The knowledge base; see ``open_knowledge``.
        ranker: The ranker, its name or its folder; that of ``default_ranker`` where None.
    """

    knowledge: Knowledge
    ranker: str | Path | Ranker | None


@overload
def rank(question: str, answer: str, **by: Unpack[By]) -> Ranking: ...
@overload
def rank(question: Question, **by: Unpack[By]) -> Ranking: ...
@overload
def rank(question: Iterable[Asked], **by: Unpack[By]) -> Iterator[Ranking]: ...
def rank(
    question: str | Question | Iterable[Asked], answer: str | None = None, **by: Unpack[By]
) -> Ranking | Iterator[Ranking]:
    """Rank every fact of a knowledge base by how well it explains an answer.

    Args:
        question: The question; or a ``Question`` with its answer; or many, as such or as pairs with their answers.
        answer: Its answer.
        by: The knowledge and the ranker.

    Returns:
        The ids of the facts and their scores, best first; for many questions an iterator of theirs.

    Raises:
        InputError: The question or the answer is missing or empty, or a part is not there or of no use.

    Example:
        >>> rank("What melts ice?", "heat", knowledge=["Rain is wet.", "Heat melts ice."], ranker="bm25").facts
        ('facts#2', 'facts#1')
    """
    if answer is not None and not isinstance(question, str):
        raise InputError("an answer beside what is no text; accepted: a text and its answer, a Question, or many pairs")
    if isinstance(question, str):
        question = Question.asked(question, answer or "")
    knowledge, ranker = open_knowledge(by.get("knowledge", "starter")), by.get("ranker")
    ranker = rankers.default_ranker(knowledge) if ranker is None else ranker
    opened = rankers.open_ranker(ranker, knowledge) if isinstance(ranker, str | Path) else ranker

    def one(asked: Asked) -> Ranking:
        whole = asked if isinstance(asked, Question) else Question.asked(*asked)
        return rankers.rank(opened, knowledge, whole)

    return one(question) if isinstance(question, Question) else each(question, one, "Ranking")
