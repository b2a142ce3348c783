"""Rank facts by how relevant experts would rate them: pointwise learning to rank on graded relevance."""

from collections.abc import Iterable

from explanans.codecs.ratings import grade
from explanans.exceptions import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.learn.neural.training import Schedule
from explanans.question import Question
from explanans.rank.neural.examples import query_text
from explanans.rank.neural.pair_scorer import Pair, PairScorer, fit_pairs
from explanans.rank.neural.reranker import Reranker
from explanans.ranking import Judgment

SCHEDULE = Schedule(epochs=2, batch=32, rate=5e-5)

_HIGHEST_GRADE = 3


class Graded(Reranker):
    """How relevant a fact is from 0 to 1, as a network trained on expert ratings says of a first ranker's best 100.

    This is the model called TFR-BERT in Jansen et al. 2021 (appendix A.4.2): the pointwise ranker of Han et al. 2020.
    """

    name = "graded"


def train_graded(
    scorer: PairScorer,
    knowledge: KnowledgeBase,
    questions: Iterable[Question],
    ratings: Iterable[Judgment],
    schedule: Schedule = SCHEDULE,
) -> None:
    """Train a scorer in place on expert ratings.

    The loss is the pointwise one of Han et al. 2020 (section 3.3), the cross entropy between probability and grade, the
    latter divided by 3. Ratings of other questions and of other facts are passed over.

    Args:
        scorer: The scorer.
        knowledge: The knowledge base.
        questions: The rated questions.
        ratings: Judgments with relevances from 0 to 6, such as ``codecs.ratings.decode`` yields.
        schedule: How to fit.

    Raises:
        InputError: A rating is above 6, or none is of one of the questions and a fact of the knowledge base.
    """
    queries = {question.id.lower(): query_text(question) for question in questions}
    texts = {fact.id.lower(): fact.text for fact in knowledge.facts}
    pairs = [
        Pair(queries[rating.question.lower()], texts[rating.fact.lower()], grade(rating.relevance) / _HIGHEST_GRADE)
        for rating in ratings
        if rating.question.lower() in queries and rating.fact.lower() in texts
    ]
    if not pairs:
        raise InputError("none of the ratings is of one of the questions and a fact of the knowledge base")
    fit_pairs(scorer, lambda _: pairs, schedule)
