"""Rank the facts for many questions with processes on this machine."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from explanans.batch.sharing import Answer, answers
from explanans.codecs import runs
from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.rank.ranker import open_ranker, rank


@dataclass(frozen=True, slots=True)
class RankingJob:
    """What every worker needs to know.

    Attributes:
        knowledge: ``starter`` or the path of a knowledge base.
        model: The name of the ranker.
    """

    knowledge: str
    model: str

    def open(self) -> Answer:
        """Return what writes the lines of a TextGraphs run file for one question.

        Raises:
            InputError: There is no such knowledge base or ranker.
        """
        knowledge = KnowledgeBase.open(self.knowledge)
        ranker = open_ranker(self.model, knowledge)
        return lambda question: runs.encode(rank(ranker, knowledge, question))


def rank_each(job: RankingJob, questions: Sequence[Question], workers: int = 1) -> Iterator[str]:
    """Return the lines of a TextGraphs run file, question by question, in their order, whatever the number of workers.

    Args:
        job: The knowledge base and the ranker.
        questions: The questions.
        workers: How many processes work at it.

    Raises:
        InputError: The knowledge base, the ranker or a question cannot be used.
    """
    return answers(job, job.open(), questions, workers)
