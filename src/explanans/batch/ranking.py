"""Rank facts for many questions with processes on this machine."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from explanans.batch.sharing import Answer, answers
from explanans.codecs import runs
from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.rank.ranker import open_ranker, rank


@dataclass(frozen=True, slots=True)
class RankJob:
    """How to rank: what every process needs to know.

    Attributes:
        knowledge: ``starter`` or the paths of knowledge bases.
        ranker: The name or folder of the ranker.
    """

    knowledge: tuple[str, ...]
    ranker: str

    def open(self) -> Answer:
        """Return what writes the lines of a TextGraphs run file for one question.

        Raises:
            InputError: There is no such knowledge base or ranker.
        """
        knowledge = KnowledgeBase.open(*self.knowledge)
        ranker = open_ranker(self.ranker, knowledge)
        return lambda question: runs.encode(rank(ranker, knowledge, question))


def rank_each(job: RankJob, questions: Sequence[Question], workers: int = 1) -> Iterator[str]:
    """Return the lines of a TextGraphs run file, question by question, in their order, whatever the number of workers.

    Args:
        job: The knowledge base and the ranker.
        questions: The questions.
        workers: How many processes work at it.

    Raises:
        InputError: The knowledge base, the ranker or a question cannot be used.
    """
    return answers(job, job.open(), questions, workers)
